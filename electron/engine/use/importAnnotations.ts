/** Judgments that were made elsewhere → events here. Each is reported: added, known, in conflict, refused, or found at another place. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AnnotationFormat, ImportAnnotationsOutput, ParsedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { EngineContext } from './context';
import { importEvents } from './importEvents';
import { requireCollection } from './require';

type Input = ParsedInput<'importAnnotations'>;

/** @throws NOT_FOUND, BAD_INPUT where the file is of no known form */
export async function importAnnotations(context: EngineContext, input: Input): Promise<ImportAnnotationsOutput> {
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
  if (out.format !== 'jsonl') throw new AppError('USAGE', `Nothing is read as ${out.format} yet.`, 'Use the format jsonl.');
  await importEvents(context, collection, path, out);
  return out;
}

async function formatOf(path: string): Promise<AnnotationFormat> {
  if (/\.csv$/i.test(path)) return 'csv';
  if (/\.json$/i.test(path)) return 'label-studio';
  const head = (await readFile(path, 'utf8')).slice(0, 100_000).split('\n')[0] ?? '';
  return head.includes('"action"') ? 'jsonl' : head.includes('"nuggets"') ? 'assignments' : 'jsonl';
}
