/** Judgments as a file that others read. */
import { resolve } from 'node:path';
import type { Output, ParsedInput } from '../../../shared/contract';
import { toCsv } from '../../../shared/table';
import { compareBytes } from '../../../shared/ties';
import { assignmentLine, isAssigned } from '../annotate/assignments';
import { CSV_HEAD, csvRow } from '../annotate/csvRows';
import { eventLine } from '../annotate/eventLines';
import { foldAnnotations } from '../annotate/fold';
import { groupBy } from '../annotate/groupBy';
import { rolesInOrder, sortEvents } from '../annotate/history';
import { taskOf } from '../annotate/labelStudio';
import { versionOf } from './annotationParts';
import type { EngineContext } from './context';
import { type OffsetUnit, offsetConverter } from './offsets';
import { requireCollection } from './require';
import { writeLines, writeOutput } from './writeOutput';

type Input = ParsedInput<'exportAnnotations'>;

export async function exportAnnotations(context: EngineContext, input: Input): Promise<Output<'exportAnnotations'>> {
  const { collection, format, locale } = input;
  await requireCollection(context.store, collection);
  const path = resolve(input.path);
  const offsets = input.offsets ?? (format === 'label-studio' ? 'codepoints' : 'utf16');
  if (format === 'jsonl') return { path, rows: await writeLines(path, eventLines(context, collection, offsets)), offsets, left_out: 0 };
  const judged = await judgedDocuments(context, collection, offsets);
  const left_out = judged.reduce((sum, { left }) => sum + left, 0);
  if (format === 'csv') {
    const rows = judged.flatMap(({ place, head, scores, items }) =>
      items.flatMap(({ nugget, by }) =>
        by.map((one) => csvRow(nugget, one, { court: head?.court ?? '', score: scores.get(nugget.version) ?? null, ...place })),
      ),
    );
    await writeOutput(path, toCsv({ head: [...CSV_HEAD], rows }, { locale }));
    return { path, rows: rows.length, offsets, left_out };
  }
  if (format === 'label-studio') {
    const tasks = judged.flatMap(({ place, document, items }) =>
      document ? items.map(({ nugget, by }) => taskOf(nugget, document, by, place.offsets, place.place)) : [],
    );
    await writeOutput(path, `[\n${tasks.map((task) => JSON.stringify(task)).join(',\n')}\n]\n`);
    return { path, rows: tasks.length, offsets, left_out };
  }
  let unassigned = 0;
  const lines = judged.flatMap(({ doc_id, head, items }) => {
    const all = items.flatMap(({ nugget, by }) => by.map((one) => ({ nugget, ...one })));
    unassigned += all.filter((one) => !isAssigned(one)).length;
    const groups = groupBy(all, ({ nugget, annotator, role }) => JSON.stringify([nugget.extractor, annotator, role]));
    return [...groups.values()].map((own) => {
      const { nugget, annotator, role } = own[0]!;
      return assignmentLine({ doc_id, title: head?.title ?? doc_id }, nugget.extractor, annotator, role, own);
    });
  });
  await writeOutput(path, lines.map((line) => `${line}\n`).join(''));
  return { path, rows: lines.length, offsets, left_out: left_out + unassigned };
}

/** What is said of each document's nuggets, and how places of its text are counted. */
async function judgedDocuments({ store }: EngineContext, collection: string, offsets: OffsetUnit) {
  const { items } = foldAnnotations((await store.annotationEvents(collection)).events);
  const said = [...items.values()].map(({ nugget, by }) => ({ nugget, by: [...by.values()].sort(rolesInOrder) }));
  const groups = groupBy(said, ({ nugget }) => nugget.doc_id);
  const documents = [];
  for (const doc_id of [...groups.keys()].sort(compareBytes)) {
    const document = await store.document(collection, doc_id);
    const scores = new Map<string, number>();
    for (const nugget of document ? await store.nuggets(collection, { docId: doc_id }) : [])
      scores.set(versionOf(nugget, document!.sha256), Math.min(1, ...nugget.spans.map(({ score }) => score), nugget.spans.length));
    const inText = groups.get(doc_id)!;
    // Places in a text that is not here can't be counted in another unit: such judgments are in the file of events alone.
    const own = inText
      .filter(({ nugget }) => nugget.text_sha256 === document?.sha256)
      .sort((a, b) => compareBytes(a.nugget.id, b.nugget.id));
    const place = { offsets, place: offsetConverter(document?.text ?? '', offsets) };
    const judgments = (some: typeof own) => some.reduce((sum, { by }) => sum + by.length, 0);
    documents.push({ doc_id, document, head: document, scores, items: own, place, left: judgments(inText) - judgments(own) });
  }
  return documents;
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
