/** A part of a collection as a file that others read: nuggets, corpus and the extractions' ledger as JSONL, qrels in TREC's form. */
import { resolve } from 'node:path';
import type { Output, ParsedInput } from '../../../shared/contract';
import type { EvidenceSpan } from '../../../shared/domain';
import { formatQrels, toQrels } from '../compare/trecQrels';
import type { Store } from '../ports';
import { eventLines } from './exportAnnotations';
import { judgmentsOf } from './judgments';
import { offsetConverter } from './offsets';
import { requireCollection } from './require';
import { writeLines } from './writeOutput';

export async function exportCollection(store: Store, input: ParsedInput<'export'>): Promise<Output<'export'>> {
  await requireCollection(store, input.collection);
  const path = resolve(input.out);
  return { path, rows: await writeLines(path, linesOf(store, input)) };
}

async function* linesOf(store: Store, { kind, collection, offsets }: ParsedInput<'export'>): AsyncIterable<string> {
  if (kind === 'qrels') {
    const lines = formatQrels(toQrels(await judgmentsOf(store, collection)))
      .trimEnd()
      .split('\n');
    yield* lines.filter(Boolean);
    return;
  }
  if (kind === 'annotations') {
    yield* eventLines({ store }, collection, offsets);
    return;
  }
  if (kind === 'extractions') {
    for (const line of await store.extractions(collection)) yield JSON.stringify(line);
    return;
  }
  for await (const documents of store.scanDocuments(collection)) {
    for (const document of documents) {
      const { doc_id, title, text, lang, court, date } = document;
      if (kind === 'corpus') {
        yield JSON.stringify({ _id: doc_id, title, text, metadata: { lang, court, class: document.class, date } });
        continue;
      }
      const convert = offsetConverter(text, offsets);
      const inUnit = ({ start, end, kind, score }: EvidenceSpan) => ({ start: convert(start), end: convert(end), kind, score });
      if (kind === 'summaries') {
        for (const { id, extractor, profile_id, status, fields } of await store.summaries(collection, doc_id)) {
          const inUnits = fields.map((field) => ({
            ...field,
            items: field.items.map((item) => ({ ...item, spans: item.spans.map(inUnit) })),
          }));
          yield JSON.stringify({ id, doc_id, extractor, profile: profile_id, status, offsets, fields: inUnits });
        }
        continue;
      }
      for (const nugget of await store.nuggets(collection, { docId: doc_id })) {
        const { id, context, extractor, tier, status, quotes, spans, cue, fields, failed_checks } = nugget;
        const said = { id, doc_id, text: nugget.text, context, fields, extractor, tier, status, cue, failed_checks };
        yield JSON.stringify({ ...said, quotes, offsets, spans: spans.map(inUnit) });
      }
    }
  }
}
