/** What a server says when it refuses, as an error that names host, status and the server's own words. Pure. */
import { keyVariable } from '../../../shared/endpoints';
import { AppError } from '../../../shared/errors';

export interface Said {
  /** The server's words, '' where it said nothing that can be read. */
  readonly message: string;
  /** Which part of the request is meant, and the kind of fault, as OpenAI-like servers name them. */
  readonly param: string;
  readonly code: string;
}

const LONGEST = 400;

/** `{"error":{"message"}}`, `{"error":""}`, `{"message"}`, `{"detail"}`, or a text; of a web page nothing. */
export function readSaid(body: string): Said {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    const text = /<html|<!doctype/i.test(body) ? '' : body;
    return { message: short(text), param: '', code: '' };
  }
  const top = record(json);
  const error = record(top.error);
  const words = [error.message, top.error, top.message, top.detail, top.object === 'error' ? top.message : undefined];
  const message = words.find((word) => word !== undefined && word !== null && word !== '');
  const code = error.code ?? error.type ?? top.code ?? top.type;
  return {
    message: short(typeof message === 'string' ? message : message === undefined ? '' : JSON.stringify(message)),
    param: typeof (error.param ?? top.param) === 'string' ? String(error.param ?? top.param) : '',
    code: typeof code === 'string' ? code : '',
  };
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function short(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat;
}

/** Money is used up: it comes as "too many requests", but waiting does not help. */
export const isQuota = ({ code, message }: Said): boolean =>
  /insufficient_quota|billing/.test(code) || /exceeded your current quota/i.test(message);

/** The error for a status that asking again would not change. */
export function refusal(endpoint: { name: string; host: string }, status: number, said: Said): AppError {
  const { name, host } = endpoint;
  const words = said.message ? `: ${said.message}` : '.';
  const details = { host, status, said: said.message, param: said.param, code: said.code };
  if (status === 401 || status === 403)
    return new AppError(
      'ENDPOINT_FAILED',
      `${host} does not let us in (status ${status})${words}`,
      `Give the key of "${name}" in the environment variable ${keyVariable(name)}, or in the desktop window; then start again: what is done is kept.`,
      details,
    );
  if (status === 404)
    return new AppError(
      'ENDPOINT_FAILED',
      `${host} does not know what was asked for (status 404)${words}`,
      `Look at address and model: pepita endpoints list. Change them: pepita endpoints add ${name} URL --chat-model M.`,
      details,
    );
  if (status === 402 || isQuota(said))
    return new AppError(
      'ENDPOINT_FAILED',
      `${host} wants to be paid first (status ${status})${words}`,
      'Look at your account there; then start again: what is done is kept.',
      details,
    );
  const tooLong = /context|too long|exceeds/i.test(`${said.message} ${said.code}`);
  const remedy = tooLong
    ? `Say how many tokens it takes: pepita endpoints add ${name} URL … --context-size N (for vectors: --embedding-tokens N).`
    : '';
  return new AppError('MODEL_FAILED', `${host} refuses the request (status ${status})${words}`, remedy, details);
}
