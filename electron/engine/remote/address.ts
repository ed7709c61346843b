/** Addresses of endpoints: what is accepted, how paths are put together, what is this machine. Pure. */
import { AppError } from '../../../shared/errors';

/**
 * The base that paths are put after. An address without a path gets `/v1`, as every server of the kind has it.
 * @throws USAGE for anything but a plain http(s) address: what is secret has no place in it
 */
export function parseAddress(address: string): URL {
  const wrong = (why: string, remedy: string) => new AppError('USAGE', `This is no address of an endpoint: ${why}.`, remedy);
  let url: URL;
  try {
    url = new URL(address.trim());
  } catch {
    throw wrong('it can not be read', 'Write it like https://api.example.org/v1.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw wrong(`${url.protocol} is not http or https`, 'Use an https address.');
  if (url.username || url.password) throw wrong('it holds a name or a password', 'Leave them out; a key is kept apart from the address.');
  if (url.search || url.hash) throw wrong('it has a part after "?" or "#"', 'Leave it out; a key is kept apart from the address.');
  if (url.hostname === '') throw wrong('it names no host', 'Write it like https://api.example.org/v1.');
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path === '' ? '/v1' : path;
  return url;
}

/** `path` below the base: `chat/completions` → `https://host/v1/chat/completions`. */
export const below = (base: URL, path: string): URL => new URL(`${base.pathname}/${path}`, base.origin);

/** `path` beside `/v1`, where llama.cpp's server keeps what OpenAI does not have. */
export const beside = (base: URL, path: string): URL => new URL(`${base.pathname.replace(/\/v1$/, '')}/${path}`, base.origin);

export function isLoopback({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Everyone on the way can read what is sent. */
export const isPlain = (url: URL): boolean => url.protocol === 'http:' && !isLoopback(url);
