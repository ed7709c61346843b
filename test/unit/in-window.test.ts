/** What the engine says with a flag or a command in it has words of the window's: it names a place and a button there. */
import { describe, expect, it } from 'vitest';
import { inWindowEn } from '../../renderer/i18n/parts/inWindow.en';
import { inWindowPt } from '../../renderer/i18n/parts/inWindow.pt-BR';
import { sayings } from '../../renderer/i18n/sayings';
import { readCommanding } from '../../tools/messages.mjs';

/** Forms that never come to the window, by the reason why. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  'an encoder is added on the command line alone': [
    'Does the graph take {0} tokens? Try a smaller --max-tokens.',
    'Say which with --graph.{0}',
    'One of {0} fits: leave --pooling out to see which.',
    'At most --dimensions {0}.',
    'At most --max-tokens {0}.',
    'Leave --long-texts out; --max-tokens says how much is read.',
    'Leave --output out.',
    'Leave --pooling out.',
    'Use --force to write it anew.',
    'Choose another --id, or take {0} away.',
    'Use --force to write it anew, or another --id.',
    'Choose another with --id.',
  ],
  'the window never sends the two together': [
    'Leave --model out, or use --extractor llama.',
    'The extractive extractor takes no --model.',
    'The {0} extractor works on this machine and takes no --endpoint.',
    'Leave --model out, or use --formulator llama.',
    'The extractive formulator takes no --model.',
    'The {0} formulator works on this machine and takes no --endpoint.',
    'Leave --model out; it is set by: pepita endpoints add.',
    'Leave --temperature out, or say --vary order.',
    'Say --ranker hybrid.',
  ],
  'the window always names it': [
    'Name one with --endpoint: pepita endpoints list.',
    'Name it with --run.',
    'Name them: --qrels FILE, or --collection ID.',
  ],
  'leaderboards are made on the command line alone': [
    'Say --task NAME; there are: {0}.',
    'no query has more than {0} documents: figures beyond that rank are as if nothing more were found (pepita run --depth {1})',
  ],
  "a paper's table is made on the command line alone": [
    '{0} documents could not be read: pepita failures --collection {1}',
    'Name the folder that holds the data sets: --data DIR.',
  ],
  'a part of another, which is said otherwise': [' --formulator {0}'],
};
const never = Object.values(NEVER).flat();
const commanding = readCommanding();
const COMMAND = /(?<![\w-])--[a-z]|\bpepita [a-z]/;
const filled = (form: string): string => form.replace(/\{(\d)(:word)?\}/g, 'v$1');

describe('a message that names a flag or a command', () => {
  it('has words of the window in both languages, or never comes there', () => {
    expect(commanding.size).toBeGreaterThan(80);
    const missing = [...commanding]
      .filter(([form]) => !(form in inWindowEn) && !never.includes(form))
      .map(([form, file]) => `${file}: ${form}`);
    expect(missing).toEqual([]);
    expect(Object.keys(inWindowPt)).toEqual(Object.keys(inWindowEn));
  });

  it('is no more listed once it is gone, and only once', () => {
    const listed = [...Object.keys(inWindowEn), ...never];
    expect(listed.filter((form) => !commanding.has(form))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('is said by the window’s words, which send nobody to the command line unless they say so', () => {
    for (const [words, language, there] of [
      [inWindowEn, 'en', /command line/],
      [inWindowPt, 'pt-BR', /linha de comando/],
    ] as const)
      for (const [form, said] of Object.entries(words)) {
        expect(COMMAND.test(said) && !there.test(said), said).toBe(false);
        expect(said).not.toContain('undefined');
        expect(sayings[language](filled(form)), form).toBe(filled(said));
      }
  });
});

describe('what was said', () => {
  const index = 'Index it: pepita index --collection sample --encoder e5-small-pten.';
  it('names a place and a button', () => {
    expect(sayings.en(index)).toBe('Press “Index” at the collection in Library.');
    expect(sayings['pt-BR'](index)).toBe('Use “Indexar” na coleção, em Acervo.');
    expect(
      sayings.en(
        'Searched exactly: the approximate index is gone from the workspace; make it anew (pepita approximate --collection a --unit nugget --encoder b).',
      ),
    ).toBe('Searched exactly: the approximate index is gone from the workspace; make it anew (“Make an approximate index” in Library).');
  });

  it('beside others, in a row, and with what is filled in', () => {
    // Half of what is not known is not said otherwise.
    const failed = 'The moon is full. Turn it on: pepita endpoints enable ours.';
    expect(sayings.en(failed)).toBeUndefined();
    const text = 'There is no endpoint "ours". Turn it on: pepita endpoints enable ours.';
    expect(sayings.en(text)).toBe('There is no endpoint "ours". Press “Turn on” at ours in Models.');
    const none = 'Put one into /m or name it with --model; without one, --extractor extractive works.';
    expect(sayings.en(none)).toBe(
      'Put one into /m, then press “Look again” in Models; without one, the rules draw nuggets (“Nuggets by” in Library).',
    );
    expect(sayings['pt-BR'](none)).toBe(
      'Ponha um em /m e use “Procurar de novo” em Modelos; sem um, as regras extraem nuggets (“Nuggets por”, em Acervo).',
    );
  });

  it('stays as it is in English where it names no command', () => {
    expect(sayings.en('There is no endpoint "ours".')).toBe('There is no endpoint "ours".');
    expect(sayings.en('1 of 3 phrases (2 repeated, 1 too many)')).toBe('1 of 3 phrases (2 repeated, 1 too many)');
    expect(sayings.en('3 of 10 summaries of "documents" have no vector of e5.')).toBe(
      '3 of 10 summaries of "documents" have no vector of e5.',
    );
  });
});
