/** What formulating through a remote endpoint would send and cost. */
import type { Output, ParsedInput } from '../../../shared/contract';
import { remoteModel } from '../chat/remoteModel';
import { formulatorByModel, planFormulation } from '../formulate/byModel';
import { formulationKey } from '../formulate/formulator';
import { costOf } from '../remote/meter';
import { sha256Hex } from '../text/hash';
import { detectLanguage } from '../text/language';
import type { EngineContext } from './context';
import { remoteParams } from './openChat';
import { formulationPrompts } from './openFormulator';
import { queriesNamed } from './rankQueries';
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
