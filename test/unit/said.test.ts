/** What the engine says, in the window's language: every message that stands in its source is known, and known as itself. */
import { describe, expect, it } from 'vitest';
import { readExperiment } from '../../electron/engine/experiment/parseExperiment';
import { faultsPtBR, saidPtBR, wordsPtBR } from '../../renderer/i18n/parts/faults';
import { createSaying } from '../../renderer/i18n/said';
import { readMessages } from '../../tools/messages.mjs';

const say = createSaying(saidPtBR, wordsPtBR);
const messages = readMessages();
const placesOf = (text: string): string[] => [...text.matchAll(/\{(\d)(:word)?\}/g)].map(([, at]) => at!);
/** A message with something in its places that is no message itself. */
const filled = (form: string): string => form.replace(/\{(\d)(:word)?\}/g, 'v$1');

describe('every message of the engine', () => {
  it('has its Portuguese, and no Portuguese is left of a message that is gone', () => {
    expect(messages.size).toBeGreaterThan(600);
    const missing = [...messages].filter(([form]) => faultsPtBR[form] === undefined).map(([form, file]) => `${file}: ${form}`);
    expect(missing).toEqual([]);
    expect(Object.keys(faultsPtBR).filter((form) => !messages.has(form))).toEqual([]);
  });

  it('is known as itself once its places are filled, and nothing is filled in that was not there', () => {
    for (const [form, translation] of Object.entries(saidPtBR)) {
      for (const place of placesOf(translation)) expect(placesOf(form), form).toContain(place);
      expect(say(filled(form)), form).toBe(filled(translation));
    }
  });
});

describe('what was said', () => {
  it('is told with what is filled in; a reason within a message too', () => {
    expect(say('There is no endpoint "ours".')).toBe('Não há servidor remoto "ours".');
    expect(say('x.gguf is no whole GGUF file: it has 400 bytes, its weights alone take 500.')).toBe(
      'x.gguf não é um arquivo GGUF completo: tem 400 bytes; só os pesos ocupam 500.',
    );
    expect(say('this is a PDF, which is not read yet: save its text as TXT first')).toBe(
      'isto é um PDF, que ainda não é lido: salve antes o texto como TXT',
    );
    // What a server said stays as it said it.
    expect(say('api.example.org does not let us in (status 401): Incorrect API key provided.')).toBe(
      'api.example.org não permite o acesso (status 401): Incorrect API key provided.',
    );
  });

  it('several in a row are told one by one, and not at all where one of them is not known', () => {
    const note = 'window 1 of 3: characters 0–90, the answer is not whole (maxTokens), 2 kept';
    const translated = 'trecho 1 de 3: caracteres 0–90, a resposta não está completa (maxTokens), 2 guardados';
    expect(say(note)).toBe(translated);
    expect(say(`${note}; ${note.replace('1 of', '2 of')}`)).toBe(`${translated}; ${translated.replace('1 de', '2 de')}`);
    expect(say('Close the other Pepita first. The disk is full. What was done is kept.')).toBeUndefined();
    expect(say('Was it changed by hand? Restore it from a copy.')).toBe('Foi alterado à mão? Restaure-o de uma cópia.');
  });

  it('a name in quotation marks stays as it is, the name of a unit or a kind does not', () => {
    expect(say('The collection "nuggets" has no query "The query".')).toBe('A coleção "nuggets" não tem consulta "The query".');
    expect(say('3 of 10 summaries of "documents" have no vector of e5.')).toBe('Em "documents", 3 de 10 resumos não têm vetor de e5.');
    expect(say('the words marked at 0–9 stand at 5–14 (fuzzy)')).toBe('as palavras marcadas em 0–9 estão em 5–14 (forma aproximada)');
  });

  it('a name ends with its quotation mark, and the next message begins; a name may have marks of its own', () => {
    expect(say('There is no collection "mine". Known: "sample".')).toBe('Não há coleção "mine". Há: "sample".');
    expect(say('There is no collection "the "old" ones".')).toBe('Não há coleção "the "old" ones".');
    const kind = "x.json: field \"kind\": Invalid discriminator value. Expected 'nuggets' | 'summary'. Leave one of the two out.";
    expect(say(kind)).toBe("x.json: campo \"kind\": valor inválido. Deveria ser 'nuggets' | 'summary'. Omita um dos dois.");
  });

  it('how many were left out is told by why', () => {
    expect(say('1 of 3 phrases (2 repeated, 1 too many)')).toBe('1 de 3 questões (repetidos: 2, além do limite: 1)');
    expect(say('the answer is not whole; 2 invalid')).toBe('a resposta não está completa; sem forma válida: 2');
    expect(say('2 chickens')).toBeUndefined();
  });

  it('what a schema and the reader of YAML refuse is told with the field it is said of', () => {
    const told = (source: string) => readExperiment(source).faults.map(({ message }) => say(message) ?? `not told: ${message}`);
    const sound = 'version: 1\nname: a\ncollection: c\nmeasures: [ndcg@10]\n';
    expect(told(`${sound}runs: [{unit: chapter}]\n`)).toEqual([
      'runs.0.unit: opção inválida: deveria ser uma destas: "nugget"|"passage"|"document"|"summary"',
    ]);
    expect(told(`${sound}runs: 7\nfoo: 1\n`)).toEqual([
      'runs: valor inválido: deveria ser uma lista, veio um número',
      'chave desconhecida: "foo"',
    ]);
    for (const broken of [
      'name: a\nname: b\n',
      'name: [a, b\n',
      'name: "a\n',
      'name: a: b\n',
      'name: a\n\tb: c\n',
      'a:\n  - b\n c\n',
      '- a\nb: c\n',
    ])
      for (const line of told(broken)) expect(line, broken).not.toContain('not told');
  });

  it('what nobody translated, and what a server made up, stays', () => {
    for (const text of ['', 'Cannot read properties of undefined', 'x.gguf does not', '; ; ;']) expect(say(text)).toBeUndefined();
  });
});
