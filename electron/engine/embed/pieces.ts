/** Where a text may be cut. Pure. */

/** Code units to look back for white space. */
const LOOK_BACK = 2000;

/** `at`, or one less where a surrogate pair would be cut in two. */
export function wholeCharacters(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  return at < text.length && last >= 0xd800 && last <= 0xdbff ? at - 1 : at;
}

/** The text in pieces of at most `size` (≥ 2) code units, cut before white space where there is some near. Joined they are the text. */
export function pieces(text: string, size: number): string[] {
  const out: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + size);
    if (end < text.length) {
      const from = Math.max(start + 1, end - LOOK_BACK);
      const space = /\s\S*$/.exec(text.slice(from, end))?.index;
      end = space === undefined ? wholeCharacters(text, end) : from + space;
    }
    out.push(text.slice(start, end));
    start = end;
  }
  return out;
}
