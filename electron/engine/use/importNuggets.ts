/**
 * Nuggets that were made elsewhere → nuggets with evidence, under their system's name. A document's nuggets of one system
 * are one commit, as an extraction's are: written again they replace themselves, and nobody else's.
 */
import type { ImportedNuggets } from '../../../shared/contract';
import type { Document, Progress } from '../../../shared/domain';
import { throwIfAborted } from '../../../shared/errors';
import { compareBytes } from '../../../shared/ties';
import { alignSource } from '../extract/align';
import { evidenceOf, IMPORT_VERSION } from '../extract/imported';
import type { ImportItem } from '../import/types';
import type { ExtractedNugget, ExtractionResult } from '../ports';
import { sha256Hex } from '../text/hash';
import type { Emit, EngineContext } from './context';
import { extractionRows } from './extractionRows';
import { nearest } from './nearest';
import { type OffsetUnit, offsetReader } from './offsets';
import { createProgress } from './progress';

export type NuggetRow = Extract<ImportItem, { type: 'nugget' }>;
type Source = NuggetRow['nugget']['source'];

/** Ids that are unknown, for which those that look alike are sought. */
const NEAREST_OF = 100;
const COMPACT_EVERY = 100;

export async function importNuggets(
  { store, clock, spaces }: EngineContext,
  collection: string,
  rows: readonly NuggetRow[],
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<ImportedNuggets> {
  const ids = (await store.documentHeads({ collection })).heads.map((head) => head.doc_id);
  const known = new Set(ids);
  const out: ImportedNuggets = {
    systems: [],
    documents: 0,
    unchanged: 0,
    nuggets: 0,
    located: { exact: 0, normalised: 0, fuzzy: 0, none: 0 },
    realigned: [],
    unknown: unknownOf(rows, known, ids),
  };
  const systems = new Map<Source, ImportedNuggets['systems'][number]>();
  const groups = [...groupRows(rows.filter(({ nugget }) => known.has(nugget.doc_id))).values()];
  groups.sort(([a], [b]) => compareBytes(a!.nugget.doc_id, b!.nugget.doc_id) || compareBytes(a!.nugget.source, b!.nugget.source));
  const progress = createProgress(options.emit, 'store', 'document', groups.length);
  for (const [i, group] of groups.entries()) {
    throwIfAborted(options.signal);
    const { doc_id, source: extractor } = group[0]!.nugget;
    const document = await store.document(collection, doc_id);
    if (!document) continue;
    progress.at(i, document.title);
    const key = sha256Hex(JSON.stringify([IMPORT_VERSION, group.map(({ nugget: { source: _, ...said } }) => said)])).slice(0, 10);
    const { result, doubts } = readGroup(document, group, extractor);
    const { nuggets, traces, extraction } = extractionRows(document, result, { extractor, key, seconds: 0, at: clock.now().toISOString() });
    const lines = await store.extractions(collection, doc_id);
    const isThere = lines.some((line) => line.extractor === extractor && line.key === key && line.text_sha256 === document.sha256);
    if (!isThere) await store.commitExtraction(extraction, nuggets, traces);
    spaces.forget(collection);
    if (isThere) out.unchanged++;
    else out.documents++;
    const system = systems.get(extractor) ?? { system: extractor, documents: 0, nuggets: 0 };
    systems.set(extractor, system);
    system.documents++;
    system.nuggets += nuggets.length;
    out.nuggets += nuggets.length;
    for (const { status } of nuggets) out.located[status]++;
    out.realigned.push(...doubts);
    if ((i + 1) % COMPACT_EVERY === 0) await store.optimize();
  }
  progress.at(groups.length);
  progress.end();
  out.systems = [...systems.values()].sort((a, b) => compareBytes(a.system, b.system));
  return out;
}

/** The rows of one document and system, in the order of the files. */
function groupRows(rows: readonly NuggetRow[]): Map<string, NuggetRow[]> {
  const groups = new Map<string, NuggetRow[]>();
  for (const row of rows) {
    const name = JSON.stringify([row.nugget.doc_id, row.nugget.source]);
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return groups;
}

function readGroup({ doc_id, text }: Document, group: readonly NuggetRow[], extractor: Source) {
  const source = alignSource(text);
  const readers = new Map<OffsetUnit, ReturnType<typeof offsetReader>>();
  const inUnits = (unit: OffsetUnit) => {
    const reader = readers.get(unit) ?? offsetReader(text, unit);
    readers.set(unit, reader);
    return reader;
  };
  const doubts: ImportedNuggets['realigned'] = [];
  const nuggets = group.map(({ file, row, nugget }): ExtractedNugget => {
    const place = inUnits(nugget.offsets);
    const places = nugget.spans?.map((span) => ({ ...span, start: place(span.start), end: place(span.end) }));
    const { doubt, ...evidence } = evidenceOf({ text: nugget.text, quotes: nugget.quotes, places }, text, source);
    if (doubt) doubts.push({ file, row, doc_id, reason: doubt });
    const { tier, context, cue, fields, failed_checks } = nugget;
    return { text: nugget.text, context, tier, cue, fields, failed_checks, trace: 0, ...evidence };
  });
  const files = [...new Set(group.map(({ file }) => file))];
  const result: ExtractionResult = {
    nuggets,
    traces: [
      {
        extractor,
        extractor_version: IMPORT_VERSION,
        model_id: '',
        model_sha256: '',
        profile_id: '',
        profile_sha256: '',
        params: JSON.stringify({ files, rows: group.map(({ row }) => row) }),
        window: 0,
        window_start: 0,
        window_end: text.length,
        raw: group.map(({ raw }) => raw).join('\n'),
        stop_reason: '',
        attempts: 1,
      },
    ],
    status: 'done',
    // How much of the text the system read is not known.
    covered: 0,
    note: '',
  };
  return { result, doubts };
}

function unknownOf(rows: readonly NuggetRow[], known: ReadonlySet<string>, ids: readonly string[]): ImportedNuggets['unknown'] {
  const counts = new Map<string, number>();
  for (const { nugget } of rows) if (!known.has(nugget.doc_id)) counts.set(nugget.doc_id, (counts.get(nugget.doc_id) ?? 0) + 1);
  return [...counts].map(([doc_id, n], i) => ({ doc_id, rows: n, nearest: i < NEAREST_OF ? nearest(doc_id, ids) : [] }));
}
