/** When a request is made again, and after how long. Pure. */
import type { Headers } from './wire';

export const MAX_TRIES = 6;
const FIRST_MS = 1000;
const LONGEST_MS = 60_000;
/** A server that says "come back tomorrow" is told of, not waited for. */
export const LONGEST_WAIT_MS = 10 * 60_000;

/** Too many requests, a conflict with another, a server that is starting or ill: the same request may go through later. */
export function mayPass(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

/**
 * What to wait before try `tried + 1`: doubled each time, and scattered over its upper half, so that requests that failed
 * together do not come back together. What the server asks for is the least.
 * @param random from 0 to below 1
 */
export function delayMs(tried: number, random: number, askedMs: number | undefined, firstMs = FIRST_MS): number {
  const full = Math.min(LONGEST_MS, firstMs * 2 ** (tried - 1));
  const scattered = Math.round(full * (0.5 + random / 2));
  return askedMs === undefined ? scattered : Math.max(askedMs, 0) + Math.round((random * firstMs) / 4);
}

/** What a server asks to wait: milliseconds, seconds, or a date. @param now milliseconds since 1970 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const ms = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] !== undefined && ms >= 0) return ms;
  const value = headers['retry-after'];
  if (value === undefined || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
