import { describe, expect, it } from 'vitest';
import { type AbilityReport, abilityFigures, verdictOf } from '../../shared/ability';

const report = (change: Partial<AbilityReport> = {}): AbilityReport => ({
  extractor: 'llama',
  model_id: 'm',
  model_sha256: 'a',
  profile: 'jurisprudence',
  documents: 12,
  failed: [],
  answers: 20,
  valid: 18,
  stops: { complete: 20 },
  nuggets: 40,
  empty: 3,
  located: { exact: 30, normalised: 2, fuzzy: 0, none: 8 },
  passed: {
    evidence: 32,
    'self-contained': 32,
    'no-party-names': 40,
    'no-case-numbers': 40,
    language: 32,
    length: 40,
    'whole-sentence': 40,
  },
  prompt_tokens: 1000,
  answer_tokens: 500,
  seconds: 60,
  stamp: 's',
  at: '',
  ...change,
});

describe('what a model is able to do', () => {
  it('in shares', () => {
    expect(abilityFigures(report())).toEqual({
      valid: 0.9,
      perDocument: 40 / 12,
      located: 0.8,
      selfContained: 0.8,
      language: 0.8,
      secondsPerDocument: 5,
    });
    // No nugget, no share: nothing is divided by nothing.
    expect(abilityFigures(report({ nuggets: 0, located: { exact: 0, normalised: 0, fuzzy: 0, none: 0 } })).located).toBe(0);
  });

  it('good at the edge of every rule, weak beyond any of them', () => {
    expect(verdictOf(report())).toBe('good');
    expect(verdictOf(report({ valid: 17 }))).toBe('weak');
    expect(verdictOf(report({ empty: 4 }))).toBe('weak');
    expect(verdictOf(report({ located: { exact: 31, normalised: 0, fuzzy: 0, none: 9 } }))).toBe('weak');
    expect(verdictOf(report({ passed: { ...report().passed, 'self-contained': 31 } }))).toBe('weak');
    expect(verdictOf(report({ passed: { ...report().passed, language: 31 } }))).toBe('weak');
  });

  it('unfit where half of it fails', () => {
    expect(verdictOf(report({ valid: 9 }))).toBe('unfit');
    expect(verdictOf(report({ empty: 7 }))).toBe('unfit');
    expect(verdictOf(report({ located: { exact: 19, normalised: 0, fuzzy: 0, none: 21 } }))).toBe('unfit');
    expect(verdictOf(report({ nuggets: 0, empty: 12 }))).toBe('unfit');
  });
});
