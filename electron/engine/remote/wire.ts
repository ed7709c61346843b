/**
 * The one file of the engine that opens a connection to another machine: one request, one answer.
 * Node's own http, not fetch: its time limits are ours to set, it follows no redirect, and it uses no proxy
 * that the user did not name.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export type Headers = IncomingHttpHeaders;

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From the first byte sent to the last received. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface WireReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** `unreachable`: no connection came about · `broken`: it was cut · `timeout` · `endless`: the answer is larger than any of ours. */
export type FaultKind = 'unreachable' | 'broken' | 'timeout' | 'endless';

export class WireFault extends Error {
  readonly kind: FaultKind;
  constructor(kind: FaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface Wire {
  /** @throws WireFault, or the signal's reason where it is aborted */
  send(request: WireRequest): Promise<WireReply>;
  close(): void;
}

/** 2,048 vectors of 8,192 values as decimal digits; no answer of ours is longer. */
const MOST_BYTES = 256 * 1024 * 1024;
const CONNECT_MS = 20_000;
/** What keeps a connection from coming about, as Node names it. */
const NO_WAY = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

export function openWire(concurrency: number): Wire {
  const options = { keepAlive: true, maxSockets: concurrency };
  const [http, https] = [new HttpAgent(options), new HttpsAgent(options)];

  const send = ({ method, url, headers, body, timeoutMs, signal }: WireRequest): Promise<WireReply> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const secure = url.protocol === 'https:';
      const call = (secure ? httpsRequest : httpRequest)(url, { method, headers, agent: secure ? https : http });
      const end = (fault: unknown) => {
        settle();
        call.destroy();
        reject(fault);
      };
      const onAbort = () => end(signal.reason);
      const late = setTimeout(() => end(new WireFault('timeout', `no whole answer within ${Math.round(timeoutMs / 1000)} s`)), timeoutMs);
      const connecting = setTimeout(() => end(new WireFault('unreachable', 'no connection came about')), Math.min(timeoutMs, CONNECT_MS));
      const settle = () => {
        clearTimeout(late);
        clearTimeout(connecting);
        signal.removeEventListener('abort', onAbort);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      call.on('socket', (socket) => {
        const connected = () => clearTimeout(connecting);
        if (call.reusedSocket || !socket.connecting) connected();
        else socket.once(secure ? 'secureConnect' : 'connect', connected);
      });
      call.on('error', (error: NodeJS.ErrnoException) =>
        end(new WireFault(NO_WAY.test(error.code ?? '') ? 'unreachable' : 'broken', error.code ?? error.message)),
      );
      call.on('response', (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > MOST_BYTES) end(new WireFault('endless', `more than ${MOST_BYTES} bytes`));
          else parts.push(part);
        });
        response.on('error', (error: NodeJS.ErrnoException) => end(new WireFault('broken', error.code ?? error.message)));
        response.on('close', () => {
          if (!response.complete) end(new WireFault('broken', 'the answer was cut off'));
        });
        response.on('end', () => {
          if (!response.complete) return;
          settle();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString('utf8') });
        });
      });
      call.end(body);
    });

  return {
    send,
    close() {
      http.destroy();
      https.destroy();
    },
  };
}
