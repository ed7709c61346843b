/** HTML cells → plain text: ends of blocks become line ends, tags go, named and numbered characters are read. */
const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  ordm: 'º',
  ordf: 'ª',
  sect: '§',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  deg: '°',
};
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
};

/** A text without tags comes back as it was. */
export function textOfHtml(html: string): string {
  if (!/<\/?[a-z!][^<>]*>|&(#\d+|#x[\da-f]+|[a-z]+);/i.test(html)) return html;
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<\/(td|th)\s*>/gi, '\t')
    .replace(/<br\b[^<>]*>|<\/(p|div|li|tr|table|h[1-6]|blockquote|ul|ol)\s*>/gi, '\n')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/&(#\d+|#x[\da-f]+|[a-z]+);/gi, character)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function character(whole: string, name: string): string {
  if (name.startsWith('#')) {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const valid = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return valid ? String.fromCodePoint(code) : '\ufffd';
  }
  const known = NAMED[name.toLowerCase()];
  if (known !== undefined) return known;
  const accented = /^([a-z])(acute|grave|circ|tilde|uml|cedil)$/i.exec(name);
  return accented ? `${accented[1]}${ACCENTS[accented[2]!.toLowerCase()]}`.normalize('NFC') : whole;
}
