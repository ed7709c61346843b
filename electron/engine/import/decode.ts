/** Bytes → text, exactly: a byte order mark tells the encoding and is not part of the text; else UTF-8, else Windows-1252. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export type Decoded =
  | { readonly ok: true; readonly text: string; readonly encoding: Encoding }
  | { readonly ok: false; readonly reason: string };

const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF', 'a PDF, which is not read yet: save its text as TXT first'],
  ['PK\u0003\u0004', 'a ZIP or DOCX file, which is not read yet: save it as plain text first'],
  ['\u00d0\u00cf\u0011\u00e0', 'an old Word or Excel file, which is not read: save it as plain text first'],
  ['{\\rtf', 'an RTF file, which is not read: save it as plain text first'],
  ['\u001f\u008b', 'a gzip file: unpack it first'],
];

export function decode(bytes: Uint8Array): Decoded {
  if (bytes.length === 0) return { ok: false, reason: 'the file is empty' };
  const head = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  for (const [signature, what] of SIGNATURES) if (head.startsWith(signature)) return { ok: false, reason: `this is ${what}` };
  const { text, encoding } = decodeText(bytes);
  if (text.includes('\0')) return { ok: false, reason: 'the file holds NUL characters, so it is no text in UTF-8: save it as UTF-8' };
  if (encoding === 'windows-1252' && looksBinary(text)) return { ok: false, reason: 'this is no text: save it as plain text in UTF-8' };
  if (text.trim() === '') return { ok: false, reason: 'the file holds only white space' };
  return { ok: true, text, encoding };
}

export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: Encoding } {
  const as = (encoding: Encoding, fatal = false) => ({ text: new TextDecoder(encoding, { fatal }).decode(bytes), encoding });
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return as('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return as('utf-16be');
  try {
    return as('utf-8', true);
  } catch {
    // Not UTF-8: the other encoding of Portuguese and English files. Every byte has a meaning in it.
    return { text: fromWindows1252(bytes), encoding: 'windows-1252' };
  }
}

/** What bytes 0x80–0x9F stand for; five have no character and keep their number. Spelt out, since some releases of Node decode them as Latin-1. */
const HIGH =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

function fromWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin1.replace(/[\u0080-\u009f]/g, (unit) => HIGH[unit.charCodeAt(0) - 0x80]!);
}

/** Texts hardly have control characters; pictures and programs have many. */
function looksBinary(text: string): boolean {
  const head = text.slice(0, 8000);
  const controls = head.match(/\p{Cc}/gu)?.filter((unit) => !'\t\n\r\f\v'.includes(unit)).length ?? 0;
  return controls > head.length / 100;
}

/** Reads a file; what can't be read is told, not thrown. */
export async function readText(path: string): Promise<Decoded> {
  try {
    return decode(await readFile(path));
  } catch (error) {
    return { ok: false, reason: `${basename(path)} can't be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}` };
  }
}
