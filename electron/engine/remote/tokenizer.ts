/** The tokenizer that llama.cpp's server offers beside the API: tokens as the model itself counts them. */
import { AppError } from '../../../shared/errors';
import type { RemoteCall } from '../endpointPort';
import { beside } from './address';
import type { Connection } from './connection';

const TIMEOUT_MS = 60_000;
const PROBE = 'Pepita';

/**
 * @returns false where the server knows no such path or answers otherwise
 * @throws where it can't be reached: a count that depends on the weather would make other windows each time
 */
export async function offersTokenizer(connection: Connection, { signal }: RemoteCall): Promise<boolean> {
  try {
    return piecesOf(await ask(connection, PROBE, signal)) !== undefined;
  } catch (thrown) {
    const { status } = thrown instanceof AppError ? thrown.details : {};
    if (typeof status === 'number' && status >= 400 && status < 500) return false;
    if (status === 501) return false;
    throw thrown;
  }
}

/** Where each token of a text begins, in code units. */
export async function tokenStarts(connection: Connection, text: string, { signal }: RemoteCall): Promise<Uint32Array> {
  const pieces = piecesOf(await ask(connection, text, signal));
  if (!pieces) throw new AppError('MODEL_FAILED', `${connection.host} no longer counts tokens.`, 'Start again.', { host: connection.host });
  return startsOf(text, pieces);
}

/** Tokens of a text take no tokens of the model: there is nothing to pay. */
const ask = (connection: Connection, content: string, signal: AbortSignal | undefined): Promise<unknown> =>
  connection.post(
    beside(connection.base, 'tokenize'),
    { content, add_special: false, with_pieces: true },
    { signal, timeoutMs: TIMEOUT_MS, tokens: 0 },
  );

/** Bytes of each piece; a piece that is no whole character comes as a list of bytes. */
function piecesOf(json: unknown): number[] | undefined {
  const tokens = (json as { tokens?: unknown } | null)?.tokens;
  if (!Array.isArray(tokens)) return undefined;
  const sizes: number[] = [];
  for (const token of tokens) {
    const piece = (token as { piece?: unknown } | null)?.piece;
    if (typeof piece === 'string') sizes.push(Buffer.byteLength(piece));
    else if (Array.isArray(piece)) sizes.push(piece.length);
    else return undefined;
  }
  return sizes;
}

/**
 * Pieces laid along the text. Some tokenizers put a space before a text or write white space otherwise: where the bytes
 * don't add up, the tokens are spread evenly, which errs by a few.
 * @param sizes bytes of each piece
 */
export function startsOf(text: string, sizes: readonly number[]): Uint32Array {
  const bytes = Buffer.byteLength(text);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const starts = new Uint32Array(sizes.length);
  if (all === 0) return starts;
  // Code units by bytes, walked along once.
  let unit = 0;
  let byte = 0;
  let at = 0;
  for (const [i, size] of sizes.entries()) {
    const target = (at / all) * bytes;
    while (byte < target && unit < text.length) {
      const point = text.codePointAt(unit)!;
      byte += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      unit += point > 0xffff ? 2 : 1;
    }
    starts[i] = unit;
    at += size;
  }
  return starts;
}
