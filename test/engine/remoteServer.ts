/**
 * A server like OpenAI's on this machine's loopback address, with faults on order: a real socket, real HTTP.
 * Its answers come from what it is asked: a nugget quotes the first sentence of the text that it is given; a vector
 * counts letters.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: any;
  readonly raw: string;
  readonly at: number;
}

/** Answers a request itself, or lets it be answered as usual by returning false. */
export type Fault = (request: Seen, response: ServerResponse, n: number) => boolean | Promise<boolean>;

export interface RemoteServer {
  readonly url: string;
  readonly host: string;
  readonly seen: Seen[];
  /** Requests answered at the same moment, at most. */
  readonly most: () => number;
  /** Faults that come first, one for each request; then none. */
  script(...faults: Fault[]): void;
  /** A fault that every request meets. */
  always(fault: Fault | undefined): void;
  close(): Promise<void>;
}

export const DIMENSIONS = 26;

export async function startRemoteServer(options: { tokenizer?: boolean; latencyMs?: number } = {}): Promise<RemoteServer> {
  const seen: Seen[] = [];
  let script: Fault[] = [];
  let standing: Fault | undefined;
  let active = 0;
  let most = 0;

  const server = createServer(async (request, response) => {
    const raw = await readBody(request);
    const entry = { path: request.url ?? '', authorization: request.headers.authorization, body: parse(raw), raw, at: Date.now() };
    const n = seen.push(entry) - 1;
    active++;
    most = Math.max(most, active);
    response.once('close', () => active--);
    if (options.latencyMs) await new Promise((resolve) => setTimeout(resolve, options.latencyMs));
    const fault = entry.path.endsWith('/tokenize') ? standing : (script.shift() ?? standing);
    if (fault && (await fault(entry, response, n))) return;
    if (entry.path === '/v1/chat/completions') return json(response, 200, chatAnswer(entry.body));
    if (entry.path === '/v1/embeddings') return json(response, 200, embeddingsAnswer(entry.body));
    if (entry.path === '/tokenize' && options.tokenizer) return json(response, 200, { tokens: tokensOf(entry.body.content) });
    json(response, 404, { error: { message: `no such path ${entry.path}`, type: 'not_found' } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    seen,
    most: () => most,
    script: (...faults) => {
      script = [...faults];
    },
    always: (fault) => {
      standing = fault;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let raw = '';
  for await (const part of request.setEncoding('utf8')) raw += part;
  return raw;
}

function parse(raw: string): any {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** The longest paragraph's first sentence, as a thesis of its own: real words of the decision, so that evidence is found. */
export function nuggetsFor(user: string): string {
  const paragraphs = user.split(/\n\s*\n/).sort((a, b) => b.length - a.length);
  const quote = /^.{40,}?[.;]/s.exec(paragraphs[0]!.trim())?.[0] ?? paragraphs[0]!.trim().slice(0, 120);
  return JSON.stringify({ nuggets: [{ text: `Tese: ${quote.replace(/\s+/g, ' ')}`, quotes: [quote] }] });
}

export function chatAnswer(body: any, content = nuggetsFor(body.messages[1].content), finish = 'stop'): object {
  const prompt_tokens = Math.ceil(JSON.stringify(body.messages).length / 4);
  const completion_tokens = Math.ceil(content.length / 4);
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: `${body.model}-2026-03-17`,
    system_fingerprint: 'fp_1',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}

/** Letters a–z counted: close texts have close vectors, and the expected value is there to be counted. */
export function letterCounts(text: string, dimensions = DIMENSIONS): number[] {
  const counts = new Array<number>(dimensions).fill(0);
  for (const c of text.normalize('NFD').toLowerCase()) {
    const at = c.charCodeAt(0) - 97;
    if (at >= 0 && at < dimensions) counts[at]!++;
  }
  return counts;
}

export const base64 = (values: readonly number[]): string => Buffer.from(Float32Array.from(values).buffer).toString('base64');

export function embeddingsAnswer(body: any): object {
  const data = body.input.map((text: string, index: number) => {
    const values = letterCounts(text, body.dimensions ?? DIMENSIONS);
    return { object: 'embedding', index, embedding: body.encoding_format === 'base64' ? base64(values) : values };
  });
  const tokens = Math.ceil(body.input.join('').length / 4);
  return { object: 'list', data, model: body.model, usage: { prompt_tokens: tokens, total_tokens: tokens } };
}

/** Tokens of three letters, as llama.cpp's server tells them: a piece that is no whole character comes as bytes. */
function tokensOf(content: string): { id: number; piece: string | number[] }[] {
  const bytes = Buffer.from(content);
  const tokens: { id: number; piece: string | number[] }[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const part = bytes.subarray(at, at + 3);
    const text = part.toString('utf8');
    tokens.push({ id: at, piece: text.includes('\ufffd') ? [...part] : text });
  }
  return tokens;
}
