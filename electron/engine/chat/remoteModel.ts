/** A chat model behind a remote endpoint as the steps know chat models. */
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { RemoteChat } from '../endpointPort';
import { estimateTokens } from '../text/tokens';
import type { ChatModel, Messages, StopReason } from './chatModel';

/** What a chat template puts around two messages, at most. */
const TEMPLATE_TOKENS = 64;

/** Tokens of two messages, estimated on the high side. */
export const estimateMessages = ({ system, user }: Messages): number => estimateTokens(system) + estimateTokens(user) + TEMPLATE_TOKENS;

export function remoteModel(chat: RemoteChat): ChatModel {
  return {
    contextSize: chat.contextSize,
    template: 'of the server',
    count: estimateTokens,
    countMessages: estimateMessages,
    async counterFor(text, signal) {
      if (!chat.tokenizer) return estimateTokens;
      const starts = await chat.tokenStarts(text, signal ? { signal } : {});
      return (part) => countPart(text, starts, part);
    },
    async ask(messages, { schema, maxTokens, temperature, seed, signal }) {
      throwIfAborted(signal);
      const promptTokens = estimateMessages(messages);
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
