/** Hints with the real encoder, held against people's word. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { tempFolder } from './encoderKit';

let engine: Engine;
let client: Client;
const dir = tempFolder();
const collection = 'c';
const text = `Trata-se de apelação contra a sentença que julgou procedente o pedido de cobrança. O réu alega que o contrato é nulo por falta de forma.

A prescrição da pretensão de cobrança de dívida líquida constante de instrumento particular é de cinco anos, contados do vencimento.

O recurso foi recebido no duplo efeito e os autos vieram conclusos para julgamento. Publique-se e intimem-se as partes do processo.`;
const nuggets = [
  {
    text: 'A pretensão de cobrança de dívida líquida de instrumento particular prescreve em cinco anos do vencimento.',
    quote:
      'A prescrição da pretensão de cobrança de dívida líquida constante de instrumento particular é de cinco anos, contados do vencimento.',
    faithful: 'support',
  },
  {
    text: 'O fiador responde solidariamente por honorários de 20% em contratos de locação comercial.',
    quote: undefined,
    faithful: 'no_support',
  },
  // Foreseen as "no support", for its number is nowhere in the text; people say otherwise, or do not know.
  { text: 'A pretensão de cobrança prescreve em 77 anos do vencimento.', quote: undefined, faithful: 'partial' },
  { text: 'O recurso foi recebido no duplo efeito em 1999.', quote: undefined, faithful: 'support' },
  { text: 'O recurso foi recebido no duplo efeito em 1888.', quote: undefined, faithful: 'unknown' },
  // Words of the text, so that a hint has no reason to doubt it; people do, since it drops who said so.
  {
    text: 'O contrato é nulo por falta de forma.',
    quote: 'O réu alega que o contrato é nulo por falta de forma.',
    faithful: 'no_support',
  },
] as const;

beforeAll(async () => {
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
  writeFileSync(join(dir, 'd.txt'), text);
  writeFileSync(join(dir, 'n.jsonl'), nuggets.map(({ faithful: _, ...nugget }) => JSON.stringify({ doc_id: 'd', ...nugget })).join('\n'));
  await client.call('import', { collection, paths: [join(dir, 'd.txt')], lang: 'pt' });
  await client.call('import', { collection, paths: [join(dir, 'n.jsonl')], format: 'nuggets' });
});
afterAll(() => engine.close());

it('a nugget that is borne stands out of the rest, one that is invented does not; blind work has no hints', async () => {
  const ids = (await client.call('show', { collection, doc_id: 'd' })).nuggets.map(({ id }) => id);
  const [good, bad, ...others] = await Promise.all(ids.map((nugget_id) => client.call('hint', { collection, doc_id: 'd', nugget_id })));
  expect(good).toMatchObject({ verdict: 'support', model: null, missing_numbers: [] });
  expect(bad).toMatchObject({ verdict: 'no_support', signals: { location: 0 }, missing_numbers: ['20'] });
  expect(others.map(({ verdict }) => verdict)).toEqual(['no_support', 'no_support', 'no_support', 'support']);
  expect(good!.signals.embedding!).toBeGreaterThan(bad!.signals.embedding!);
  expect(text.slice(good!.evidence[0]!.start, good!.evidence[0]!.end)).toBe(nuggets[0].quote);
  expect(await client.call('hint', { collection, doc_id: 'd', nugget_id: ids[0]! })).toEqual(good);
  await expect(client.call('hint', { collection, doc_id: 'd', nugget_id: ids[0]!, blind: true })).rejects.toMatchObject({ code: 'USAGE' });

  for (const [i, { faithful }] of nuggets.entries())
    await client.call('annotate', { collection, annotator: 'Ana', doc_id: 'd', nugget_id: ids[i]!, changes: { faithful } });
  // Who does not know is left out: of 5, hints foresee 3 and people say 2, of which 1 is the same; both say "support" of 1 more.
  expect(await client.call('hintAgreement', { collection })).toEqual({
    nuggets: 5,
    rules: { precision: 1 / 3, recall: 1 / 2, foreseen: 3, judged: 2, same: 2 / 5 },
    model: null,
  });
});
