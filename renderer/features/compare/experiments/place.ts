/** Lines and columns of a text. Pure. */

/** Where a line and a column, both from 1, lie in the text; beyond its ends, at its nearest end. */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n');
  const at = Math.max(1, Math.min(lines.length, line));
  const before = lines.slice(0, at - 1).reduce((sum, { length }) => sum + length + 1, 0);
  return before + Math.max(0, Math.min(lines[at - 1]!.length, column - 1));
}
