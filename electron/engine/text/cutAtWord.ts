/** The text itself, or its beginning up to a word's end and "…", where it is longer than so many UTF-16 code units. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, Math.max(1, most - 1));
  const space = head.search(/\s+\S*$/);
  const cut = space > most / 2 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, '');
  return `${cut}…`;
}
