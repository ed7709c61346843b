/** Requests to one endpoint, with all that each needs: permission, turn, key, retries, no redirect to elsewhere. */
import { AppError, throwIfAborted } from '../../../shared/errors';
import { createPace, type Limits } from './pace';
import { parseAnswer, redact } from './redact';
import { isQuota, readSaid, refusal } from './refusals';
import { delayMs, LONGEST_WAIT_MS, MAX_TRIES, mayPass, retryAfterMs } from './retry';
import { openWire, WireFault, type WireReply } from './wire';

export interface Permission {
  /** Aborted, with an ENDPOINT_OFF error as its reason, when the endpoint is turned off. */
  readonly signal: AbortSignal;
  /** @throws ENDPOINT_OFF where it is not turned on (any more) */
  check(): Promise<void>;
}

export interface ConnectionOptions {
  readonly name: string;
  readonly base: URL;
  readonly limits: Limits;
  readonly permission: Permission;
  /** Asked for once, at the first request. */
  readonly key: () => Promise<string | undefined>;
  /** For the scatter of retries: from 0 to below 1. */
  readonly random?: () => number;
  /** The first wait before a second try; default a second. */
  readonly firstWaitMs?: number;
}

export interface PostOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Tokens that the request is expected to take, answer included. */
  readonly tokens: number;
  /** Tokens that it took, from the answer. */
  readonly spent?: (json: unknown) => number | undefined;
  readonly onTry?: (tried: number) => void;
}

export interface Connection {
  readonly name: string;
  readonly host: string;
  readonly base: URL;
  readonly concurrency: number;
  /** Requests that run or wait. */
  readonly open: number;
  /** @returns the parsed answer, without the key wherever it was said back @throws AppError */
  post(url: URL, body: unknown, options: PostOptions): Promise<unknown>;
  get(url: URL, options: PostOptions): Promise<unknown>;
  close(): void;
}

/** So many requests in a row that failed after all their tries: it is the server, not the text. */
const GIVE_UP_AFTER = 3;
const MAX_REDIRECTS = 3;

export function openConnection(options: ConnectionOptions): Connection {
  const { name, base, limits, permission, random = Math.random } = options;
  const { host } = base;
  const wire = openWire(limits.concurrency);
  const pace = createPace(limits);
  let key: Promise<string> | undefined;
  let failedInARow = 0;

  const readKey = () => {
    key ??= options.key().then((found) => checkKey(name, found));
    key.catch(() => {
      key = undefined;
    });
    return key;
  };

  async function run(method: 'GET' | 'POST', url: URL, body: string | undefined, call: PostOptions): Promise<unknown> {
    const signal = call.signal ? AbortSignal.any([permission.signal, call.signal]) : permission.signal;
    try {
      for (let tried = 1; ; tried++) {
        throwIfAborted(call.signal);
        await permission.check();
        const secret = await readKey();
        const turn = await pace.enter(call.tokens, signal);
        call.onTry?.(tried);
        let again: Again;
        try {
          const reply = await follow(method, url, body, secret, call.timeoutMs, signal);
          const answer = judge(reply, secret);
          if ('json' in answer) {
            failedInARow = 0;
            turn.leave(call.spent?.(answer.json));
            return answer.json;
          }
          again = answer;
        } catch (thrown) {
          if (!(thrown instanceof WireFault)) throw thrown;
          again = { why: redact(thrown.message, secret), unreachable: thrown.kind === 'unreachable' };
        } finally {
          turn.leave();
        }
        if (again.waitMs !== undefined && again.waitMs > LONGEST_WAIT_MS) throw tooLong(again.waitMs);
        if (tried >= MAX_TRIES) throw worn(again);
        const ms = delayMs(tried, random(), again.waitMs, options.firstWaitMs);
        // What one request was told holds for all that wait beside it.
        if (again.waitMs !== undefined) pace.hold(ms);
        await pause(ms, signal);
      }
    } catch (thrown) {
      if (permission.signal.aborted) throw permission.signal.reason;
      throwIfAborted(call.signal);
      throw thrown;
    }
  }

  async function follow(method: 'GET' | 'POST', to: URL, body: string | undefined, secret: string, timeoutMs: number, signal: AbortSignal) {
    let url = to;
    for (let step = 0; ; step++) {
      const headers: Record<string, string> = { Accept: 'application/json', 'User-Agent': 'Pepita' };
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      if (body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(body));
      if (secret) headers.Authorization = `Bearer ${secret}`;
      const reply = await wire.send({ method, url, headers, ...(body !== undefined && { body }), timeoutMs, signal });
      if (![301, 302, 303, 307, 308].includes(reply.status)) return reply;
      const { location = '' } = reply.headers;
      const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      if (!next || next.origin !== base.origin)
        throw new AppError(
          'ENDPOINT_FAILED',
          `${host} sends us on to ${next ? redact(next.origin, secret) : 'nowhere'}. That is another address: nothing was sent there.`,
          `If you trust it, name it yourself: pepita endpoints add ${name} URL.`,
          { host, status: reply.status },
        );
      if (step >= MAX_REDIRECTS)
        throw new AppError('ENDPOINT_FAILED', `${host} sends us round in circles.`, 'Look at the address.', { host });
      url = next;
    }
  }

  interface Again {
    readonly why: string;
    readonly waitMs?: number | undefined;
    readonly unreachable?: boolean;
  }

  function judge({ status, headers, text }: WireReply, secret: string): { json: unknown } | Again {
    if (status >= 200 && status < 300) {
      try {
        return { json: parseAnswer(text, secret) };
      } catch {
        return { why: 'its answer is no JSON' };
      }
    }
    const said = readSaid(redact(text, secret));
    // The user may give another key meanwhile: the next request asks for it anew.
    if (status === 401 || status === 403) key = undefined;
    if (!mayPass(status) || isQuota(said)) throw refusal({ name, host }, status, said);
    return { why: `status ${status}${said.message ? `: ${said.message}` : ''}`, waitMs: retryAfterMs(headers, Date.now()) };
  }

  function tooLong(ms: number): AppError {
    return new AppError(
      'ENDPOINT_FAILED',
      `${host} asks us to wait ${Math.round(ms / 60_000)} minutes.`,
      'Start again then: what is done is kept.',
      { host, wait_ms: ms },
    );
  }

  function worn({ why, unreachable }: Again): AppError {
    failedInARow++;
    const message = `${host} gave no answer in ${MAX_TRIES} tries (${why}).`;
    const ill = unreachable || failedInARow >= GIVE_UP_AFTER;
    const remedy = ill ? `Is it running? Try it: pepita endpoints test ${name}. What is done is kept.` : '';
    return new AppError(ill ? 'ENDPOINT_FAILED' : 'MODEL_FAILED', message, remedy, { host });
  }

  return {
    name,
    host,
    base,
    concurrency: limits.concurrency,
    get open() {
      return pace.open;
    },
    post: (url, body, call) => run('POST', url, JSON.stringify(body), call),
    get: (url, call) => run('GET', url, undefined, call),
    close: () => wire.close(),
  };
}

/** A header takes visible ASCII alone; what a file or a shell added at the ends is no part of a key. */
function checkKey(name: string, found: string | undefined): string {
  const key = found?.trim() ?? '';
  if (/^[\x21-\x7e]*$/.test(key)) return key;
  throw new AppError('USAGE', `The key of "${name}" holds characters that no key has.`, 'Give it again, without spaces and line ends.');
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
