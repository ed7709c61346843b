/** What an extractor can do, measured on twelve short decisions that come along. */
import { z } from 'zod';
import { CheckId } from './profiles';

export const AbilityReport = z.object({
  extractor: z.string(),
  model_id: z.string(),
  model_sha256: z.string(),
  profile: z.string(),
  /** Decisions that were read; those that failed count too. */
  documents: z.int(),
  failed: z.array(z.object({ doc_id: z.string(), message: z.string() })),
  /** Answers, and how many of them were whole and of the form asked for at the first attempt. */
  answers: z.int(),
  valid: z.int(),
  /** Why answers ended: `complete`, `maxTokens`, `loop` … → how many. */
  stops: z.record(z.string(), z.int()),
  nuggets: z.int(),
  /** Decisions with no nugget. */
  empty: z.int(),
  located: z.object({ exact: z.int(), normalised: z.int(), fuzzy: z.int(), none: z.int() }),
  /** Check → nuggets that pass it. */
  passed: z.record(CheckId, z.int()),
  prompt_tokens: z.int(),
  answer_tokens: z.int(),
  seconds: z.number(),
  /** Which decisions, how and by which program: reports of the same stamp can be compared. */
  stamp: z.string(),
  at: z.string(),
});
export type AbilityReport = z.infer<typeof AbilityReport>;

/** `good`: its nuggets can be worked with · `weak`: only beside a human eye · `unfit`: it cannot extract. */
export type Verdict = 'good' | 'weak' | 'unfit';

const share = (part: number, of: number): number => (of > 0 ? part / of : 0);

/** Shares from 0 to 1, and what an average decision gives. */
export function abilityFigures(report: AbilityReport) {
  const { documents, nuggets, located } = report;
  return {
    valid: share(report.valid, report.answers),
    perDocument: share(nuggets, documents),
    located: share(nuggets - located.none, nuggets),
    selfContained: share(report.passed['self-contained'] ?? 0, nuggets),
    language: share(report.passed.language ?? 0, nuggets),
    secondsPerDocument: share(report.seconds, documents),
  };
}

/**
 * good: at least 9 of 10 answers valid, one nugget a decision and in 3 of 4 decisions, 8 of 10 nuggets located,
 * self-contained and in the decision's language. unfit: fewer than half of the answers valid, half of the decisions
 * without a nugget, or half of the nuggets not located. A rule of thumb: it cannot tell whether a thesis is true.
 */
export function verdictOf(report: AbilityReport): Verdict {
  const { valid, perDocument, located, selfContained, language } = abilityFigures(report);
  const empty = share(report.empty, report.documents);
  if (valid < 0.5 || empty > 0.5 || located < 0.5) return 'unfit';
  return valid >= 0.9 && perDocument >= 1 && empty <= 0.25 && [located, selfContained, language].every((x) => x >= 0.8) ? 'good' : 'weak';
}
