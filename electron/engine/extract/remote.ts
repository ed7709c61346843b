/** A chat model behind a remote endpoint as an extractor: windows, evidence and traces are those of every chat model. */
import type { Lang } from '../../../shared/domain';
import { questionOf } from '../chat/recalling';
import { estimateMessages, remoteModel } from '../chat/remoteModel';
import type { RemoteChat } from '../endpointPort';
import type { Extractor } from '../ports';
import { estimateTokens } from '../text/tokens';
import { createChatExtractor } from './chatExtractor';
import type { Profile } from './profile';
import { budgets, READING, windowsOf } from './readDocument';
import { forSummary } from './summary/readSummary';
import { summarySchema } from './summary/summarySchema';

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

/** What asking about one window would take. */
export interface PlannedWindow {
  /** What its answer is kept under, where this side counts the tokens. */
  readonly question: string;
  /** Tokens of the prompt. */
  readonly prompt: number;
  /** Tokens that the answer may have at most. */
  readonly answer: number;
}

/** What reading a document would take where each answer is whole at once. */
export function planReading(
  profile: Profile,
  contextSize: number,
): (document: { readonly lang: Lang; readonly text: string }) => PlannedWindow[] {
  const limits = profile.kind === 'summary' ? forSummary(READING) : READING;
  const schema = profile.kind === 'summary' ? summarySchema(profile.fields) : profile.form.schema;
  return ({ lang, text }) => {
    const prompt = profile.prompts[lang];
    const budget = budgets({ contextSize, countMessages: estimateMessages }, prompt, limits);
    const how = { schema, maxTokens: budget.answer, temperature: 0, seed: limits.seed };
    return windowsOf(text, budget.text, limits, estimateTokens).map(({ start, end }) => {
      const messages = { system: prompt.system, user: prompt.user(text.slice(start, end)) };
      return { question: questionOf(messages, how), prompt: estimateMessages(messages), answer: budget.answer };
    });
  };
}
