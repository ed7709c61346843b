/**
 * What a dense search of a large collection reads, laid out in one file, so that its first answer need not gather a million
 * vectors by their keys. A cache: it can be deleted at any time, and where it can't be written nothing is.
 *
 * The file: a line of JSON (what follows, by byte lengths), then vectors, code units read, places of documents, ids of units
 * and of documents as JSON. Numbers as the processor has them.
 */
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { inLanes } from '../inLanes';
import type { LaidOutSpace, LaidOutUnits } from '../ports';
import { renameOver } from './jsonFile';

/** Rows that are read before other calls get their turn. */
const ROWS_AT_ONCE = 1000;
/** Bytes of one read or write. */
const AT_ONCE = 1 << 25;
const READERS = 4;
/** The first line is as long as this, filled up with spaces. */
const HEAD_BYTES = 4096;

interface Head {
  readonly key: string;
  readonly version: string;
  readonly byte_order: string;
  readonly dims: number;
  /** Bytes of each part, in order. */
  readonly parts: readonly number[];
}

export function openSpaceFiles(dir: string, readonly: boolean) {
  const folder = join(dir, 'spaces');
  const pathOf = (key: string) => join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 24)}.space`);

  /** Undefined where there is none of this version, or it was not written to its end. */
  async function opened<T>(key: string, version: string, take: (file: FileHandle, head: Head) => Promise<T>): Promise<T | undefined> {
    const file = await open(pathOf(key), 'r').catch(() => undefined);
    if (!file) return undefined;
    try {
      const head = await readHead(file);
      if (!head || head.key !== key || head.version !== version || head.byte_order !== endianness()) return undefined;
      const expected = HEAD_BYTES + head.parts.reduce((sum, bytes) => sum + bytes, 0);
      return (await file.stat()).size === expected ? await take(file, head) : undefined;
    } finally {
      await file.close();
    }
  }

  return {
    read: (key: string, version: string): Promise<LaidOutSpace | undefined> =>
      opened(key, version, async (file, head) => {
        const matrix = new Float32Array(head.parts[0]! / 4);
        // The ids are parsed while the vectors come in.
        const [units] = await Promise.all([readUnits(file, head), readAll(file, bytesOf(matrix), HEAD_BYTES)]);
        return { ...units, matrix };
      }),

    readUnits: (key: string, version: string): Promise<LaidOutUnits | undefined> => opened(key, version, readUnits),

    readRows: (key: string, version: string, rows: Uint32Array, spare: number): Promise<Float32Array | undefined> =>
      opened(key, version, async ({ fd }, { dims }) => {
        const vectors = new Float32Array((rows.length + spare) * dims);
        const bytes = bytesOf(vectors);
        const size = dims * 4;
        // Thousands of small reads are many times as fast without a promise each.
        for (let i = 0; i < rows.length; i++) {
          if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
          const read = readSync(fd, bytes, i * size, size, HEAD_BYTES + rows[i]! * size);
          if (read !== size) throw new Error('the file ends too early');
        }
        return vectors;
      }),

    /** @throws what the disk says; nothing is left of the file then */
    async write(key: string, version: string, space: LaidOutSpace): Promise<void> {
      if (readonly) return;
      await mkdir(folder, { recursive: true });
      const parts = [
        bytesOf(space.matrix),
        bytesOf(space.usedChars),
        bytesOf(space.docOf),
        Buffer.from(JSON.stringify(space.unitIds)),
        Buffer.from(JSON.stringify(space.docIds)),
      ];
      const head: Head = { key, version, byte_order: endianness(), dims: space.dims, parts: parts.map((part) => part.byteLength) };
      const line = Buffer.alloc(HEAD_BYTES, ' ');
      // Names of collections are short; a key that does not fit is not kept.
      if (line.write(JSON.stringify(head)) !== Buffer.byteLength(JSON.stringify(head))) return;
      const temporary = `${pathOf(key)}.part`;
      try {
        const file = await open(temporary, 'w');
        try {
          for (const part of [line, ...parts]) await writeAll(file, part);
          await file.sync();
        } finally {
          await file.close();
        }
        await renameOver(temporary, pathOf(key));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    /** All of them: after vectors were removed their files are of no use. */
    async clear(): Promise<void> {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const bytesOf = (numbers: Float32Array | Int32Array | Uint32Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

async function readHead(file: FileHandle): Promise<Head | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  try {
    return bytesRead === HEAD_BYTES ? (JSON.parse(buffer.toString('utf8')) as Head) : undefined;
  } catch {
    return undefined;
  }
}

/** All but the vectors. */
async function readUnits(file: FileHandle, { dims, parts }: Head): Promise<LaidOutUnits> {
  const [matrixBytes, usedBytes, docOfBytes, unitBytes, docBytes] = parts as [number, number, number, number, number];
  const usedChars = new Int32Array(usedBytes / 4);
  const docOf = new Uint32Array(docOfBytes / 4);
  const text = new Uint8Array(unitBytes + docBytes);
  const textFrom = HEAD_BYTES + matrixBytes + usedBytes + docOfBytes;
  await readAll(file, text, textFrom);
  const numbers = Promise.all([
    readAll(file, bytesOf(usedChars), HEAD_BYTES + matrixBytes),
    readAll(file, bytesOf(docOf), HEAD_BYTES + matrixBytes + usedBytes),
  ]);
  const ids = (from: number, to: number) => JSON.parse(Buffer.from(text.buffer, from, to - from).toString('utf8')) as string[];
  const unitIds = ids(0, unitBytes);
  const docIds = ids(unitBytes, unitBytes + docBytes);
  await numbers;
  return { usedChars, docOf, dims, unitIds, docIds };
}

/** Several pieces at once: most of the time goes into copying from the system's memory, which more than one core can do. */
async function readAll(file: FileHandle, into: Uint8Array, from: number): Promise<void> {
  const starts = Array.from({ length: Math.ceil(into.byteLength / AT_ONCE) }, (_, i) => i * AT_ONCE);
  await inLanes(
    READERS,
    () => starts.shift(),
    async (start) => {
      const end = Math.min(into.byteLength, start + AT_ONCE);
      for (let done = start; done < end; ) {
        const { bytesRead } = await file.read(into, done, end - done, from + done);
        if (bytesRead === 0) throw new Error('the file ends too early');
        done += bytesRead;
      }
    },
  );
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, done, Math.min(AT_ONCE, bytes.byteLength - done));
    done += bytesWritten;
  }
}
