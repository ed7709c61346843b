/** A chat model behind a remote endpoint as an extractor: windows, evidence and traces are those of every chat model. */
import type { Lang } from '../../../shared/domain';
import { estimateMessages, remoteModel } from '../chat/remoteModel';
import type { RemoteChat } from '../endpointPort';
import type { Extractor } from '../ports';
import { estimateTokens } from '../text/tokens';
import { createChatExtractor } from './chatExtractor';
import type { Profile } from './profile';
import { budgets, READING, windowsOf } from './readDocument';

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

/** What reading a document would take: windows, tokens of their prompts, and tokens that the answers may have at most. */
export function planReading(
  profile: Profile,
  contextSize: number,
): (document: { readonly lang: Lang; readonly text: string }) => { windows: number; prompt: number; answer: number } {
  return ({ lang, text }) => {
    const prompt = profile.prompts[lang];
    const budget = budgets({ contextSize, countMessages: estimateMessages }, prompt, READING);
    const windows = windowsOf(text, budget.text, READING, estimateTokens);
    const tokens = windows.map(({ start, end }) => estimateMessages({ system: prompt.system, user: prompt.user(text.slice(start, end)) }));
    return { windows: windows.length, prompt: tokens.reduce((sum, n) => sum + n, 0), answer: windows.length * budget.answer };
  };
}
