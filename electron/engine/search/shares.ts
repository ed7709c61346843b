/** What a term adds to the score of each unit that it occurs in, reckoned when a query first asks for it. */
import { type Postings, postingsOf } from './postings';

/** A term's units in ascending order, and its share in the score of each. */
export interface TermShares {
  readonly units: Uint32Array;
  /** idf · tf / (tf + norm), above 0. */
  readonly share: Float64Array;
}

/**
 * Shares under one pair of parameters. The commonest words cost a query most and come
 * in most queries, so what was reckoned is kept, up to as many numbers as there are postings.
 */
export class Shares {
  private readonly kept = new Map<string, TermShares>();
  private numbers = 0;

  constructor(
    private readonly postings: Postings,
    private readonly norms: Float64Array,
  ) {}

  /** Of terms that count as one. */
  of(terms: readonly number[]): TermShares {
    const key = terms.join(' ');
    const known = this.kept.get(key);
    if (known) return known;
    const made = reckon(this.postings, this.norms, terms);
    if (this.numbers + made.share.length > this.postings.unit.length) {
      this.kept.clear();
      this.numbers = 0;
    }
    this.kept.set(key, made);
    this.numbers += made.share.length;
    return made;
  }
}

function reckon(postings: Postings, norms: Float64Array, terms: readonly number[]): TermShares {
  const { units, counts } = postingsOf(postings, terms);
  const idf = Math.log(1 + (postings.units - units.length + 0.5) / (units.length + 0.5));
  const share = new Float64Array(units.length);
  for (let i = 0; i < share.length; i++) {
    const tf = counts[i]!;
    share[i] = (idf * tf) / (tf + norms[units[i]!]!);
  }
  return { units, share };
}

/** k1 · (1 − b + b · |d| / avg|d|) of each unit. */
export function lengthNorms({ units, lengths, averageLength }: Postings, k1: number, b: number): Float64Array {
  const norms = new Float64Array(units);
  for (let unit = 0; unit < units; unit++) norms[unit] = k1 * (1 - b + (b * lengths[unit]!) / (averageLength || 1));
  return norms;
}
