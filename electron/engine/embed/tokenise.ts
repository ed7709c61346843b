/** Token ids of a text up to the model's limit, and how much of the text they cover. */
import { wholeCharacters } from './pieces';
import type { Encode } from './tokenizer';

export interface Tokens {
  /** At most `max` ids, special tokens included. */
  readonly ids: readonly number[];
  /** UTF-16 code units of the text that the ids cover; the text's length where nothing was cut. */
  readonly usedChars: number;
}

// A token of the vocabularies in use covers about four characters of legal prose; this leaves room before a second try.
const CHARS_A_TOKEN = 12;

/**
 * Only the head of a long text is tokenised. `prefix` ("query: " …) counts towards the limit, not towards usedChars.
 */
export function tokenise(encode: Encode, prefix: string, text: string, max: number): Tokens {
  const read = (chars: number) => encode(prefix + head(text, chars), true);
  let chars = Math.min(text.length, max * CHARS_A_TOKEN);
  let ids = read(chars);
  while (ids.length <= max && chars < text.length) {
    chars = Math.min(text.length, chars * 4);
    ids = read(chars);
  }
  if (ids.length <= max) return { ids, usedChars: text.length };
  // The longest head that fits, by bisection: the special tokens at the end stay whole.
  let low = 0;
  let high = chars;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (read(middle).length <= max) low = middle;
    else high = middle - 1;
  }
  return { ids: read(low), usedChars: head(text, low).length };
}

/** The first `chars` code units, never half of a surrogate pair. */
const head = (text: string, chars: number): string => text.slice(0, wholeCharacters(text, Math.min(chars, text.length)));
