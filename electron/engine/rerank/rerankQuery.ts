/** The head of one query's ranking through a language model: window by window, always a full ranking back. */
import { throwIfAborted } from '../../../shared/errors';
import type { RerankedDocument, RerankWindow } from '../../../shared/reranking';
import type { ChatModel } from '../chat/chatModel';
import type { Prompt } from '../chat/prompt';
import { answerBefore, askWindow, stopReasonOf } from './askWindow';
import type { Candidate } from './candidateText';
import { planRerank, type RerankLimits } from './plan';
import { readRanking } from './reply';
import { reorder, shuffled, slidingStarts } from './windows';

export interface RerankOptions extends RerankLimits {
  readonly temperature: number;
  readonly seed: number;
  /** Where candidates are to be shown in another order than they are ranked in: numbers in [0, 1), the same ones each time. */
  readonly random?: () => number;
  readonly signal?: AbortSignal;
  /** Windows that were answered before a stop, in order: those that show the same candidates are not asked about again. */
  readonly answered?: readonly RerankWindow[];
  /** Hears of each window that is done, with those before it. */
  readonly onWindow?: (windows: readonly RerankWindow[], total: number) => void | Promise<void>;
}

export interface RerankedQuery {
  /** Document ids of every candidate in the new order. */
  readonly order: readonly string[];
  readonly returned: readonly RerankedDocument[];
  readonly windows: readonly RerankWindow[];
  readonly warnings: readonly string[];
  /** Whether a request failed, so that the same question may be answered another time. */
  readonly failed: boolean;
}

/**
 * Where all candidates have room they are one question. Else windows slide from the bottom to the top; in each, those that the model names come
 * first and the others keep their order below them, and the order that the last window leaves is the result. Returned are the first `most` that
 * the last window which saw them has named, each with its line.
 * @throws CANCELLED, ENDPOINT_OFF, ENDPOINT_FAILED; a request that fails by itself leaves its window in order, and is told
 */
export async function rerankQuery(
  model: ChatModel,
  prompt: Prompt,
  query: string,
  candidates: readonly Candidate[],
  options: RerankOptions,
): Promise<RerankedQuery> {
  const { most, signal, answered = [] } = options;
  const all = [query, ...candidates.flatMap(({ fields }) => fields.flatMap(({ items }) => items))].join('\n');
  const count = (await model.counterFor?.(all, signal)) ?? model.count;
  const plan = planRerank(model, prompt, query, candidates, options, count);
  const warnings = plan.query.length < query.length ? [`the query was cut to ${plan.query.length} of ${query.length} characters`] : [];
  const starts = slidingStarts(candidates.length, plan.size);
  const windows: RerankWindow[] = [];
  const reasons = new Map<number, string>();
  let order = candidates.map((_, place) => place);
  let failed = false;
  for (const [i, start] of starts.entries()) {
    throwIfAborted(signal);
    const window = order.slice(start, start + plan.size);
    const shown = options.random ? shuffled(window.length, options.random).map((place) => window[place]!) : window;
    const ids = (places: readonly number[]) => places.map((place) => candidates[place]!.doc_id);
    const asked = answerBefore(answered[i], ids(shown)) ?? (await askWindow(model, prompt, plan, shown, options));
    const read = asked.answer ? readRanking(asked.answer.raw, shown.length, most) : NOTHING;
    const named = read.picks.map(({ place }) => shown[place]!);
    // What an upper window saw and did not name is no longer returned, whatever a lower one said of it.
    if (read.state !== 'kept') for (const place of shown) reasons.delete(place);
    for (const { place, reason } of read.picks) reasons.set(shown[place]!, reason);
    order = [...order.slice(0, start), ...reorder(window, named), ...order.slice(start + window.length)];
    failed ||= asked.error !== undefined;
    windows.push({
      first_rank: start + 1,
      shown: ids(shown),
      named: ids(named),
      raw: asked.answer?.raw ?? '',
      stop_reason: stopReasonOf(asked),
      prompt_tokens: asked.answer?.promptTokens ?? 0,
      answer_tokens: asked.answer?.answerTokens ?? 0,
      invented: [...read.invented],
      repeated: [...read.repeated],
      state: read.state,
      facts: JSON.stringify(asked.answer?.facts ?? {}),
    });
    const told = faultsOf(windows.at(-1)!);
    if (told) warnings.push(`window ${i + 1} of ${starts.length} (ranks ${start + 1}–${start + window.length}): ${told}`);
    await options.onWindow?.(windows, starts.length);
  }
  const returned = order.filter((place) => reasons.has(place)).slice(0, most);
  return {
    order: order.map((place) => candidates[place]!.doc_id),
    returned: returned.map((place) => ({ doc_id: candidates[place]!.doc_id, reason: reasons.get(place)! })),
    windows,
    warnings,
    failed,
  };
}

const NOTHING = { picks: [], invented: [], repeated: [], state: 'kept' } as const;
function faultsOf({ state, stop_reason, invented, repeated }: RerankWindow): string {
  return [
    state === 'kept' ? `nothing could be read (${stop_reason}); the candidates keep their order` : '',
    state === 'salvaged' ? `the answer is not whole (${stop_reason}); what was whole counts` : '',
    invented.length > 0 ? `${invented.length} numbers stand for no candidate: ${invented.slice(0, 5).join(', ')}` : '',
    repeated.length > 0 ? `${repeated.length} were named again: ${repeated.slice(0, 5).join(', ')}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}
