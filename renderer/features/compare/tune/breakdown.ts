/** A document's score as the parts that it is made of. Pure. */
import type { PartEvidence, RescoreOutput } from '../../../../shared/contract';

type Ranked = NonNullable<RescoreOutput['ranking']>[number];

export interface PartLine {
  readonly name: string;
  /** Its own score and rank, null where it does not list the document. */
  readonly score: number | null;
  readonly rank: number | null;
  /** Normalised, or 1 / (k + rank). */
  readonly value: number;
  readonly share: number;
  /** share × value: the lines' contributions add up to the score. */
  readonly contribution: number;
  readonly evidence: PartEvidence | undefined;
}

/** A ranking of one part is its part's own score. */
export function partLines({ score, rank, parts, evidence }: Ranked): PartLine[] {
  const [only] = evidence;
  if (parts.length === 0) return [{ name: only?.part ?? '', score, rank, value: score, share: 1, contribution: score, evidence: only }];
  return parts.map((part, i) => ({ ...part, contribution: part.share * part.value, evidence: evidence[i] }));
}
