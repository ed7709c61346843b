/** A chat model behind a remote endpoint as an extractor: windows, evidence and traces are those of every chat model. */
import type { Lang } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { ChatModel, Messages, StopReason } from '../chat/chatModel';
import type { RemoteChat } from '../endpointPort';
import type { Extractor } from '../ports';
import { estimateTokens } from '../text/tokens';
import { createChatExtractor } from './chatExtractor';
import type { Profile } from './profile';
import { budgets, READING, windowsOf } from './readDocument';

/** What a chat template puts around two messages, at most. */
const TEMPLATE_TOKENS = 64;

/**
 * There is no file whose hash would name the model: it goes by host and name, as the user gave them. What the server
 * says of itself stands in the traces.
 * @throws BAD_INPUT where the context is too small for the prompt
 */
export function createRemoteExtractor(chat: RemoteChat, profile: Profile): Extractor {
  const { host, model, reasoningEffort, tokenizer } = chat;
  const extractor = createChatExtractor(remoteModel(chat), profile, {
    id: 'remote',
    lanes: chat.concurrency,
    modelId: `${model} at ${host}`,
    modelSha256: '',
    limits: READING,
    params: {
      host,
      model,
      tokens_counted_by: tokenizer ? 'server' : 'estimate',
      ...(reasoningEffort !== null && { reasoning_effort: reasoningEffort }),
    },
  });
  return { ...extractor, usage: () => chat.usage() };
}

const countMessages = ({ system, user }: Messages): number => estimateTokens(system) + estimateTokens(user) + TEMPLATE_TOKENS;

export function remoteModel(chat: RemoteChat): ChatModel {
  return {
    contextSize: chat.contextSize,
    template: 'of the server',
    count: estimateTokens,
    countMessages,
    async counterFor(text, signal) {
      if (!chat.tokenizer) return estimateTokens;
      const starts = await chat.tokenStarts(text, signal ? { signal } : {});
      return (part) => countPart(text, starts, part);
    },
    async ask(messages, { schema, maxTokens, temperature, seed, signal }) {
      throwIfAborted(signal);
      const promptTokens = countMessages(messages);
      // Where the server counts, windows are cut by its count, and it refuses itself what is too long.
      if (!chat.tokenizer && promptTokens + maxTokens > chat.contextSize)
        throw new AppError('INTERNAL', `${promptTokens} tokens and an answer of ${maxTokens} do not fit a context of ${chat.contextSize}.`);
      const reply = await chat.complete(
        { ...messages, ...(schema && { schema }), maxTokens, temperature, seed, promptTokens },
        signal ? { signal } : {},
      );
      const { content, finish, served, dropped, answerTokens } = reply;
      return {
        raw: content,
        stop: stopOf(finish),
        promptTokens: reply.promptTokens,
        answerTokens,
        facts: {
          ...(served && { served }),
          ...(dropped.length > 0 && { refused_by_server: dropped }),
          ...(finish !== 'stop' && finish !== 'length' && { finish_reason: finish }),
        },
      };
    },
    dispose: async () => undefined,
  };
}

/** What reading a document would take: windows, tokens of their prompts, and tokens that the answers may have at most. */
export function planReading(
  profile: Profile,
  contextSize: number,
): (document: { readonly lang: Lang; readonly text: string }) => { windows: number; prompt: number; answer: number } {
  return ({ lang, text }) => {
    const prompt = profile.prompts[lang];
    const budget = budgets({ contextSize, countMessages }, prompt, READING);
    const windows = windowsOf(text, budget.text, READING, estimateTokens);
    const tokens = windows.map(({ start, end }) => countMessages({ system: prompt.system, user: prompt.user(text.slice(start, end)) }));
    return { windows: windows.length, prompt: tokens.reduce((sum, n) => sum + n, 0), answer: windows.length * budget.answer };
  };
}

const stopOf = (finish: string): StopReason => (finish === 'length' ? 'maxTokens' : 'eog');

/**
 * Tokens of a part of a text by where the whole text's tokens begin. A part that stands in it twice has as many tokens
 * here as there, but for one at each end.
 */
export function countPart(text: string, starts: Uint32Array, part: string): number {
  const from = text.indexOf(part);
  if (from < 0) return estimateTokens(part);
  return before(starts, from + part.length) - before(starts, from) + 1;
}

/** How many tokens begin before a place. */
function before(starts: Uint32Array, place: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
