/** Runs against each other, query by query: what differs, how surely, and how alike the rankings are. */
import type { Run } from '../../../shared/domain';
import { compareRanked } from '../../../shared/ties';
import type { Pieces } from '../pieces';
import { bootstrapMean } from './bootstrap';
import type { Evaluation } from './evaluate';
import { kendallTau, rankBiasedOverlap } from './rankCorrelation';
import { holm } from './significance/holm';
import { pairedT } from './significance/pairedT';
import { randomisation } from './significance/randomisation';
import { settled } from './significance/settled';
import { wilcoxon } from './significance/wilcoxon';

/** A p-value, and the same after Holm's correction over the pairs that one measure is compared in. NaN where there are too few queries. */
export interface PValue {
  readonly p: number;
  readonly corrected: number;
}

export interface Pair {
  readonly measure: string;
  /** The run that is asked about, and the one it is held against. */
  readonly run: string;
  readonly against: string;
  /** Mean of run − against over the queries that both means count. */
  readonly difference: number;
  /** 95 % bootstrap interval of the difference. */
  readonly ci95: readonly [number, number];
  /** Queries on which the run is better, equal (to ten digits), worse. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  readonly t: PValue;
  readonly wilcoxon: PValue;
  readonly randomisation: PValue;
}

export interface Likeness {
  readonly run: string;
  readonly against: string;
  /** Means over the queries that both answer. Kendall's τ over the shared documents, null where no query shares two. */
  readonly tau: number | null;
  readonly rbo: number | null;
  readonly queries: number;
}

/** Each pair of names once, in order; with a baseline, each other run against it. */
export function pairsOf(names: readonly string[], baseline?: string): [run: string, against: string][] {
  if (baseline !== undefined) return names.filter((name) => name !== baseline).map((name) => [name, baseline]);
  return names.flatMap((against, i) => names.slice(i + 1).map((run): [string, string] => [run, against]));
}

/**
 * @param evaluations of the same judgments, measures and convention, each name once
 * @param onPair hears of each pair and measure that is done
 */
export function* comparePairs(
  evaluations: readonly Evaluation[],
  measures: readonly string[],
  { baseline, onPair }: { baseline?: string | undefined; onPair?: (() => void) | undefined } = {},
): Pieces<Pair[]> {
  const byName = new Map(evaluations.map((evaluation) => [evaluation.name, evaluation]));
  const names = pairsOf([...byName.keys()], baseline);
  const pairs: Pair[] = [];
  for (const measure of measures) {
    const found: (Omit<Pair, TestName> & { ps: Record<TestName, number> })[] = [];
    for (const [run, against] of names) {
      found.push(yield* onePair(byName.get(run)!, byName.get(against)!, measure));
      onPair?.();
    }
    const corrected = (kind: TestName) => holm(found.map((pair) => pair.ps[kind]));
    const [t, w, r] = [corrected('t'), corrected('wilcoxon'), corrected('randomisation')];
    for (const [i, { ps, ...pair }] of found.entries())
      pairs.push({
        ...pair,
        t: { p: ps.t, corrected: t[i]! },
        wilcoxon: { p: ps.wilcoxon, corrected: w[i]! },
        randomisation: { p: ps.randomisation, corrected: r[i]! },
      });
  }
  return pairs;
}

type TestName = 't' | 'wilcoxon' | 'randomisation';

function* onePair(run: Evaluation, against: Evaluation, measure: string): Pieces<Omit<Pair, TestName> & { ps: Record<TestName, number> }> {
  const differences = [...run.perQuery].flatMap(([query, values]) => {
    const [x, y] = [values[measure], against.perQuery.get(query)?.[measure]];
    return x === undefined || y === undefined ? [] : [x - y];
  });
  const signs = differences.map((d) => Math.sign(settled(d)));
  const count = (sign: number) => signs.filter((s) => s === sign).length;
  return {
    measure,
    run: run.name,
    against: against.name,
    difference: differences.length > 0 ? differences.reduce((sum, d) => sum + d, 0) / differences.length : 0,
    ci95: yield* bootstrapMean(differences),
    wins: count(1),
    ties: count(0),
    losses: count(-1),
    ps: { t: pairedT(differences).p, wilcoxon: wilcoxon(differences).p, randomisation: (yield* randomisation(differences)).p },
  };
}

/** @param depth ranks that rank-biased overlap and τ look at */
export function* compareOrders(runs: readonly Run[], baseline?: string, depth = 100): Pieces<Likeness[]> {
  const orders = new Map<string, Map<string, string[]>>();
  for (const run of runs) {
    orders.set(run.name, ordersOf(run, depth));
    yield;
  }
  const likeness: Likeness[] = [];
  for (const [run, against] of pairsOf([...orders.keys()], baseline)) {
    const [a, b] = [orders.get(run)!, orders.get(against)!];
    const shared = [...a.keys()].filter((query) => b.has(query));
    const taus: number[] = [];
    const overlaps: number[] = [];
    for (const query of shared) {
      const tau = kendallTau(a.get(query)!, b.get(query)!)?.tau;
      if (tau !== undefined) taus.push(tau);
      overlaps.push(rankBiasedOverlap(a.get(query)!, b.get(query)!));
      yield;
    }
    likeness.push({ run, against, tau: mean(taus), rbo: mean(overlaps), queries: shared.length });
  }
  return likeness;
}

const mean = (values: readonly number[]): number | null =>
  values.length > 0 ? values.reduce((sum, x) => sum + x, 0) / values.length : null;

function ordersOf({ rankings }: Run, depth: number): Map<string, string[]> {
  return new Map(
    [...rankings].map(([query, ranked]) => [
      query,
      [...ranked]
        .sort(compareRanked)
        .slice(0, depth)
        .map(({ doc_id }) => doc_id),
    ]),
  );
}
