/** The second stage of an experiment's run: what names it before it is made, and its making. */
import type { RerankKnobs } from '../../../shared/contract';
import type { Progress, Ranked } from '../../../shared/domain';
import { casesTold } from './casesTold';
import type { Emit, EngineContext } from './context';
import { localModel } from './localModel';
import { createProgress, withUsage } from './progress';
import type { AskedQuery } from './rankQueries';
import { openReranker, type RerankDone, rerankPrompts, rerankRankings } from './rerankQueries';

export interface ExperimentReranker {
  /** Everything that changes the outcome beside the ranking before it. */
  readonly identity: unknown;
  rerank(
    rankings: ReadonlyMap<string, readonly Ranked[]>,
    options: { readonly signal: AbortSignal | undefined; readonly emit: Emit<Progress> },
  ): Promise<{ rankings: Map<string, Ranked[]>; told: object; warnings: string[] }>;
}

export async function experimentReranker(
  context: EngineContext,
  collection: string,
  knobs: RerankKnobs,
  queries: readonly AskedQuery[],
): Promise<ExperimentReranker> {
  const cases = await casesTold(context, collection, knobs, queries);
  const prompts = await rerankPrompts(context);
  const round = { temperature: knobs.temperature ?? 0, seed: knobs.seed, shuffle: null };
  return {
    identity: [knobs, await modelOf(context, knobs), cases.queries, prompts.pt.sha256, prompts.en.sha256],
    async rerank(rankings, { signal, emit }) {
      const chat = await openReranker(context, knobs, signal);
      try {
        const input = { collection, rankings, cases: cases.queries, knobs, round };
        const total = cases.queries.length;
        const progress = createProgress(withUsage(emit, chat), 'rerank', 'query', total);
        const onDone = ({ queries, begun, query }: RerankDone) =>
          progress.at(queries, query.slice(0, 80), { work: { done: queries + begun, total } });
        const made = await rerankRankings(context, chat, input, { signal, onDone }).finally(progress.end);
        const returned = Object.fromEntries([...made.rerankings].map(([id, row]) => [id, row.returned]));
        const told = {
          model_id: chat.modelId,
          model_sha256: chat.modelSha256,
          ...knobs,
          query_form: cases.form,
          formulation: cases.formulation,
        };
        const faults = [...made.rerankings].flatMap(([id, { warnings }]) => warnings.map((warning) => `${id}: ${warning}`));
        return { rankings: made.rankings, told: { ...told, returned }, warnings: [...cases.warnings, ...faults] };
      } finally {
        await chat.model.dispose();
      }
    },
  };
}

/** Without opening it: a file by its hash, an endpoint by host and model. */
async function modelOf(context: EngineContext, { model, endpoint }: RerankKnobs): Promise<unknown> {
  if (endpoint === undefined) return (await localModel(context, model)).modelSha256;
  const { host, chat_model, context_size } = await context.endpoints.get(endpoint);
  return [host, chat_model, context_size];
}
