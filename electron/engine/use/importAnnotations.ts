/** Judgments that were made elsewhere → events here. Each is reported: added, known, in conflict, refused, or found at another place. */
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { AnnotationFormat, ImportAnnotationsOutput, ParsedInput } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { readAssignments } from '../annotate/assignments';
import { CSV_REQUIRED, readCsvRow } from '../annotate/csvRows';
import { readTask } from '../annotate/labelStudio';
import type { Read, Statement } from '../annotate/statement';
import { readCsv } from '../import/csv';
import { decodeText } from '../import/decode';
import { jsonLine } from '../import/jsonLine';
import { byteLinesOf } from '../import/lines';
import type { Emit, EngineContext } from './context';
import { importEvents } from './importEvents';
import { importSpans } from './importSpans';
import { importStatements } from './importStatements';
import { requireCollection } from './require';

type Input = ParsedInput<'importAnnotations'>;

/** @throws NOT_FOUND, BAD_INPUT where the file is of no known form */
export async function importAnnotations(
  context: EngineContext,
  input: Input,
  run: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<ImportAnnotationsOutput> {
  const { collection } = input;
  await requireCollection(context.store, collection);
  const path = resolve(input.path);
  if (!(await stat(path).catch(() => undefined))?.isFile()) {
    throw new AppError('NOT_FOUND', `${input.path} is not there, or is no file.`, 'Name the file of annotations.');
  }
  const out: ImportAnnotationsOutput = {
    collection,
    format: input.format ?? (await formatOf(path)),
    added: 0,
    unchanged: 0,
    conflicts: [],
    refused: [],
    realigned: [],
    without_nugget: 0,
    nuggets: 0,
    system: '',
  };
  const signed = input.annotator ?? basename(path).replace(/\.[^.]*$/, '');
  if (out.format === 'jsonl') await importEvents(context, collection, path, out);
  else if (out.format === 'label-studio') {
    const { statements, spans } = await readTasks(path, signed);
    const system =
      input.system ??
      (signed
        .replace(/[^\p{L}\p{N} ._+-]/gu, ' ')
        .trim()
        .slice(0, 60) ||
        'label-studio');
    const [said, marked] = [readable(statements, out), readable(spans, out)];
    if (marked.length > 0) await importSpans(context, collection, marked, { system, file: basename(path), ...run }, out);
    await importStatements(context, collection, said, { origin: basename(path), ...run }, out);
  } else {
    const read = out.format === 'csv' ? await readRows(path) : await readLines(path, signed);
    await importStatements(context, collection, readable(read, out), { origin: basename(path), ...run }, out);
  }
  return out;
}

function readable<T>(read: readonly Read<T>[], out: ImportAnnotationsOutput): T[] {
  return read.flatMap((one) => {
    if ('said' in one) return [one.said];
    out.refused.push(one);
    return [];
  });
}

async function readRows(path: string): Promise<Read<Statement>[]> {
  const { rows, faults } = await readCsv(path, CSV_REQUIRED);
  const item = (row: number | null) => `${basename(path)}${row === null ? '' : `, row ${row}`}`;
  return [...faults.map(({ row, reason }) => ({ item: item(row), reason })), ...rows.map(({ row, cells }) => readCsvRow(cells, item(row)))];
}

async function readLines(path: string, signed: string): Promise<Read<Statement>[]> {
  const read: Read<Statement>[] = [];
  for await (const { row, bytes } of byteLinesOf(path)) {
    const line = decodeText(bytes).text.replace(/^\ufeff/, '');
    if (line.trim() === '') continue;
    const item = `${basename(path)}, row ${row}`;
    const json = jsonLine(line);
    read.push(...(typeof json === 'string' ? [{ item, reason: json }] : readAssignments(json, item, signed)));
  }
  return read;
}

/** Label Studio's JSON: a list of tasks. */
async function readTasks(path: string, signed: string): Promise<ReturnType<typeof readTask>> {
  let tasks: unknown;
  try {
    tasks = JSON.parse(decodeText(await readFile(path)).text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new AppError(
      'BAD_INPUT',
      `${basename(path)} is no JSON: ${error instanceof Error ? error.message : error}.`,
      'Export the project as JSON from Label Studio.',
    );
  }
  if (!Array.isArray(tasks))
    throw new AppError('BAD_INPUT', `${basename(path)} is no list of tasks.`, 'Export the project as JSON from Label Studio.');
  const read = tasks.map((task, i) => readTask(task, `task ${(task as { id?: unknown } | null)?.id ?? i + 1}`, signed));
  return { statements: read.flatMap(({ statements }) => statements), spans: read.flatMap(({ spans }) => spans) };
}

async function formatOf(path: string): Promise<AnnotationFormat> {
  if (/\.csv$/i.test(path)) return 'csv';
  if (/\.json$/i.test(path)) return 'label-studio';
  const head = (await readFile(path, 'utf8')).slice(0, 100_000).split('\n')[0] ?? '';
  return head.includes('"action"') ? 'jsonl' : head.includes('"nuggets"') ? 'assignments' : 'jsonl';
}
