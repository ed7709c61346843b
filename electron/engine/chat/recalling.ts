/** A chat model that is not asked again what it answered before its work on a text was interrupted. */
import { sha256Hex } from '../text/hash';
import type { Answer, AskOptions, ChatModel, Messages } from './chatModel';

/** What was asked about one text so far, in order, with the answers: one question is asked after the other. */
export interface AnswerLog {
  /** The log's next answer where it is one to this question. From the first question on that is another, nothing is recalled. */
  recall(question: string): Promise<Answer | undefined>;
  /** After it returns, a crash does not lose the answer. */
  keep(question: string, answer: Answer): Promise<void>;
}

/** The model's answer hangs on the question alone, so that what is made of answers is the same whether they were recalled or not. */
export function recalling(model: ChatModel, log: AnswerLog): ChatModel {
  return {
    ...model,
    async ask(messages, options) {
      const question = questionOf(messages, options);
      const known = await log.recall(question);
      if (known) return known;
      const answer = await model.ask(messages, options);
      await log.keep(question, answer);
      return answer;
    },
  };
}

/** A hash over all that changes an answer: what an answer is kept under. */
export const questionOf = ({ system, user }: Messages, { schema, maxTokens, temperature, seed }: AskOptions): string =>
  sha256Hex(JSON.stringify([system, user, schema ?? null, maxTokens, temperature, seed]));
