/** Judgments as a file that others read. */
import { resolve } from 'node:path';
import type { Output, ParsedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { compareBytes } from '../../../shared/ties';
import { eventLine } from '../annotate/eventLines';
import { sortEvents } from '../annotate/fold';
import type { EngineContext } from './context';
import { type OffsetUnit, offsetConverter } from './offsets';
import { requireCollection } from './require';
import { writeLines } from './writeOutput';

type Input = ParsedInput<'exportAnnotations'>;

export async function exportAnnotations(context: EngineContext, input: Input): Promise<Output<'exportAnnotations'>> {
  await requireCollection(context.store, input.collection);
  const path = resolve(input.path);
  const offsets = input.offsets ?? (input.format === 'label-studio' ? 'codepoints' : 'utf16');
  if (input.format !== 'jsonl') throw new AppError('USAGE', `Nothing is written as ${input.format} yet.`, 'Use the format jsonl.');
  return { path, rows: await writeLines(path, eventLines(context, input.collection, offsets)), offsets };
}

/** Document by document, so that each text is read once. */
export async function* eventLines({ store }: Pick<EngineContext, 'store'>, collection: string, offsets: OffsetUnit): AsyncIterable<string> {
  const { events } = await store.annotationEvents(collection);
  const inOrder = sortEvents(events).sort((a, b) => compareBytes(a.nugget.doc_id, b.nugget.doc_id));
  let current: { docId: string; sha256: string; place: (offset: number) => number } | undefined;
  for (const event of inOrder) {
    const { doc_id, text_sha256 } = event.nugget;
    if (current?.docId !== doc_id) {
      const document = await store.document(collection, doc_id);
      current = { docId: doc_id, sha256: document?.sha256 ?? '', place: offsetConverter(document?.text ?? '', offsets) };
    }
    // Places in a text that is not here can't be counted in another unit.
    if (current.sha256 === text_sha256) yield eventLine(event, offsets, current.place);
    else yield eventLine(event, 'utf16', (offset) => offset);
  }
}
