/** The lines of a text with their numbers from 1; empty ones are passed over. */
export function* linesOf(text: string): Iterable<{ row: number; line: string }> {
  let row = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    row++;
    if (line.trim() !== '') yield { row, line };
  }
}
