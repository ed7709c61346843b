import { describe, expect, it } from 'vitest';
import { DEFAULT_KEYS, keyClash, keysOf, pressed } from '../../renderer/features/audit/judge/actions';
import { moveEdge, sentencesOf, stepSentence, trimmed, withPlace } from '../../renderer/features/audit/judge/textPlaces';
import { NO_VALUES } from '../../shared/annotation';

const TEXT = 'O prazo é de cinco anos. 👩‍⚖️ Não corre antes da ciência.\n\n  Conta-se em dias úteis.';
const of = (words: string) => ({ start: TEXT.indexOf(words), end: TEXT.indexOf(words) + words.length });
const words = ({ start, end }: { start: number; end: number }) => TEXT.slice(start, end);

describe('places chosen by key', () => {
  const sentences = sentencesOf(TEXT, 'pt');

  it('are sentences without the white space around them, in the offsets of the text', () => {
    expect(sentences[0]).toEqual({ start: 0, end: 24 });
    expect(sentences.map(words).at(-1)).toBe('Conta-se em dias úteis.');
    for (const sentence of sentences) expect(words(sentence)).toBe(words(sentence).trim());
  });

  it('step from one sentence to the next and back, and stay at the ends', () => {
    const first = stepSentence(sentences, undefined, 1)!;
    expect(first).toEqual(sentences[0]);
    expect(stepSentence(sentences, first, 1)).toEqual(sentences[1]);
    expect(stepSentence(sentences, first, -1)).toEqual(first);
    expect(stepSentence(sentences, sentences.at(-1), 1)).toEqual(sentences.at(-1));
    // From within a sentence, before is its own start.
    expect(stepSentence(sentences, of('cinco'), -1)).toEqual(sentences[0]);
    expect(stepSentence([], undefined, 1)).toBeUndefined();
  });

  it('are moved by words at either edge, over line ends, and never to nothing', () => {
    const place = of('cinco anos.');
    expect(words(moveEdge(TEXT, place, 'end', 1))).toBe('cinco anos. 👩‍⚖️');
    expect(words(moveEdge(TEXT, place, 'end', -1))).toBe('cinco');
    expect(words(moveEdge(TEXT, of('cinco'), 'end', -1))).toBe('cinco');
    expect(words(moveEdge(TEXT, place, 'start', -1))).toBe('de cinco anos.');
    expect(words(moveEdge(TEXT, place, 'start', 1))).toBe('anos.');
    expect(words(moveEdge(TEXT, of('anos.'), 'start', 1))).toBe('anos.');
    expect(words(moveEdge(TEXT, of('ciência.'), 'end', 1))).toBe('ciência.\n\n  Conta-se');
    expect(moveEdge(TEXT, { start: 0, end: TEXT.length }, 'end', 1)).toEqual({ start: 0, end: TEXT.length });
  });

  it('lose the white space at their edges; nothing else is none', () => {
    expect(words(trimmed(TEXT, { start: of('ciência.').start, end: of('Conta-se').start })!)).toBe('ciência.');
    expect(trimmed(TEXT, { start: of('ciência.').end, end: of('Conta-se').start })).toBeUndefined();
  });

  it('are kept in the order of the text, the same one once', () => {
    const [a, b] = [of('O prazo'), of('cinco')];
    expect(withPlace([b], a)).toEqual([a, b]);
    expect(withPlace([a, b], { ...b })).toEqual([a, b]);
  });
});

describe('keys', () => {
  it('are one for each action from the start', () => {
    const keys = Object.values(DEFAULT_KEYS);
    expect(new Set(keys).size).toBe(keys.length);
    for (const [action, key] of Object.entries(DEFAULT_KEYS)) expect(keyClash(DEFAULT_KEYS, action, key)).toBeUndefined();
  });

  it('that another action or the window has are refused', () => {
    expect(keyClash(DEFAULT_KEYS, 'next', '1')).toEqual({ by: 'faithful.support' });
    expect(keyClash(DEFAULT_KEYS, 'next', 'n')).toEqual({ by: '' });
    expect(keyClash(DEFAULT_KEYS, 'next', 'y')).toBeUndefined();
  });

  it('chosen once are kept, those of unknown actions are not', () => {
    const keys = keysOf({ next: 'y', gone: 'z' });
    expect(keys['next']).toBe('y');
    expect(keys['previous']).toBe(DEFAULT_KEYS['previous']);
    expect(keys['gone']).toBeUndefined();
  });
});

describe('a press', () => {
  it('sets a label, and takes it back when it is pressed again', () => {
    expect(pressed(NO_VALUES, 'faithful', 'partial')).toEqual({ faithful: 'partial' });
    expect(pressed({ ...NO_VALUES, faithful: 'partial' }, 'faithful', 'partial')).toEqual({ faithful: null });
  });

  it('adds a problem, or takes it away, in the order in which they are shown', () => {
    const values = { ...NO_VALUES, problems: ['merged_theses' as const] };
    expect(pressed(values, 'problems', 'over_general')).toEqual({ problems: ['over_general', 'merged_theses'] });
    expect(pressed(values, 'problems', 'merged_theses')).toEqual({ problems: [] });
  });
});
