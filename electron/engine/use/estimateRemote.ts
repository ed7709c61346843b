/** What work through a remote endpoint would send and cost: counted here, nothing leaves the machine for it. */
import type { Output, ParsedInput } from '../../../shared/contract';
import { AppError, assertNever, throwIfAborted } from '../../../shared/errors';
import { batchesOf, cutToTokens } from '../embed/remote';
import { createRemoteExtractor, type PlannedWindow, planReading } from '../extract/remote';
import { costOf } from '../remote/meter';
import type { EngineContext } from './context';
import { estimateFormulation, estimateReranking } from './estimateQuestions';
import { extractionKey } from './extractionRows';
import { missingTexts } from './missingTexts';
import { findProfile, profileOf } from './profiles';
import { questionsKept } from './readingLog';
import { remoteEncoderSettings, remoteIdentities } from './remote';
import { requireCollection } from './require';
import { finishedTexts, textKey } from './reuse';
import { chatEndpoint, unaskedChat } from './unaskedChat';

type Estimate = Output<'estimateRemote'>;

export async function estimateRemote(
  context: EngineContext,
  input: ParsedInput<'estimateRemote'>,
  signal?: AbortSignal,
): Promise<Estimate> {
  await requireCollection(context.store, input.collection);
  switch (input.what) {
    case 'extract':
      return estimateExtract(context, input, signal);
    case 'index':
      return estimateEmbedding(context, input);
    case 'formulate':
      return estimateFormulation(context, input);
    case 'rerank':
      return estimateReranking(context, input, signal);
    default:
      return assertNever(input.what);
  }
}

async function estimateExtract(context: EngineContext, input: ParsedInput<'estimateRemote'>, signal?: AbortSignal): Promise<Estimate> {
  const { store, config, endpoints } = context;
  const { collection } = input;
  const { endpoint, model } = await chatEndpoint(endpoints, input.endpoint);
  const { host, context_size, price_in, price_out } = endpoint;
  const { profile } = await findProfile(config, input.profile ?? (await profileOf(store, collection)));
  const plan = planReading(profile, context_size);
  // Who counts the tokens is known once the server was asked: what either gave is done.
  const keys = [true, false].map((tokenizer) => extractionKey(createRemoteExtractor(unaskedChat(endpoint, model, tokenizer), profile)));
  const made = profile.kind === 'summary' ? await store.summaries(collection) : await store.extractions(collection);
  const lines = made.filter(({ key, status }) => keys.includes(key) && status !== 'failed');
  const done = new Map(lines.map((line) => [line.doc_id, line.text_sha256]));
  const how = { extractor: 'remote' as const, makes: profile.kind };
  const finished = await Promise.all(keys.map((key) => finishedTexts(store, collection, { ...how, key })));
  const counted = new Set<string>();
  const sum = { units: 0, requests: 0, prompt_tokens: 0, answer_tokens_most: 0 };
  for await (const documents of store.scanDocuments(collection)) {
    throwIfAborted(signal);
    for (const document of documents) {
      const text = textKey(document);
      if (done.get(document.doc_id) === document.sha256 || counted.has(text) || finished.some((texts) => texts.has(document))) continue;
      counted.add(text);
      const windows = plan(document);
      // Where the server counts, its windows are known to it alone: an interrupted reading is then reckoned as a whole one.
      const kept = windows.length > 1 ? await questionsKept(store, document, { id: 'remote', key: keys[1]!, makes: profile.kind }) : [];
      const todo = stillToAsk(windows, kept);
      sum.units++;
      sum.requests += todo.length;
      sum.prompt_tokens += todo.reduce((tokens, { prompt }) => tokens + prompt, 0);
      sum.answer_tokens_most += todo.reduce((tokens, { answer }) => tokens + answer, 0);
    }
  }
  const prices = { price_in, price_out };
  return {
    host,
    model,
    ...sum,
    cost_least: costOf(prices, sum.prompt_tokens, 0),
    cost_most: costOf(prices, sum.prompt_tokens, sum.answer_tokens_most),
  };
}

/** The windows behind the last that was answered; between two of them, others of their parts may have been asked about. */
function stillToAsk(windows: readonly PlannedWindow[], kept: readonly string[]): readonly PlannedWindow[] {
  let from = 0;
  const next = windows.findIndex(({ question }) => {
    const at = kept.indexOf(question, from);
    from = at + 1;
    return at < 0;
  });
  return next < 0 ? [] : windows.slice(next);
}

async function estimateEmbedding({ store, endpoints }: EngineContext, input: ParsedInput<'estimateRemote'>): Promise<Estimate> {
  const endpoint = await endpoints.get(input.endpoint);
  const { host, embedding_model: model, price_embedding, price_in, seen_dimensions, passage_prefix } = endpoint;
  if (model === null)
    throw new AppError('USAGE', `The endpoint "${input.endpoint}" names no embedding model.`, 'Add it anew with --embedding-model M.');
  const { id, maxTokens } = remoteEncoderSettings(input.endpoint, endpoint, seen_dimensions ?? 1);
  const identity = (await remoteIdentities(endpoints)).get(id);
  const space = identity && seen_dimensions ? { encoder_id: id, sha256: identity, dimensions: seen_dimensions } : undefined;
  const { todo } = await missingTexts(store, space, input.collection);
  const tokens = todo.map(([, text]) => cutToTokens(passage_prefix + text, maxTokens).tokens);
  const prompt_tokens = tokens.reduce((sum, n) => sum + n, 0);
  const cost = costOf({ price_in: price_embedding ?? price_in, price_out: 0 }, prompt_tokens, 0);
  return {
    host,
    model,
    units: todo.length,
    requests: batchesOf(tokens).length,
    prompt_tokens,
    answer_tokens_most: 0,
    cost_least: cost,
    cost_most: cost,
  };
}
