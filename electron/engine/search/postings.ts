/** Which units a term occurs in and how often, in flat arrays ordered by term, then unit. */

export interface Postings {
  readonly units: number;
  /** Words of each unit, function words included. */
  readonly lengths: Uint32Array;
  readonly averageLength: number;
  /** Term t's entries are `starts[t]` to `starts[t + 1]`, exclusive. */
  readonly starts: Uint32Array;
  readonly unit: Uint32Array;
  readonly count: Uint32Array;
}

/** A list of units in ascending order with the number of occurrences in each. */
export interface TermUnits {
  readonly units: Uint32Array;
  readonly counts: Uint32Array;
}

/** Numbers that grow as they come, without a JavaScript array's boxes. */
class Growing {
  private held = new Uint32Array(1024);
  length = 0;
  push(value: number): void {
    if (this.length === this.held.length) {
      const wider = new Uint32Array(this.held.length * 2);
      wider.set(this.held);
      this.held = wider;
    }
    this.held[this.length++] = value;
  }
  view(): Uint32Array {
    return this.held.subarray(0, this.length);
  }
}

export class PostingsBuilder {
  private readonly terms = new Growing();
  private readonly unit = new Growing();
  private readonly count = new Growing();
  private readonly lengths = new Growing();
  /** Occurrences by term in the unit at hand; zero between units. */
  private readonly tally: number[] = [];

  /** Adds the next unit by the terms of its words in any order. */
  addUnit(terms: readonly number[]): void {
    const row = this.lengths.length;
    const distinct: number[] = [];
    for (const term of terms) {
      const before = this.tally[term] ?? 0;
      if (before === 0) distinct.push(term);
      this.tally[term] = before + 1;
    }
    for (const term of distinct) {
      this.terms.push(term);
      this.unit.push(row);
      this.count.push(this.tally[term]!);
      this.tally[term] = 0;
    }
    this.lengths.push(terms.length);
  }

  /** Orders the entries by term with a counting sort; units stay ascending within a term. */
  finish(vocabularySize: number): Postings {
    const terms = this.terms.view();
    const starts = new Uint32Array(vocabularySize + 1);
    for (const term of terms) starts[term + 1]!++;
    for (let t = 0; t < vocabularySize; t++) starts[t + 1]! += starts[t]!;
    const next = starts.slice();
    const unit = new Uint32Array(terms.length);
    const count = new Uint32Array(terms.length);
    const units = this.unit.view();
    const counts = this.count.view();
    for (let i = 0; i < terms.length; i++) {
      const at = next[terms[i]!]!++;
      unit[at] = units[i]!;
      count[at] = counts[i]!;
    }
    const lengths = this.lengths.view().slice();
    const words = lengths.reduce((sum, n) => sum + n, 0);
    return { units: lengths.length, lengths, averageLength: lengths.length > 0 ? words / lengths.length : 0, starts, unit, count };
  }
}

/** The units that have any of these terms, counted as if they were one term. */
export function postingsOf({ starts, unit, count }: Postings, terms: readonly number[]): TermUnits {
  const list = (term: number): TermUnits => ({
    units: unit.subarray(starts[term]!, starts[term + 1]!),
    counts: count.subarray(starts[term]!, starts[term + 1]!),
  });
  const [first, ...others] = terms.map(list);
  return others.reduce(joined, first ?? { units: new Uint32Array(0), counts: new Uint32Array(0) });
}

/** Two ascending lists as one, counts of the same unit added up. */
function joined(a: TermUnits, b: TermUnits): TermUnits {
  const units = new Uint32Array(a.units.length + b.units.length);
  const counts = new Uint32Array(units.length);
  let length = 0;
  for (let i = 0, j = 0; i < a.units.length || j < b.units.length; length++) {
    const left = a.units[i] ?? Number.POSITIVE_INFINITY;
    const right = b.units[j] ?? Number.POSITIVE_INFINITY;
    units[length] = Math.min(left, right);
    if (left <= right) counts[length]! += a.counts[i++]!;
    if (right <= left) counts[length]! += b.counts[j++]!;
  }
  return { units: units.subarray(0, length), counts: counts.subarray(0, length) };
}
