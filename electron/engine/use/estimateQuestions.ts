/** What formulating queries or reranking a run through a remote endpoint would send and cost. */
import type { Output, ParsedInput } from '../../../shared/contract';
import { AppError, throwIfAborted } from '../../../shared/errors';
import { remoteModel } from '../chat/remoteModel';
import { formulatorByModel, planFormulation } from '../formulate/byModel';
import { formulationKey } from '../formulate/formulator';
import { costOf } from '../remote/meter';
import { LABEL_TOKENS, planRerank } from '../rerank/plan';
import { slidingStarts } from '../rerank/windows';
import { sha256Hex } from '../text/hash';
import { detectLanguage } from '../text/language';
import { candidateReader } from './candidateFields';
import { casesTold } from './casesTold';
import type { EngineContext } from './context';
import { remoteParams } from './openChat';
import { formulationPrompts } from './openFormulator';
import { queriesNamed } from './rankQueries';
import { rerankPrompts } from './rerankQueries';
import { runToRerank } from './runToRerank';
import { chatEndpoint, unaskedChat } from './unaskedChat';

type Estimate = Output<'estimateRemote'>;

export async function estimateFormulation(context: EngineContext, input: ParsedInput<'estimateRemote'>): Promise<Estimate> {
  const { store, config, endpoints } = context;
  const { endpoint, model } = await chatEndpoint(endpoints, input.endpoint);
  const prompts = await formulationPrompts(config);
  // Who counts the tokens is known once the server was asked: what either gave is done.
  const keys = [true, false].map((tokenizer) => {
    const chat = unaskedChat(endpoint, model, tokenizer);
    const options = { id: 'remote' as const, modelId: '', modelSha256: '', lanes: 1, params: remoteParams(chat), prompts };
    return formulationKey(formulatorByModel(remoteModel(chat), options));
  });
  const made = (await store.formulations(input.collection)).filter(({ key, status }) => keys.includes(key) && status !== 'failed');
  const done = new Set(made.map(({ text_sha256 }) => text_sha256));
  const texts = new Set((await queriesNamed(context, input.collection, undefined)).map(({ text }) => text));
  const todo = [...texts].filter((text) => !done.has(sha256Hex(text)));
  const chat = remoteModel(unaskedChat(endpoint, model, false));
  const plans = todo.map((text) => planFormulation(chat, prompts[detectLanguage(text).lang], text));
  return withCost(endpoint, model, {
    units: todo.length,
    requests: todo.length,
    prompt_tokens: plans.reduce((sum, { prompt }) => sum + prompt, 0),
    answer_tokens_most: plans.reduce((sum, { answer }) => sum + answer, 0),
  });
}

/** As if nothing had been asked before: what was answered is known by the server's own count of tokens alone. */
export async function estimateReranking(
  context: EngineContext,
  { collection, endpoint: name, rerank }: ParsedInput<'estimateRemote'>,
  signal?: AbortSignal,
): Promise<Estimate> {
  if (!rerank) throw new AppError('USAGE', 'Which run is to be reranked?', 'Name it with --run.');
  const { endpoint, model } = await chatEndpoint(context.endpoints, name);
  const chat = remoteModel(unaskedChat(endpoint, model, false));
  const before = await runToRerank(context, collection, rerank.run);
  const asked = (await queriesNamed(context, collection, rerank.queries)).filter(({ query_id }) => before.rankings.has(query_id));
  const { queries } = await casesTold(context, collection, rerank, asked);
  const prompts = await rerankPrompts(context);
  const reader = await candidateReader(context, collection);
  const limits = { most: rerank.return, candidateTokens: rerank.candidate_tokens };
  const sum = { units: queries.length, requests: 0, prompt_tokens: 0, answer_tokens_most: 0 };
  for (const { query_id, text } of queries) {
    throwIfAborted(signal);
    const head = before.rankings.get(query_id)!.slice(0, rerank.depth);
    const candidates = await reader.read(
      head.map(({ doc_id }) => doc_id),
      text,
    );
    const prompt = prompts[detectLanguage(text).lang];
    const plan = planRerank(chat, prompt, text, candidates, limits, chat.count);
    const fixed = chat.countMessages({ system: prompt.system, user: prompt.user(plan.query, '', String(rerank.return)) });
    const longest = Math.max(0, ...plan.texts.map((shown) => chat.count(shown))) + LABEL_TOKENS;
    // Which candidates meet in an upper window hangs on the answers: each is reckoned as the longest.
    for (const start of slidingStarts(candidates.length, plan.size)) {
      const shown = Math.min(plan.size, candidates.length - start);
      sum.requests += rerank.repeats;
      sum.prompt_tokens += rerank.repeats * (fixed + shown * longest);
      sum.answer_tokens_most += rerank.repeats * plan.answer(shown);
    }
  }
  return withCost(endpoint, model, sum);
}

function withCost(
  { host, price_in, price_out }: { host: string; price_in: number | null; price_out: number | null },
  model: string,
  sum: Pick<Estimate, 'units' | 'requests' | 'prompt_tokens' | 'answer_tokens_most'>,
): Estimate {
  const prices = { price_in, price_out };
  return {
    host,
    model,
    ...sum,
    cost_least: costOf(prices, sum.prompt_tokens, 0),
    cost_most: costOf(prices, sum.prompt_tokens, sum.answer_tokens_most),
  };
}
