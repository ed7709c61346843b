/** A draft → a nugget whose quotes were looked for in the source. What is not there is no evidence. */
import type { EvidenceSpan } from '../../../shared/domain';
import type { ExtractedNugget } from '../ports';
import type { AlignSource } from './align';
import type { DraftNugget } from './reply';
import type { Window } from './windows';

/** Fewer words stand in any decision: to find them proves nothing. */
const LEAST_WORDS = 3;

export function withEvidence(draft: DraftNugget, source: AlignSource, window: Window, trace: number): ExtractedNugget {
  const spans = draft.quotes
    .filter(isTelling)
    .map((quote) => source.locate(quote, window))
    .filter((span): span is EvidenceSpan => span !== null)
    .filter((span, i, all) => all.findIndex((other) => other.start === span.start && other.end === span.end) === i);
  const weakest = (['fuzzy', 'normalised', 'exact'] as const).find((kind) => spans.some((span) => span.kind === kind));
  return {
    text: draft.text,
    context: '',
    tier: 'written',
    status: weakest ?? 'none',
    spans,
    quotes: draft.quotes,
    cue: null,
    fields: {},
    failed_checks: [],
    trace,
  };
}

const isTelling = (quote: string): boolean => (quote.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= LEAST_WORDS;
