/**
 * The form in which the JUÁ leaderboard keeps its figures (github.com/ufca-llms/jua, docs/leaderboard.md): for each model a
 * folder with one JSON file a task and model_meta.json. Pure.
 */
import { AppError } from '../../../shared/errors';
import type { Evaluation } from './evaluate';
import { type Measure, parseMeasure } from './parseMeasure';

const CUTS = [1, 3, 5, 10, 100, 1000] as const;
/** Our name, the block it stands in, and what it is called there. */
const BLOCKS = [
  ['ndcg', 'ndcg', 'NDCG'],
  ['map', 'map', 'MAP'],
  ['r', 'recall', 'Recall'],
  ['p', 'precision', 'P'],
  ['mrr', 'mrr', 'MRR'],
] as const;

export const LEADERBOARD_MEASURES: readonly Measure[] = BLOCKS.flatMap(([ours]) => CUTS.map((cut) => parseMeasure(`${ours}@${cut}`)));

export interface LeaderboardEntry {
  readonly model: string;
  readonly task: string;
  readonly metrics: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly overall_score: number | null;
  readonly generated_at?: string | undefined;
}

/** @param means under the `jua` convention, which rounds to five decimals as the leaderboard does */
export function leaderboardEntry({ means }: Pick<Evaluation, 'means'>, of: { model: string; task: string; at: string }): LeaderboardEntry {
  const metrics = BLOCKS.map(([ours, block, theirs]) => [
    block,
    Object.fromEntries(CUTS.map((cut) => [`${theirs}@${cut}`, means[`${ours}@${cut}`] ?? 0])),
  ]);
  return {
    model: of.model,
    task: of.task,
    metrics: Object.fromEntries(metrics),
    overall_score: means['ndcg@10'] ?? null,
    generated_at: of.at,
  };
}

/** A file of the leaderboard, its figures under our names of the measures. @throws BAD_INPUT naming file and reason */
export function parseLeaderboard(text: string, file: string): { model: string; task: string; figures: Record<string, number>; at: string } {
  const refuse = (reason: string) =>
    new AppError('BAD_INPUT', `${file}: ${reason}`, 'A file of the leaderboard has model, task and metrics.', { file, reason });
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw refuse(`it is not JSON (${error instanceof Error ? error.message : error})`);
  }
  const entry = (json ?? {}) as Partial<LeaderboardEntry>;
  if (typeof entry.task !== 'string' || entry.metrics === null || typeof entry.metrics !== 'object')
    throw refuse('it has no task or no metrics');
  const figures: Record<string, number> = {};
  for (const [ours, block, theirs] of BLOCKS) {
    // The leaderboard's own reader takes either spelling.
    const found = entry.metrics[block] ?? entry.metrics[block.toUpperCase()];
    for (const [name, value] of Object.entries(found ?? {})) {
      const cut = new RegExp(`^${theirs}@(\\d+)$`, 'i').exec(name)?.[1];
      if (cut === undefined) continue;
      if (typeof value !== 'number' || !(value >= 0 && value <= 1))
        throw refuse(`${name} is ${JSON.stringify(value)}, no figure from 0 to 1`);
      figures[`${ours}@${cut}`] = value;
    }
  }
  if (Object.keys(figures).length === 0) throw refuse('none of its metrics is known');
  return { model: typeof entry.model === 'string' ? entry.model : '', task: entry.task, figures, at: entry.generated_at ?? '' };
}

/** A model's folder. */
export const folderOf = (model: string): string => model.replace(/[\\/]/g, '_').replace(/^\.+/, '_');
