/** Tokens of a text where the tokenizer is not known: counted so that the true number is almost never larger. Pure. */

/** Letters of a word that make a token: Portuguese in a small English vocabulary has 2.6, in a large one 4. */
const LETTERS = 2.5;

export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [part] of text.matchAll(/[\p{Script=Latin}\p{M}]+|\p{N}|\s+|[^\s]/gu)) {
    if (/^[\p{Script=Latin}\p{M}]/u.test(part)) tokens += Math.ceil(part.length / LETTERS);
    // A space goes with the word after it; a line end is a token.
    else if (/^\s/.test(part)) tokens += part.length > 1 ? Math.ceil(part.length / 4) : part === ' ' ? 0 : 1;
    // A sign or a letter of another script may be as many tokens as it has bytes, and seldom is more than two.
    else tokens += part.charCodeAt(0) < 0x80 ? 1 : 2;
  }
  return tokens;
}
