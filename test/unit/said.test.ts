/** What the engine says, in the window's language: every message that stands in its source is known, and known as itself. */
import { describe, expect, it } from 'vitest';
import { faultsPtBR } from '../../renderer/i18n/parts/faults';
import { createSaying } from '../../renderer/i18n/said';
import { readMessages } from '../../tools/messages.mjs';

const say = createSaying(faultsPtBR);
const messages = readMessages();
const placesOf = (text: string): string[] => [...text.matchAll(/\{\d\}/g)].map(([place]) => place);
/** A message with something in its places that is no message itself. */
const filled = (form: string): string => form.replace(/\{(\d)\}/g, 'v$1');

/** Where messages are not yet all translated; what is missing there is told in English. */
const LATER = /engine\/(aggregate|annotate|compare|embed|experiment|formulate|rerank|search|use)\//;

describe('every message of the engine', () => {
  it('has its Portuguese, and no Portuguese is left of a message that is gone', () => {
    expect(messages.size).toBeGreaterThan(400);
    const missing = [...messages]
      .filter(([form, file]) => faultsPtBR[form] === undefined && !LATER.test(file))
      .map(([form, file]) => `${file}: ${form}`);
    expect(missing).toEqual([]);
    expect(Object.keys(faultsPtBR).filter((form) => !messages.has(form))).toEqual([]);
  });

  it('is known as itself once its places are filled, and nothing is filled in that was not there', () => {
    for (const [form, translation] of Object.entries(faultsPtBR)) {
      for (const place of placesOf(translation)) expect(placesOf(form), form).toContain(place);
      expect(say(filled(form)), form).toBe(filled(translation));
    }
  });
});

describe('what was said', () => {
  it('is told with what is filled in; a reason within a message too', () => {
    expect(say('There is no endpoint "ours".')).toBe('Não há endpoint "ours".');
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

  it('what nobody translated, and what a server made up, stays', () => {
    for (const text of ['', 'Cannot read properties of undefined', 'x.gguf does not', '; ; ;']) expect(say(text)).toBeUndefined();
  });
});
