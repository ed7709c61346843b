/**
 * A nugget that was made elsewhere → one with evidence like ours. Places that are given are held against the quotes:
 * where the text does not read so, the quotes are looked for anew.
 */
import type { EvidenceKind, EvidenceSpan, Nugget } from '../../../shared/domain';
import { normalise } from '../text/normalise';
import { type AlignSource, FUZZY_THRESHOLD, similarity, trimQuote } from './align';
import { locateQuotes, weakestOf } from './evidence';

/** Changes with what this file does: it goes into the extraction key. */
export const IMPORT_VERSION = '1';

/** Offsets are UTF-16 code units; undefined where they lie outside of the text or split a character. */
export interface GivenPlace {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly kind?: EvidenceKind | undefined;
  readonly score?: number | undefined;
}

export interface GivenEvidence {
  readonly text: string;
  readonly quotes: readonly string[] | undefined;
  readonly places: readonly GivenPlace[] | undefined;
}

export interface Evidence extends Pick<Nugget, 'status' | 'spans' | 'quotes'> {
  /** Why the places that were given were not taken as they are, '' where they were. */
  readonly doubt: string;
}

const STRENGTH: Readonly<Record<EvidenceKind, number>> = { exact: 3, normalised: 2, fuzzy: 1 };
/** How far a similarity that is given may lie from ours. */
const TOLERANCE = 0.05;

export function evidenceOf({ text: said, quotes: given, places = [] }: GivenEvidence, text: string, source: AlignSource): Evidence {
  if (places.length === 0) {
    // Without a quote the nugget itself may be a sentence of the text.
    const spans = locateQuotes(given ?? [said], source);
    return { ...evidence(spans, given ?? (spans.length > 0 ? [said] : [])), doubt: '' };
  }
  const misplaced = places.find((place) => place.start === undefined || place.end === undefined);
  if (misplaced) {
    const quotes = given?.length ? given : [said];
    return { ...evidence(locateQuotes(quotes, source), quotes), doubt: 'a span lies outside of the text or splits a character' };
  }
  const whole = places as readonly (GivenPlace & { start: number; end: number })[];
  const slices = whole.map(({ start, end }) => text.slice(start, end));
  const quotes = given?.length ? given : slices;
  // One quote may be borne by several places together: a page header stood between them.
  const together = quotes.length === 1 && slices.length > 1 ? bornBy(slices.join(' '), quotes[0]!) : undefined;
  const found = slices.map((slice) => best([together, ...quotes.map((quote) => bornBy(slice, quote))]));
  const bad = found.indexOf(undefined);
  if (bad >= 0) {
    const { start, end } = whole[bad]!;
    return { ...evidence(locateQuotes(quotes, source), quotes), doubt: `the text at ${start}–${end} does not read as its quote` };
  }
  const spans = whole.map(({ start, end, kind, score }, i): EvidenceSpan => {
    const own = found[i]!;
    const kept = kind !== undefined && STRENGTH[kind] <= STRENGTH[own.kind] && (kind !== 'fuzzy' || plausible(score, own.score));
    return kept ? { start, end, kind, score: kind === 'fuzzy' ? score! : 1 } : { start, end, ...own };
  });
  const overstated = whole.some(({ kind }, i) => kind !== undefined && STRENGTH[kind] > STRENGTH[found[i]!.kind]);
  return { ...evidence(spans, quotes), doubt: overstated ? 'the evidence is weaker than was said' : '' };
}

type Found = Pick<EvidenceSpan, 'kind' | 'score'>;

/** How surely a stretch of text is the quote; undefined where it is not. */
function bornBy(slice: string, quote: string): Found | undefined {
  const wanted = trimQuote(quote);
  if (slice === wanted || slice === quote) return { kind: 'exact', score: 1 };
  const [a, b] = [normalise(slice), normalise(wanted)];
  if (a === '' || b === '') return undefined;
  if (a === b) return { kind: 'normalised', score: 1 };
  // Texts of so different lengths can't be similar: that is cheaper to see than to measure.
  if (Math.min(a.length, b.length) < FUZZY_THRESHOLD * Math.max(a.length, b.length)) return undefined;
  const score = similarity(a, b);
  return score >= FUZZY_THRESHOLD ? { kind: 'fuzzy', score } : undefined;
}

function best(found: readonly (Found | undefined)[]): Found | undefined {
  return found.filter((one) => one !== undefined).sort((a, b) => STRENGTH[b.kind] - STRENGTH[a.kind] || b.score - a.score)[0];
}

const plausible = (given: number | undefined, ours: number): boolean => given !== undefined && Math.abs(given - ours) <= TOLERANCE;

const evidence = (spans: EvidenceSpan[], quotes: readonly string[]) => ({ status: weakestOf(spans), spans, quotes: [...quotes] });
