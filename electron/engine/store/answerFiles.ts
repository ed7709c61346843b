/**
 * Answers of a language model about documents that are not finished, so that a reading goes on where it was interrupted:
 * one file of JSON lines for each document, removed when the document is committed. Why not a table or the facts: an answer
 * is added each few seconds, must be there at once, and is of no use to anybody once its document is done.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../ports';
import { appendLines } from './appendLines';
import { replaceFile } from './jsonFile';
import type { WriteGate } from './writeGate';

/** Answers about a document that nobody has gone on with for so long, e.g. since another model was chosen. */
const FORGET_AFTER_MS = 30 * 24 * 3600_000;

type AnswerFiles = Pick<Store, 'keptAnswers' | 'glanceAtAnswers' | 'keepAnswer' | 'cutAnswers'>;

export function openAnswerFiles(dir: string, { write }: WriteGate): AnswerFiles {
  const folder = join(dir, 'answers');
  const pathOf = (name: string) => join(folder, `${name}.jsonl`);
  const read = async (name: string) => parseLines(await readFile(pathOf(name), 'utf8').catch(orNothing));
  return {
    glanceAtAnswers: async (name) => (await read(name)).values,
    keptAnswers: (name) =>
      write(async () => {
        const { values, whole } = await read(name);
        // Nothing may follow a line that can't be read: it would never be.
        if (!whole) await replaceFile(pathOf(name), linesOf(values));
        return values;
      }),
    keepAnswer: (name, answer) =>
      write(async () => {
        if (!existsSync(folder)) await mkdir(folder, { recursive: true });
        await appendLines(pathOf(name), [JSON.stringify(answer)], isJson);
      }),
    cutAnswers: (name, answers) =>
      write(() => (answers.length > 0 ? replaceFile(pathOf(name), linesOf(answers)) : rm(pathOf(name), { force: true }))),
  };
}

/** Removes what nobody has gone on with for a month. */
export async function forgetOldAnswers(dir: string, now = Date.now()): Promise<void> {
  const folder = join(dir, 'answers');
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name));
    if (now - mtimeMs > FORGET_AFTER_MS) await rm(join(folder, name), { force: true });
  }
}

/** The values up to the first line that its writer did not end. */
function parseLines(content: string): { values: unknown[]; whole: boolean } {
  const values: unknown[] = [];
  const lines = content.split('\n');
  const rest = lines.pop();
  for (const line of lines) {
    if (!isJson(line)) return { values, whole: false };
    values.push(JSON.parse(line));
  }
  return { values, whole: rest === '' };
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

const linesOf = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

function orNothing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
