/** Lines with their numbers from 1; empty ones are passed over. */
import { createReadStream } from 'node:fs';

export interface Line {
  readonly row: number;
  readonly line: string;
}

export function* linesOf(text: string): Iterable<Line> {
  let row = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    row++;
    if (line.trim() !== '') yield { row, line };
  }
}

const LF = 0x0a;

/**
 * The lines of a file as bytes, without holding the file in memory. They end at LF alone: in
 * JSON lines, U+2028 and the like are characters of a text. `read` counts the bytes of the file so far.
 */
export async function* byteLinesOf(path: string): AsyncIterable<{ readonly row: number; readonly bytes: Buffer; readonly read: number }> {
  let row = 0;
  let read = 0;
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      const bytes = Buffer.concat([...rest, chunk.subarray(from, end)]);
      rest = [];
      from = end + 1;
      row++;
      read += bytes.length + 1;
      yield { row, bytes, read };
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) {
    const bytes = Buffer.concat(rest);
    yield { row: row + 1, bytes, read: read + bytes.length };
  }
}
