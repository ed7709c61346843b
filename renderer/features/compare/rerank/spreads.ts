/** The rerankings among the kept runs, each with all of its repeats. Pure. */
import type { RunReranking } from '../../../../shared/contract';
import type { RunEntry } from '../runs';

export interface RerankingGroup {
  readonly key: string;
  /** Of its first repeat that is still there. */
  readonly label: string;
  readonly reranking: RunReranking & { readonly outcome: NonNullable<RunReranking['outcome']> };
}

/** In the order of the runs; a run that was kept without what came of it has nothing to tell. */
export function rerankingGroups(entries: readonly RunEntry[]): RerankingGroup[] {
  const groups = new Map<string, RerankingGroup>();
  for (const { run, label, change } of entries) {
    const { reranking } = run;
    if (change || !reranking?.outcome) continue;
    const { outcome } = reranking;
    const key = reranking.group || run.id;
    if (!groups.has(key)) groups.set(key, { key, label, reranking: { ...reranking, outcome } });
  }
  return [...groups.values()];
}
