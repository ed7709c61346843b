/**
 * BM25 over an inverted index in memory.
 * score(q, d) = Σ idf(t) · tf / (tf + k1 · (1 − b + b · |d| / avg|d|)), idf(t) = ln(1 + (N − df + .5) / (df + .5)),
 * as Lucene 8 and later compute it, with exact lengths (Robertson & Zaragoza 2009; Kamphuis et al. 2020).
 * A word that occurs n times in a query counts 3n / (n + 2) times (Robertson's k3 = 2): once for once, and
 * never more than three times, so that a query of a page is not ruled by its commonest word.
 */
import type { Lang } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { UnitHits } from '../../../shared/hits';
import { PostingsBuilder } from './postings';
import { lengthNorms, Shares } from './shares';
import { tokenise } from './tokenise';
import { topN } from './topN';
import { type QueryWord, Vocabulary } from './vocabulary';

export interface Bm25Unit {
  readonly id: string;
  readonly lang: Lang;
  readonly text: string;
}

export interface Bm25Params {
  /** Saturation of repeated words; 0.9 was best on Brazilian collections. */
  readonly k1: number;
  /** Share of length normalisation, 0–1. */
  readonly b: number;
}

/** Saturation of a query's repeated words. Measured: AILA cases nDCG@10 .117 without, .128 with; short queries do not change. */
const K3 = 2;

export const BM25_DEFAULTS: Bm25Params = { k1: 0.9, b: 0.4 };

export interface Bm25Index {
  /** Ids of the units by row, in the order in which they were given. */
  readonly unitIds: readonly string[];
  /** A score for each unit; 0 where no word of the query occurs. */
  scores(query: string, params?: Bm25Params): Bm25Scores;
  /** The best units with a score above 0. */
  hits(query: string, options?: Partial<Bm25Params> & { candidates?: number }): UnitHits & { readonly unmatched: string[] };
}

export interface Bm25Scores {
  readonly scores: Float32Array;
  /** Words of the query that no unit has, once each, in its order; function words are not listed. */
  readonly unmatched: string[];
}

/** Builds an index text by text, so that a caller can read from disk, and breathe, between them. */
export class Bm25Builder {
  private readonly vocabulary = new Vocabulary();
  private readonly postings = new PostingsBuilder();
  private readonly unitIds: string[] = [];
  private readonly seen = new Set<string>();

  /** @throws BAD_INPUT where the id was there already. */
  add({ id, lang, text }: Bm25Unit): void {
    if (this.seen.has(id))
      throw new AppError('BAD_INPUT', `The id "${id}" occurs twice among the texts to index.`, 'Give each text an id of its own.');
    this.seen.add(id);
    this.unitIds.push(id);
    this.postings.addUnit(tokenise(text).map((word) => this.vocabulary.add(word, lang)));
  }

  /** The builder is not to be used after it. */
  finish(): Bm25Index {
    const { vocabulary, unitIds } = this;
    const postings = this.postings.finish(vocabulary.size);
    // Many queries in a row have the same parameters: what was reckoned for the last ones is kept.
    const sharesOf = lastKept((k1: number, b: number) => new Shares(postings, lengthNorms(postings, k1, b)));
    // One query after the other: what they are summed up in is cleared, not made anew.
    const sums = new Float64Array(postings.units);
    const rows = new Uint32Array(postings.units);
    const found = (query: string, { k1, b }: Bm25Params) => score(vocabulary, sharesOf(k1, b), query, { sums, rows });
    const clear = (matched: Uint32Array) => {
      for (let i = 0; i < matched.length; i++) sums[matched[i]!] = 0;
    };
    return {
      unitIds,
      scores(query, params = BM25_DEFAULTS) {
        const { matched, unmatched } = found(query, params);
        const scores = new Float32Array(sums);
        clear(matched);
        return { scores, unmatched };
      },
      hits(query, { candidates = unitIds.length, ...params } = {}) {
        const { matched, unmatched } = found(query, { ...BM25_DEFAULTS, ...params });
        const hits = best(sums, matched, candidates, unitIds);
        clear(matched);
        return { ...hits, unmatched };
      },
    };
  }
}

function lastKept<T>(make: (k1: number, b: number) => T): (k1: number, b: number) => T {
  let last: { readonly k1: number; readonly b: number; readonly made: T } | undefined;
  return (k1, b) => {
    if (last?.k1 !== k1 || last.b !== b) last = { k1, b, made: make(k1, b) };
    return last.made;
  };
}

/** Where a query is summed up, a place for each unit. */
interface Scratch {
  /** All 0 before a query. */
  readonly sums: Float64Array;
  readonly rows: Uint32Array;
}

/** @returns matched: rows of the units that have a word of the query, in no order */
function score(
  vocabulary: Vocabulary,
  shares: Shares,
  query: string,
  { sums, rows }: Scratch,
): { matched: Uint32Array; unmatched: string[] } {
  const words = understand(vocabulary, query);
  let matches = 0;
  for (const { terms, times } of countEqual(words)) {
    const { units, share } = shares.of(terms);
    const weight = (times * (K3 + 1)) / (times + K3);
    for (let i = 0; i < units.length; i++) {
      const unit = units[i]!;
      const sum = sums[unit]!;
      // Every share is above 0, so a sum of 0 is one that nothing was added to.
      if (sum === 0) rows[matches++] = unit;
      sums[unit] = sum + weight * share[i]!;
    }
  }
  const unmatched = new Set(words.filter(({ terms }) => terms.length === 0).map(({ word }) => word));
  return { matched: rows.subarray(0, matches), unmatched: [...unmatched] };
}

/** The words of a query that are looked up: function words only where there is nothing else. */
function understand(vocabulary: Vocabulary, query: string): QueryWord[] {
  const all = tokenise(query).map((word) => vocabulary.look(word));
  const telling = all.filter(({ stop }) => !stop);
  return telling.length > 0 ? telling : all.map(({ word }) => vocabulary.lookAny(word));
}

/** Words that stand for the same terms, together, in the order of first occurrence. */
function countEqual(words: readonly QueryWord[]): { terms: readonly number[]; times: number }[] {
  const groups = new Map<string, { terms: readonly number[]; times: number }>();
  for (const { terms } of words) {
    if (terms.length === 0) continue;
    const key = terms.join(' ');
    const group = groups.get(key);
    if (group) group.times++;
    else groups.set(key, { terms, times: 1 });
  }
  return [...groups.values()];
}

/** A unit without any word of the query is no hit. */
function best(sums: Float64Array, matched: Uint32Array, candidates: number, unitIds: readonly string[]): UnitHits {
  const scores = new Float32Array(matched.length);
  for (let i = 0; i < scores.length; i++) scores[i] = sums[matched[i]!]!;
  const first = topN(scores, candidates, (i) => unitIds[matched[i]!]!);
  const units = new Uint32Array(first.length);
  const kept = new Float32Array(first.length);
  for (let rank = 0; rank < first.length; rank++) {
    units[rank] = matched[first[rank]!]!;
    kept[rank] = scores[first[rank]!]!;
  }
  return { units, scores: kept, floor: matched.length > units.length ? kept[kept.length - 1]! : 0 };
}
