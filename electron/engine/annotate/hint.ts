/**
 * How likely a nugget is borne by its text, from what can be counted: where its evidence lies, the words that both share, how near
 * their vectors are. A hint, never a judgment. Pure: words and cosines come from outside.
 */
import type { Hint } from '../../../shared/contract';

export interface HintSignals {
  /** Similarity of the weakest located quote, 0 where none is located. */
  readonly location: number;
  /** Content words of the nugget, and of the text that is its evidence. */
  readonly nuggetWords: ReadonlySet<string>;
  readonly evidenceWords: ReadonlySet<string>;
  /** Every word of the decision. */
  readonly documentWords: ReadonlySet<string>;
  /** Cosine of nugget and evidence, and the mean over places all over the decision; null without an encoder. */
  readonly cosines: { readonly evidence: number; readonly mean: number } | null;
}

/** Shares of the score; without vectors the other two keep their proportion. */
const WEIGHTS = { location: 0.3, lexical: 0.4, embedding: 0.3 };
const SUPPORT = 0.7;
const PARTIAL = 0.45;

const isNumber = (word: string): boolean => /^\p{N}/u.test(word);

export function hintOf({
  location,
  nuggetWords,
  evidenceWords,
  documentWords,
  cosines,
}: HintSignals): Omit<Hint, 'nugget_id' | 'version' | 'evidence' | 'model'> {
  const words = [...nuggetWords];
  const lexical = words.length === 0 ? 0 : words.filter((word) => evidenceWords.has(word)).length / words.length;
  // Vectors of one language lie close together: what counts is how far the evidence stands out of the rest of the decision.
  const embedding = cosines === null ? null : clip((cosines.evidence - cosines.mean) / Math.max(1e-6, 1 - cosines.mean));
  const rest = WEIGHTS.location + WEIGHTS.lexical;
  const counted = WEIGHTS.location * location + WEIGHTS.lexical * lexical;
  const score = embedding === null ? counted / rest : counted + WEIGHTS.embedding * embedding;
  const missing = words.filter((word) => isNumber(word) && !evidenceWords.has(word));
  const invented = missing.filter((word) => !documentWords.has(word));
  const byScore = score >= SUPPORT ? 'support' : score >= PARTIAL ? 'partial' : 'no_support';
  // A number that the evidence lacks is at best half borne; one that the whole decision lacks is not.
  const verdict = invented.length > 0 ? 'no_support' : missing.length > 0 && byScore === 'support' ? 'partial' : byScore;
  return { score, verdict, signals: { location, lexical, embedding }, missing_numbers: missing };
}

const clip = (x: number): number => Math.min(1, Math.max(0, x));

export interface Verdicts {
  readonly people: 'support' | 'partial' | 'no_support';
  readonly hint: 'support' | 'partial' | 'no_support';
}

/** How well "no support" is foreseen; null where there is none to foresee, or none was foreseen. */
export function foresight(pairs: readonly Verdicts[]): {
  precision: number | null;
  recall: number | null;
  foreseen: number;
  judged: number;
  same: number | null;
} {
  const both = pairs.filter(({ people, hint }) => people === 'no_support' && hint === 'no_support').length;
  const foreseen = pairs.filter(({ hint }) => hint === 'no_support').length;
  const judged = pairs.filter(({ people }) => people === 'no_support').length;
  const same = pairs.filter(({ people, hint }) => people === hint).length;
  const share = (n: number, of: number) => (of === 0 ? null : n / of);
  return { precision: share(both, foreseen), recall: share(both, judged), foreseen, judged, same: share(same, pairs.length) };
}
