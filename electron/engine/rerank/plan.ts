/** How many candidates one question has room for, and how much of each is shown. Pure. */
import { AppError } from '../../../shared/errors';
import type { ChatModel } from '../chat/chatModel';
import { fitText } from '../chat/fitText';
import type { Prompt } from '../chat/prompt';
import { type Candidate, candidateText } from './candidateText';

export interface RerankLimits {
  /** Documents that the model is to return, at most. */
  readonly most: number;
  /** Tokens that are shown of a candidate, at most. */
  readonly candidateTokens: number;
}

export interface RerankPlan {
  readonly query: string;
  /** What is shown of each candidate, without its number. */
  readonly texts: readonly string[];
  /** Candidates of a window. */
  readonly size: number;
  /** Tokens that the answer of a window of so many may have. */
  answer(shown: number): number;
}

/** Of one returned document: its number, its line and what JSON puts around them. */
const LINE_TOKENS = 60;
/** Braces and the key. */
const FRAME_TOKENS = 24;
/** "[12]" and the line ends. */
export const LABEL_TOKENS = 8;
/** With fewer there is nothing to put in order; candidates are shown shorter before that. */
const FEWEST = 4;
const SHORTEST = 24;

/**
 * A window holds as many as have room whichever they are: each is reckoned as the longest. The query has a third of the room at most.
 * @throws BAD_INPUT where the context has no room for four candidates
 */
export function planRerank(
  model: Pick<ChatModel, 'contextSize' | 'countMessages'>,
  prompt: Prompt,
  query: string,
  candidates: readonly Candidate[],
  { most, candidateTokens }: RerankLimits,
  count: (text: string) => number,
): RerankPlan {
  const answer = (shown: number) => Math.min(shown, most) * LINE_TOKENS + FRAME_TOKENS;
  const free = model.contextSize - model.countMessages({ system: prompt.system, user: prompt.user('', '', String(most)) }) - 16;
  const asked = fitText(query, Math.floor(free / 3), count);
  const room = free - count(asked);
  const fewest = Math.min(FEWEST, Math.max(1, candidates.length));
  const tokens = Math.min(candidateTokens, Math.floor((room - answer(fewest)) / fewest) - LABEL_TOKENS);
  if (tokens < SHORTEST)
    throw new AppError(
      'BAD_INPUT',
      `A context of ${model.contextSize} tokens has no room for ${fewest} candidates beside the query.`,
      'Use a model with a longer context.',
    );
  const texts = candidates.map((candidate) => candidateText(candidate, tokens, count));
  const longest = LABEL_TOKENS + Math.max(0, ...texts.map(count));
  let size = fewest;
  while (size < candidates.length && (size + 1) * longest + answer(size + 1) <= room) size++;
  return { query: asked, texts, size, answer };
}
