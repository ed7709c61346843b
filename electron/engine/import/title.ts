const MAX = 160;

/** The first line with words, shortened at a word. */
export function titleOf(text: string, fallback: string): string {
  for (const line of text.slice(0, 20_000).split(/\r\n?|\n/)) {
    const flat = line
      .replace(/\s+/g, ' ')
      .replace(/^#+\s*/, '')
      .trim();
    if (/\p{L}{2}/u.test(flat))
      return flat.length <= MAX ? flat : `${flat.slice(0, flat.lastIndexOf(' ', MAX) > 40 ? flat.lastIndexOf(' ', MAX) : MAX)}…`;
  }
  return fallback;
}
