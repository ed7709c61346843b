/** The head of a text that has room in so many tokens. */

/**
 * @param count tokens of a text; it need not add up over its parts
 * @returns the text itself where it fits, else its longest head that ends before a word, found by halving
 */
export function fitText(text: string, tokens: number, count: (text: string) => number): string {
  if (tokens <= 0) return '';
  if (count(text) <= tokens) return text;
  let [low, high] = [0, text.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (count(text.slice(0, middle)) <= tokens) low = middle;
    else high = middle;
  }
  const head = text.slice(0, low);
  const space = head.search(/\s+\S*$/);
  return (space > low / 2 ? head.slice(0, space) : head).replace(/[\ud800-\udbff]$/, '');
}
