const MAX = 160;

/** The first line with words, shortened at a word. */
export function titleOf(text: string, fallback: string): string {
  for (const line of text.slice(0, 20_000).split(/\r\n?|\n/)) {
    const flat = line
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^#+\s+/, '');
    if (/\p{L}{2}/u.test(flat)) return shorten(flat);
  }
  return fallback;
}

/** At most 160 characters, cut at a word and never within a character. */
export function shorten(title: string): string {
  if (title.length <= MAX) return title;
  const space = title.lastIndexOf(' ', MAX - 1);
  const end = space > MAX / 4 ? space : MAX - 1;
  return `${title.slice(0, end).replace(/[\ud800-\udbff]$/, '')}…`;
}
