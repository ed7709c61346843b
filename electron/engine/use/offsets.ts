/** Offsets of the stored text (UTF-16 code units) in the units that other tools count in. */

/** Returns a function from an offset in UTF-16 units to the unit asked for; constant time a call after one pass. */
export function offsetConverter(text: string, unit: 'utf16' | 'codepoints' | 'utf8'): (offset: number) => number {
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
