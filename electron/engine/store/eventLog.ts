/**
 * Events of people's work, one file of JSON lines for each collection and annotator. A line is there when it was flushed
 * to the disk; a later one never touches it. Why not a table: a judgment is one key on the keyboard, each commit of a table
 * makes files that have to be compacted, and lines can be read, compared and merged without this program.
 */
import { existsSync } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { EventFault } from '../../../shared/annotation';
import type { LoggedEvents } from '../ports';
import { sha256Hex } from '../text/hash';
import { appendLines } from './appendLines';
import { serialise } from './serialise';

interface EventLog<E> {
  read(collection: string): Promise<LoggedEvents<E>>;
  /** Adds what `make` makes of the events so far. To be called one after the other. */
  append(collection: string, make: (known: LoggedEvents<E>) => readonly E[]): Promise<readonly E[]>;
}

interface Parsed<E> {
  ino: number;
  /** Bytes up to the end of the last whole line. */
  bytes: number;
  rows: number;
  events: E[];
  faults: EventFault[];
}

/** @param folder of the workspace, e.g. `annotations` */
export function openEventLog<E extends { readonly annotator: string }>(dir: string, folder: string, schema: z.ZodType<E>): EventLog<E> {
  const known = new Map<string, Parsed<E>>();
  // Nobody reads while a line is being written, and what is new is parsed once.
  const inTurn = serialise();
  const folderOf = (collection: string) => join(dir, folder, fileName(collection));
  const parse = (line: string): E | string => {
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      return 'the line is no JSON';
    }
    const event = schema.safeParse(json);
    return event.success ? event.data : `${event.error.issues[0]?.path.join('.')}: ${event.error.issues[0]?.message}`;
  };

  /** Reads what has been added since the last time: lines are never changed. */
  async function readFile(path: string, name: string): Promise<LoggedEvents<E>> {
    const file = await open(path, 'r');
    try {
      const { size, ino } = await file.stat();
      let parsed = known.get(path);
      if (!parsed || parsed.ino !== ino || parsed.bytes > size) parsed = { ino, bytes: 0, rows: 0, events: [], faults: [] };
      known.set(path, parsed);
      const fresh = Buffer.alloc(size - parsed.bytes);
      const { bytesRead } = await file.read(fresh, 0, fresh.length, parsed.bytes);
      const end = fresh.lastIndexOf(0x0a, bytesRead - 1) + 1;
      for (const line of end > 0 ? fresh.toString('utf8', 0, end - 1).split('\n') : []) {
        parsed.rows++;
        if (line.trim() === '') continue;
        const event = parse(line);
        if (typeof event === 'string') parsed.faults.push({ file: name, row: parsed.rows, reason: event });
        else parsed.events.push(event);
      }
      parsed.bytes += end;
      if (end === bytesRead) return parsed;
      // The last line has no end: its writer was stopped. It counts if it is whole; the next append ends it or sets it aside.
      const event = parse(fresh.toString('utf8', end, bytesRead));
      if (typeof event !== 'string') return { events: [...parsed.events, event], faults: parsed.faults };
      const reason = 'the last line was cut off while it was written: it does not count';
      return { events: parsed.events, faults: [...parsed.faults, { file: name, row: parsed.rows + 1, reason }] };
    } finally {
      await file.close();
    }
  }

  async function readNow(collection: string): Promise<LoggedEvents<E>> {
    const at = folderOf(collection);
    const names = (await readdir(at).catch(() => [])).sort();
    const files: LoggedEvents<E>[] = [];
    for (const name of names) {
      if (name.endsWith('.jsonl')) files.push(await readFile(join(at, name), name));
      else if (name.endsWith('.torn'))
        files.push({ events: [], faults: [{ file: name, row: 1, reason: 'a line that was cut off was set aside here' }] });
    }
    return { events: files.flatMap(({ events }) => events), faults: files.flatMap(({ faults }) => faults) };
  }

  async function appendNow(collection: string, make: (known: LoggedEvents<E>) => readonly E[]): Promise<readonly E[]> {
    const events = make(await readNow(collection));
    const byAnnotator = new Map<string, E[]>();
    for (const event of events) byAnnotator.set(event.annotator, [...(byAnnotator.get(event.annotator) ?? []), event]);
    const at = folderOf(collection);
    if (events.length > 0 && !existsSync(at)) await mkdir(at, { recursive: true });
    for (const [annotator, own] of byAnnotator) {
      const lines = own.map((event) => JSON.stringify(event));
      await appendLines(join(at, `${fileName(annotator)}.jsonl`), lines, (line) => typeof parse(line) !== 'string');
    }
    return events;
  }

  return {
    read: (collection) => inTurn(() => readNow(collection)),
    append: (collection, make) => inTurn(() => appendNow(collection, make)),
  };
}

/** A name for any name: what of it every file system can bear, and its hash, for the rest and for upper and lower case. */
function fileName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  return `${plain || 'x'}-${sha256Hex(name).slice(0, 10)}`;
}
