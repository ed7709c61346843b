/** A run against judgments: per query and in the mean, under a named convention. */
import type { Convention } from '../../../shared/contract';
import type { Ranked, Run } from '../../../shared/domain';
import { compareRanked } from '../../../shared/ties';
import type { Judged } from './measures';
import { type Measure, measureValue } from './parseMeasure';

/** Query id → its judgments. */
export type Qrels = ReadonlyMap<string, Judged>;

export interface EvaluateOptions {
  readonly convention: Convention;
  /**
   * `judged`: a judged query without results counts 0, as with trec_eval's -c (the default).
   * `answered`: it is left out, as without -c. The `jua` convention fixes its own and ignores this.
   */
  readonly denominator?: 'judged' | 'answered';
}

export interface Evaluation {
  readonly name: string;
  readonly convention: Convention;
  /** Measure → mean. `jua` rounds to 5 decimals. */
  readonly means: Readonly<Record<string, number>>;
  /** Measure → how many queries its mean was divided by. */
  readonly denominators: Readonly<Record<string, number>>;
  /** Query id → measure → value, in the order of the judgments; queries that no mean counts are not there. */
  readonly perQuery: ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** Judged queries. */
  readonly queries: number;
  /** Judged queries that the run does not answer. */
  readonly missing: readonly string[];
  /** Queries of the run that have no judgments. */
  readonly ignored: readonly string[];
}

/**
 * `trec_eval`: ties by the tie rule; the mean is over all judged queries.
 * `jua` (BEIR's evaluator): the same, but averaged over the answered queries and rounded to 5 decimals;
 * MRR sorts by score alone, so that ties keep the run's order, and divides by all judged queries.
 */
export function evaluateRun(run: Run, qrels: Qrels, measures: readonly Measure[], options: EvaluateOptions): Evaluation {
  const { convention, denominator = 'judged' } = options;
  const jua = convention === 'jua';
  const answers = (id: string): readonly Ranked[] => run.rankings.get(id) ?? [];
  const missing = [...qrels.keys()].filter((id) => answers(id).length === 0);
  const without = new Set(missing);
  const answered = qrels.size - missing.length;
  const countsMissing = ({ kind }: Measure) => (jua ? kind === 'mrr' : denominator === 'judged');

  const perQuery = new Map<string, Record<string, number>>();
  for (const [id, judged] of qrels) {
    const counted = without.has(id) ? measures.filter(countsMissing) : measures;
    if (counted.length === 0) continue;
    const gradesOf = (ranked: readonly Ranked[]) => ranked.map(({ doc_id }) => judged.get(doc_id) ?? null);
    const byRule = gradesOf([...answers(id)].sort(compareRanked));
    const asGiven = jua ? gradesOf([...answers(id)].sort((a, b) => b.score - a.score)) : byRule;
    const value = (m: Measure) => measureValue(m, m.kind === 'mrr' ? asGiven : byRule, judged);
    perQuery.set(id, Object.fromEntries(counted.map((m) => [m.name, value(m)])));
  }

  const rows = [...perQuery.values()];
  const denominators = Object.fromEntries(measures.map((m) => [m.name, countsMissing(m) ? qrels.size : answered]));
  const mean = ({ name }: Measure) => {
    const n = denominators[name]!;
    const sum = rows.reduce((total, row) => total + (row[name] ?? 0), 0);
    return n > 0 ? sum / n : 0;
  };
  const shown = (x: number) => (jua ? Math.round(x * 1e5) / 1e5 : x);
  return {
    name: run.name,
    convention,
    means: Object.fromEntries(measures.map((m) => [m.name, shown(mean(m))])),
    denominators,
    perQuery,
    queries: qrels.size,
    missing,
    ignored: [...run.rankings.keys()].filter((id) => !qrels.has(id)),
  };
}
