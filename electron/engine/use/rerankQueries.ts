/** Rankings of many queries, their heads read anew by a language model. What was asked before is not asked again. */
import type { RerankKnobs } from '../../../shared/contract';
import type { Ranked } from '../../../shared/domain';
import { throwIfAborted } from '../../../shared/errors';
import type { Reranking } from '../../../shared/reranking';
import { mulberry32 } from '../compare/random';
import { inLanes } from '../inLanes';
import { type RerankedQuery, rerankQuery } from '../rerank/rerankQuery';
import { sha256Hex } from '../text/hash';
import { detectLanguage } from '../text/language';
import { candidateReader, type ShownAs, type ShownCandidate } from './candidateFields';
import type { CasesTold } from './casesTold';
import type { EngineContext } from './context';
import { type ChatChoice, type OpenChat, openChat } from './openChat';
import { productPrompts } from './prompts';

/** Changes with anything in rerank/ that changes an order or a reason. */
const VERSION = '1';
export const RERANK_SLOTS = ['query', 'candidates', 'most'];

export const openReranker = (context: EngineContext, choice: ChatChoice, signal?: AbortSignal): Promise<OpenChat> =>
  openChat(context, choice, { what: 'reranker', without: 'reranking needs one, here or behind an --endpoint' }, signal);

export const rerankPrompts = (context: EngineContext) => productPrompts(context.config, 'rerank', RERANK_SLOTS);

export interface RerankRound {
  readonly temperature: number;
  readonly seed: number;
  /** Candidates are shown shuffled by this number; null: as they are ranked. */
  readonly shuffle: number | null;
}

export interface RerankDone {
  readonly queries: number;
  /** Shares of the queries that are being asked about, together. */
  readonly begun: number;
  readonly query: string;
}

export interface RerankedRankings {
  readonly rankings: Map<string, Ranked[]>;
  readonly rerankings: ReadonlyMap<string, Reranking>;
  readonly shown: Readonly<Record<ShownAs, number>>;
  readonly reused: number;
}

/** What names a reranking's circumstances, but for query and candidates. */
export const rerankParams = ({ modelId, modelSha256, model, params }: OpenChat, knobs: RerankKnobs, round: RerankRound) => ({
  version: VERSION,
  model_id: modelId,
  model_sha256: modelSha256,
  context_size: model.contextSize,
  chat_template: model.template,
  ...params,
  depth: knobs.depth,
  return: knobs.return,
  candidate_tokens: knobs.candidate_tokens,
  ...round,
});

/**
 * Queries that are not among the cases keep their ranking. Scores are places counted from the end: the model gives none.
 * @param onDone hears of each window and query that is done
 */
export async function rerankRankings(
  context: EngineContext,
  chat: OpenChat,
  input: {
    readonly collection: string;
    readonly rankings: ReadonlyMap<string, readonly Ranked[]>;
    readonly cases: CasesTold['queries'];
    readonly knobs: RerankKnobs;
    readonly round: RerankRound;
  },
  { signal, onDone }: { readonly signal?: AbortSignal | undefined; readonly onDone: (done: RerankDone) => void },
): Promise<RerankedRankings> {
  const { store, clock } = context;
  const { collection, rankings, cases, knobs, round } = input;
  const prompts = await rerankPrompts(context);
  const reader = await candidateReader(context, collection);
  const params = rerankParams(chat, knobs, round);
  const made = new Map<string, Reranking>();
  const shown: Record<ShownAs, number> = { summary: 0, nugget: 0, passage: 0 };
  let reused = 0;
  const fault = new AbortController();
  const stop = signal ? AbortSignal.any([signal, fault.signal]) : fault.signal;
  const todo = cases.filter(({ query_id }) => (rankings.get(query_id)?.length ?? 0) > 1);
  let at = 0;
  const next = () => todo[at++];
  const begunShares = new Map<string, number>();
  const tell = (query: string) => onDone({ queries: made.size, begun: [...begunShares.values()].reduce((sum, x) => sum + x, 0), query });
  const end = (reranking: Reranking, query_id: string, text: string) => {
    begunShares.delete(query_id);
    made.set(query_id, reranking);
    tell(text);
  };
  const work = async ({ query_id, text }: CasesTold['queries'][number]) => {
    throwIfAborted(stop);
    const head = rankings.get(query_id)!.slice(0, knobs.depth);
    const candidates = await reader.read(
      head.map(({ doc_id }) => doc_id),
      text,
    );
    for (const { shownAs } of candidates) shown[shownAs]++;
    const prompt = prompts[detectLanguage(text).lang];
    const key = sha256Hex(JSON.stringify([params, prompt.sha256, text, candidates.map(asKey)]));
    const [known] = await store.rerankings(collection, [key]);
    if (known && isWhole(known)) {
      reused++;
      return end(known, query_id, text);
    }
    const stamp = { collection, key, query_id, begun: performance.now() };
    const rowNow = (result: Omit<RerankedQuery, 'failed'>) => rowOf(result, { ...stamp, at: clock.now().toISOString() });
    const { failed, ...result } = await rerankQuery(chat.model, prompt, text, candidates, {
      most: knobs.return,
      candidateTokens: knobs.candidate_tokens,
      temperature: round.temperature,
      seed: round.seed,
      signal: stop,
      ...(round.shuffle !== null && { random: mulberry32(seedOf(round.shuffle, query_id)) }),
      answered: known?.windows ?? [],
      async onWindow(windows, total) {
        begunShares.set(query_id, windows.length / total);
        tell(text);
        // A window of a small model takes minutes: what was answered outlives a stop.
        const isNew = windows.length > (known?.windows.length ?? 0);
        if (isNew && windows.length < total && !store.readonly) await store.putReranking(rowNow({ ...UNFINISHED, windows }));
      },
    });
    const reranking = rowNow(result);
    // A request that failed may go through another time.
    if (!failed && !store.readonly) await store.putReranking(reranking);
    end(reranking, query_id, text);
  };
  await inLanes(chat.lanes, next, work, () => fault.abort());
  return {
    rankings: new Map([...rankings].map(([id, ranked]) => [id, placed(ranked, made.get(id)?.order ?? [])])),
    // In the order of the queries, whichever lane was ready first.
    rerankings: new Map(todo.map(({ query_id }) => [query_id, made.get(query_id)!])),
    shown,
    reused,
  };
}

/** Windows that were answered before a stop: no order yet. */
const UNFINISHED = { order: [], returned: [], warnings: [] };
const isWhole = ({ order }: Reranking): boolean => order.length > 0;

const asKey = ({ doc_id, fields }: ShownCandidate) => [doc_id, fields];

/** The same for a query whichever others are asked beside it. */
const seedOf = (shuffle: number, queryId: string): number => Number.parseInt(sha256Hex(`${shuffle}\n${queryId}`).slice(0, 8), 16);

function rowOf(
  { order, returned, windows, warnings }: Omit<RerankedQuery, 'failed'>,
  { begun, ...stamp }: { collection: string; key: string; query_id: string; begun: number; at: string },
): Reranking {
  const seconds = (performance.now() - begun) / 1000;
  return { ...stamp, order: [...order], returned: [...returned], windows: [...windows], warnings: [...warnings], seconds };
}

function placed(ranked: readonly Ranked[], head: readonly string[]): Ranked[] {
  const moved = new Set(head);
  const ids = [...head, ...ranked.map(({ doc_id }) => doc_id).filter((id) => !moved.has(id))];
  return ids.map((doc_id, i) => ({ doc_id, score: ids.length - i }));
}
