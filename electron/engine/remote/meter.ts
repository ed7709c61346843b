/** What an endpoint was sent, and what that costs. */
import type { RemoteUsage } from '../../../shared/endpoints';

export interface Prices {
  /** Of a million tokens; null: not known. */
  readonly price_in: number | null;
  readonly price_out: number | null;
}

export interface Meter {
  /** A request goes out; `tried` from 1. */
  request(tried: number): void;
  /** It was answered. @param estimated the tokens were counted here */
  answered(prompt: number, answer: number, estimated: boolean): void;
  usage(): RemoteUsage;
}

/** In the currency of the prices; null where a price that is needed is not known. */
export function costOf({ price_in, price_out }: Prices, prompt: number, answer: number): number | null {
  if (price_in === null || (answer > 0 && price_out === null)) return null;
  return (prompt * price_in + answer * (price_out ?? 0)) / 1e6;
}

export function createMeter(of: { endpoint: string; host: string; model: string }, prices: Prices): Meter {
  const sum = { requests: 0, retries: 0, prompt_tokens: 0, answer_tokens: 0, estimated: false };
  return {
    request(tried) {
      sum.requests++;
      if (tried > 1) sum.retries++;
    },
    answered(prompt, answer, estimated) {
      sum.prompt_tokens += prompt;
      sum.answer_tokens += answer;
      sum.estimated ||= estimated;
    },
    usage: () => ({ ...of, ...sum, cost: costOf(prices, sum.prompt_tokens, sum.answer_tokens) }),
  };
}
