/** A draft → a nugget whose quotes were looked for in the source, and which was checked. What is not there is no evidence. */
import type { EvidenceSpan, EvidenceStatus } from '../../../shared/domain';
import type { ExtractedNugget } from '../ports';
import type { AlignSource } from './align';
import { type CheckContext, failedChecks } from './checks';
import type { NuggetProfile } from './profile';
import type { DraftNugget } from './reply';
import type { Window } from './windows';

/** Fewer words stand in any decision: to find them proves nothing. */
const LEAST_WORDS = 3;

export interface Judging extends CheckContext {
  readonly checks: NuggetProfile['checks'];
}

export function withEvidence(draft: DraftNugget, source: AlignSource, window: Window, trace: number, judging: Judging): ExtractedNugget {
  const spans = locateQuotes(draft.quotes, source, window);
  const status = weakestOf(spans);
  const failed = failedChecks({ text: draft.text, status }, judging.checks, judging);
  // Words that were cut off are told, whatever the profile checks.
  const failed_checks = draft.shortened.length > 0 && !failed.includes('length') ? [...failed, 'length'] : failed;
  return {
    text: draft.text,
    context: '',
    tier: 'written',
    status,
    spans,
    quotes: draft.quotes,
    cue: null,
    fields: draft.fields,
    failed_checks,
    trace,
  };
}

/** Places of the quotes that are found, each once. */
export function locateQuotes(quotes: readonly string[], source: AlignSource, window?: Window): EvidenceSpan[] {
  return quotes
    .filter(isTelling)
    .map((quote) => source.locate(quote, window))
    .filter((span): span is EvidenceSpan => span !== null)
    .filter((span, i, all) => all.findIndex((other) => other.start === span.start && other.end === span.end) === i);
}

export const weakestOf = (spans: readonly EvidenceSpan[]): EvidenceStatus =>
  (['fuzzy', 'normalised', 'exact'] as const).find((kind) => spans.some((span) => span.kind === kind)) ?? 'none';

const isTelling = (quote: string): boolean => (quote.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= LEAST_WORDS;
