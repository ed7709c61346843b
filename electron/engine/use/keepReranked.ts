/** Reranked runs as the workspace keeps them and as files: the run, its whole configuration with what came of it, and the reasons. */
import { randomUUID } from 'node:crypto';
import { extname, resolve } from 'node:path';
import type { RerankInput, RerankOutput } from '../../../shared/contract';
import type { Reranking } from '../../../shared/reranking';
import type { CasesTold } from './casesTold';
import type { EngineContext } from './context';
import type { OpenChat } from './openChat';
import { idsOf, returnedOf } from './rerankings';
import type { RerankedRound } from './rerankOutcome';
import { rerankParams } from './rerankQueries';
import type { RunToRerank } from './runToRerank';
import { writeOutput } from './writeOutput';

export interface RerankingMade {
  readonly input: RerankInput;
  readonly before: RunToRerank;
  readonly cases: CasesTold;
  readonly chat: OpenChat;
  /** Of all repeats together. */
  readonly outcome: Omit<RerankOutput, 'runs' | 'seconds'>;
}

export async function keepReranked(
  { store, clock }: EngineContext,
  about: RerankingMade,
  made: readonly RerankedRound[],
): Promise<RerankOutput['runs']> {
  const { input, before } = about;
  const kept: RerankOutput['runs'] = [];
  const group = randomUUID();
  for (const [repeat, one] of made.entries()) {
    const { name, reranked, trec } = one;
    const made_at = clock.now().toISOString();
    const config = { ...before.config, name, made_at, rerank: rerankConfig(about, one, repeat, group) };
    const path = input.out === undefined ? '' : resolve(repeat === 0 ? input.out : numbered(input.out, repeat + 1));
    if (path) {
      await writeOutput(path, trec);
      await writeOutput(`${path}.config.json`, `${JSON.stringify(config, null, 2)}\n`);
      await writeOutput(`${path}.reasons.jsonl`, reasonLines(before, reranked.rerankings));
    }
    // Without its configuration nobody could say what the run is.
    const run_id = before.config ? randomUUID() : '';
    if (run_id)
      await store.putRun({ id: run_id, collection: input.collection, name, config: JSON.stringify(config), created_at: made_at, trec });
    kept.push({ run_id, name, path });
  }
  return kept;
}

/** `FILE.2.run` of `FILE.run`. */
function numbered(path: string, n: number): string {
  const ending = extname(path);
  return `${path.slice(0, path.length - ending.length)}.${n}${ending}`;
}

/** @param group is the same for all repeats */
function rerankConfig(
  { input, before, cases, chat, outcome }: RerankingMade,
  { round, reranked }: RerankedRound,
  repeat: number,
  group: string,
) {
  const { shown, windows, kept_windows, salvaged_windows, invented, repeated, measures, agreement } = outcome;
  return {
    of: { run: before.name, run_id: before.id, sha256: before.sha256 },
    ...rerankParams(chat, input, round),
    query_form: cases.form,
    formulation: cases.formulation,
    ...cases.texts,
    group,
    repeat: repeat + 1,
    repeats: input.repeats,
    vary: input.vary,
    outcome: { shown, windows, kept_windows, salvaged_windows, invented, repeated, measures, agreement },
    queries: Object.fromEntries(
      [...reranked.rerankings].map(([id, { key }]) => [id, { key, candidates: idsOf(before.rankings.get(id)!.slice(0, input.depth)) }]),
    ),
  };
}

function reasonLines(before: RunToRerank, rerankings: ReadonlyMap<string, Reranking>): string {
  const lines = [...rerankings].flatMap(([query_id, row]) =>
    returnedOf(row, idsOf(before.rankings.get(query_id)!)).map((document) => JSON.stringify({ query_id, ...document })),
  );
  return lines.map((line) => `${line}\n`).join('');
}
