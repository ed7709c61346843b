/**
 * Measures of one ranking against one query's judgments, as trec_eval defines them.
 * `grades` are the judged grades in rank order, null where a document is not judged.
 * A grade of 1 or more is relevant; grades below 1 gain nothing.
 */
export type Grades = readonly (number | null)[];
/** The judgments of one query: document id → grade. */
export type Judged = ReadonlyMap<string, number>;

const relevant = (grade: number | null): boolean => grade !== null && grade >= 1;
const countRelevant = (judged: Judged): number => [...judged.values()].filter(relevant).length;

/** Linear gain, discount 1 / log2(rank + 1); the ideal is over all judged documents of the query. 0 where none is relevant. */
export function ndcg(grades: Grades, judged: Judged, k = Number.POSITIVE_INFINITY): number {
  const ideal = dcg(
    [...judged.values()].sort((a, b) => b - a),
    k,
  );
  return ideal > 0 ? dcg(grades, k) / ideal : 0;
}

function dcg(grades: Grades, k: number): number {
  let sum = 0;
  for (let i = 0; i < Math.min(k, grades.length); i++) sum += Math.max(0, grades[i] ?? 0) / Math.log2(i + 2);
  return sum;
}

/** The precisions at the relevant ranks up to k, divided by all relevant documents R (not by min(R, k)). */
export function averagePrecision(grades: Grades, judged: Judged, k = Number.POSITIVE_INFINITY): number {
  let found = 0;
  let sum = 0;
  for (let i = 0; i < Math.min(k, grades.length); i++) {
    if (relevant(grades[i]!)) sum += ++found / (i + 1);
  }
  const all = countRelevant(judged);
  return all > 0 ? sum / all : 0;
}

/** 1 / rank of the first relevant document up to k, else 0. */
export function reciprocalRank(grades: Grades, _judged: Judged, k = Number.POSITIVE_INFINITY): number {
  const first = grades.findIndex(relevant);
  return first >= 0 && first < k ? 1 / (first + 1) : 0;
}

/** Relevant documents up to k, divided by k, however short the ranking is. */
export function precision(grades: Grades, _judged: Judged, k: number): number {
  return grades.slice(0, k).filter(relevant).length / k;
}

/** Relevant documents up to k, divided by all relevant ones; 0 where there are none. */
export function recall(grades: Grades, judged: Judged, k: number): number {
  const all = countRelevant(judged);
  return all > 0 ? grades.slice(0, k).filter(relevant).length / all : 0;
}

/**
 * How seldom judged irrelevant documents stand before relevant ones (Buckley & Voorhees 2004, as trec_eval's bpref):
 * unjudged documents are as if they were not there. For each relevant document found, 1 − min(n, R) / min(N, R),
 * where n judged irrelevant ones stand before it of N in all; over R. Grades below 0 count as not judged.
 */
export function bpref(grades: Grades, judged: Judged, k = Number.POSITIVE_INFINITY): number {
  const all = countRelevant(judged);
  if (all === 0) return 0;
  const irrelevant = [...judged.values()].filter((grade) => grade === 0).length;
  let before = 0;
  let sum = 0;
  for (const grade of grades.slice(0, k)) {
    if (relevant(grade)) sum += before > 0 ? 1 - Math.min(before, all) / Math.min(irrelevant, all) : 1;
    else if (grade === 0) before++;
  }
  return sum / all;
}

/** Rank-biased precision (Moffat & Zobel 2008): (1 − p) Σ p^(rank − 1) over the relevant documents up to k. */
export function rankBiasedPrecision(grades: Grades, _judged: Judged, k: number, persistence: number): number {
  let weight = 1 - persistence;
  let sum = 0;
  for (const grade of grades.slice(0, k)) {
    if (relevant(grade)) sum += weight;
    weight *= persistence;
  }
  return sum;
}
