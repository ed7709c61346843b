/** One question to the model about a window of candidates, or the answer that was given before a stop. */
import { type AppError, toAppError } from '../../../shared/errors';
import type { RerankWindow } from '../../../shared/reranking';
import type { Answer, ChatModel, StopReason } from '../chat/chatModel';
import type { Prompt } from '../chat/prompt';
import type { RerankPlan } from './plan';
import { rankingSchema } from './reply';

export interface AskedWindow {
  readonly answer?: Answer;
  /** Of the request; the next window may go through. */
  readonly error?: AppError;
}

const FAILED = 'failed: ';
/** Faults that the next window would meet as well. */
const STOPS: ReadonlySet<string> = new Set(['CANCELLED', 'ENDPOINT_OFF', 'ENDPOINT_FAILED', 'DISK_FULL']);

/** @param shown places of the candidates among the plan's texts */
export async function askWindow(
  model: ChatModel,
  prompt: Prompt,
  plan: RerankPlan,
  shown: readonly number[],
  { most, temperature, seed, signal }: { most: number; temperature: number; seed: number; signal?: AbortSignal },
): Promise<AskedWindow> {
  const list = shown.map((place, i) => `[${i + 1}] ${plan.texts[place]}`).join('\n\n');
  const messages = { system: prompt.system, user: prompt.user(plan.query, list, String(Math.min(most, shown.length))) };
  try {
    const answer = await model.ask(messages, {
      schema: rankingSchema(shown.length, most),
      maxTokens: plan.answer(shown.length),
      temperature,
      seed,
      ...(signal && { signal }),
    });
    return { answer };
  } catch (thrown) {
    const error = toAppError(thrown);
    if (STOPS.has(error.code)) throw error;
    return { error };
  }
}

export const stopReasonOf = ({ answer, error }: AskedWindow): string => answer?.stop ?? `${FAILED}${error?.message}`;

/** @returns undefined where the window is another one, or its request failed */
export function answerBefore(window: RerankWindow | undefined, shown: readonly string[]): AskedWindow | undefined {
  if (!window || window.stop_reason.startsWith(FAILED) || window.shown.join('\n') !== shown.join('\n')) return undefined;
  const { raw, stop_reason, prompt_tokens, answer_tokens, facts } = window;
  const stop = stop_reason as StopReason;
  return { answer: { raw, stop, promptTokens: prompt_tokens, answerTokens: answer_tokens, facts: JSON.parse(facts) } };
}
