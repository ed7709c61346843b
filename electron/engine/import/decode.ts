/** Bytes → text, exactly: a byte order mark tells the encoding and is not part of the text; else UTF-8, else Windows-1252. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

export type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

const SIGNATURES: readonly (readonly [readonly number[], string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF: save its text as TXT first'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP or DOCX file: save it as plain text first'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Word or Excel file: save it as plain text first'],
  [[0x1f, 0x8b], 'a gzip file: unpack it first'],
];

export function decode(bytes: Uint8Array): Decoded {
  if (bytes.length === 0) return { ok: false, reason: 'the file is empty' };
  for (const [signature, what] of SIGNATURES)
    if (signature.every((byte, i) => bytes[i] === byte)) return { ok: false, reason: `this is ${what}` };
  const text = decodeText(bytes);
  if (text.includes('\0')) return { ok: false, reason: 'the file holds NUL characters: it is not a text' };
  if (text.trim() === '') return { ok: false, reason: 'the file holds only white space' };
  return { ok: true, text };
}

function decodeText(bytes: Uint8Array): string {
  const as = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return as('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return as('utf-16be');
  try {
    return as('utf-8', true);
  } catch {
    // Not UTF-8: the other encoding of Portuguese and English files. Every byte has a meaning in it.
    return as('windows-1252');
  }
}

/** Reads a file; what can't be read is told, not thrown. */
export async function readText(path: string): Promise<Decoded> {
  try {
    return decode(await readFile(path));
  } catch (error) {
    return { ok: false, reason: `${basename(path)} can't be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}` };
  }
}
