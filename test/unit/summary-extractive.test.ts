import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadProfile } from '../../electron/engine/extract/loadProfile';
import type { SummaryProfile } from '../../electron/engine/extract/profile';
import { createExtractiveSummary } from '../../electron/engine/extract/summary/extractiveSummary';
import type { Extractor } from '../../electron/engine/ports';

const EN = `Ram Lal v State of Bihar
Supreme Court of India

4 May 1990

1. The appellant was appointed as a clerk of the municipal board on 3 March 1979 and was dismissed on 4 May 1985 without any inquiry.

2. The short question that arises for our consideration is whether a permanent clerk can be dismissed without a hearing.

3. Learned counsel contended that the board was not bound to hold any inquiry before it dismissed one of its clerks.

4. In Mohan Das v Union of India (1975) 2 SCC 10, this Court held that no order which visits a citizen with civil consequences can be passed without a hearing.

5. We are of the opinion that the contention cannot be accepted, because the rules of the board themselves require that an inquiry be held.

6. It is well settled that where the law requires a hearing, an order of dismissal that is passed without one is void and must be set aside.

7. In the result, the appeal is allowed and the order of dismissal dated 4 May 1985 is set aside, with no order as to costs.
`;
const PT = `RELATÓRIO

Trata-se de ação de cobrança que o autor ajuizou em 3 de março de 2015 contra o banco, com quem firmou contrato de depósito.

A controvérsia cinge-se a saber se o prazo de prescrição da cobrança é o quinquenal ou o decenal do Código Civil.

VOTO

O Superior Tribunal de Justiça firmou o entendimento de que a cobrança de dívida líquida constante de instrumento particular prescreve em cinco anos.

Verifica-se que a dívida é líquida e consta de contrato escrito, razão pela qual não procede a alegação de que o prazo seria de dez anos.

É vedado ao credor cobrar a dívida depois de cinco anos do vencimento, salvo quando houver causa que interrompa a prescrição.

Ante o exposto, nego provimento ao recurso e mantenho a sentença por seus próprios fundamentos, com custas pelo apelante.
`;

let v4: Extractor;
let full: Extractor;
const load = async (id: string) =>
  createExtractiveSummary((await loadProfile(`resources/prompts/${id}.json`)).profile as SummaryProfile, 'resources');
beforeAll(async () => {
  [v4, full] = await Promise.all([load('summary-v4'), load('summary-full')]);
});
const read = async (extractor: Extractor, text: string, lang: 'pt' | 'en') => {
  const result = await extractor.extract({ doc_id: 'd', lang, text }, {});
  return Object.fromEntries(result.summary!.fields.map(({ name, items }) => [name, items]));
};

/** Every item stands in the text: its spans, joined, are its words. */
function checkPlaces(fields: Awaited<ReturnType<typeof read>>, text: string): void {
  const plain = (words: string) => words.replace(/\s+/g, ' ').trim();
  for (const items of Object.values(fields)) {
    for (const item of items) {
      expect(['exact', 'normalised']).toContain(item.status);
      const marked = item.spans.map(({ start, end }) => text.slice(start, end)).join(' ');
      if (item.status === 'exact') expect(marked).toBe(item.text);
      else expect(plain(marked).replace(/-\s/g, '')).toBe(plain(item.text));
    }
  }
}

describe('a summary without a language model', () => {
  it('of an English judgment: each part in its field, at its exact place', async () => {
    const fields = await read(v4, EN, 'en');
    checkPlaces(fields, EN);
    const first = (name: string) => fields[name]![0]?.text ?? '';
    expect(first('facts')).toContain('was appointed as a clerk');
    expect(first('issues')).toContain('whether a permanent clerk');
    expect(fields.new_legal_principle!.some(({ text }) => text.includes('It is well settled'))).toBe(true);
    expect(fields.reasoning!.some(({ text }) => text.includes('We are of the opinion'))).toBe(true);
    expect(JSON.stringify(fields)).not.toContain('Learned counsel contended');
  });

  it('a citation is there by its rule, not by its name', async () => {
    const [cited] = (await read(v4, EN, 'en')).citation_principles!;
    expect(cited!.text).toBe('no order which visits a citizen with civil consequences can be passed without a hearing.');
    const { start, end } = cited!.spans[0]!;
    expect(EN.slice(start, end)).toBe(cited!.text);
  });

  it('of a Portuguese one: sections and cues', async () => {
    const fields = await read(v4, PT, 'pt');
    checkPlaces(fields, PT);
    expect(fields.facts![0]!.text).toContain('Trata-se de ação de cobrança');
    expect(fields.issues![0]!.text).toContain('cinge-se a saber se');
    expect(fields.citation_principles![0]!.text).toMatch(/^a cobrança de dívida líquida/);
    expect(fields.reasoning!.map(({ text }) => text).join(' ')).toContain('Verifica-se que a dívida');
    expect(fields.new_legal_principle!.map(({ text }) => text).join(' ')).toContain('É vedado ao credor');
  });

  it('no sentence stands in two fields, and the same text gives the same summary', async () => {
    const fields = await read(v4, EN, 'en');
    const sentences = Object.entries(fields).flatMap(([name, items]) =>
      name === 'important_subjects' ? [] : items.map(({ text }) => text),
    );
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(await read(v4, EN, 'en')).toEqual(fields);
  });

  it('of 21 fields fills those that rules can tell, and says which it can not', async () => {
    const fields = await read(full, EN, 'en');
    expect(Object.keys(fields)).toHaveLength(21);
    expect(fields.decision![0]!.text).toContain('the appeal is allowed');
    expect(fields.citations!.map(({ text }) => text)).toContain('Mohan Das v Union of India');
    const { note } = await full.extract({ doc_id: 'd', lang: 'en', text: EN }, {});
    expect(note).toContain('judges');
    expect(note).not.toContain('facts');
  });

  it('what is no judgment is refused by its id', async () => {
    await expect(v4.extract({ doc_id: 'table-7', lang: 'en', text: '1 2 3\n4 5 6' }, {})).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('table-7'),
    });
  });
});

const CASES = join('..', 'shared', 'data', 'aila2019', 'Object_casedocs');
const here = existsSync(CASES);
if (!here) console.warn(`Skipped: ${CASES} is not there.`);

describe.skipIf(!here)('the longest judgment of AILA 2019', () => {
  it('is summarised in seconds, every item at its place', async () => {
    const { readdirSync, statSync } = await import('node:fs');
    const [longest] = readdirSync(CASES).sort((a, b) => statSync(join(CASES, b)).size - statSync(join(CASES, a)).size);
    const text = readFileSync(join(CASES, longest!), 'utf8');
    expect(text.length).toBeGreaterThan(230_000);
    const started = performance.now();
    const fields = await read(v4, text, 'en');
    expect(performance.now() - started).toBeLessThan(60_000);
    checkPlaces(fields, text);
    for (const name of ['facts', 'issues', 'reasoning', 'new_legal_principle', 'citation_principles'])
      expect(fields[name]!.length).toBeGreaterThan(2);
  });
});
