/** Offsets of the stored text (UTF-16 code units) in the units that other tools count in, and back. */

export type OffsetUnit = 'utf16' | 'codepoints' | 'utf8';

/** Returns a function from an offset in UTF-16 units to the unit asked for; constant time a call after one pass. */
export function offsetConverter(text: string, unit: OffsetUnit): (offset: number) => number {
  if (unit === 'utf16') return (offset) => offset;
  const at = new Uint32Array(text.length + 1);
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    at[i] = count;
    const code = text.codePointAt(i) as number;
    const pair = code > 0xffff;
    if (pair) at[i + 1] = count;
    count += unit === 'codepoints' ? 1 : code < 0x80 ? 1 : code < 0x800 ? 2 : pair ? 4 : 3;
    if (pair) i++;
  }
  at[text.length] = count;
  return (offset) => at[Math.min(offset, text.length)]!;
}

/** The way back: undefined for what lies outside of the text or splits a character. */
export function offsetReader(text: string, unit: OffsetUnit): (offset: number) => number | undefined {
  const isHalf = (at: number) =>
    /^[\udc00-\udfff]/.test(text.slice(at, at + 1)) && /[\ud800-\udbff]$/.test(text.slice(Math.max(0, at - 1), at));
  if (unit === 'utf16') return (offset) => (offset <= text.length && !isHalf(offset) ? offset : undefined);
  const convert = offsetConverter(text, unit);
  const places = new Map<number, number>();
  for (let at = 0; at <= text.length; at++) if (!isHalf(at)) places.set(convert(at), at);
  return (offset) => places.get(offset);
}
