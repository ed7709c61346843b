/** What a collection holds, and whether its nuggets and vectors are up to date: the library's shelf. */
import type { CollectionSummary, Output } from '../../../shared/contract';
import type { DocumentHead, Extraction } from '../../../shared/domain';
import type { Store } from '../ports';
import type { EngineContext } from './context';
import { fitState } from './fitted';
import { unitSignature } from './indexCollection';
import { indexedWith } from './indexState';
import { judgmentsOf } from './judgments';
import { isFault } from './listFailures';
import { type EncoderFolder, encoderIdentities, findEncoders } from './openEncoders';
import { profileOf } from './profiles';
import { remoteIdentities } from './remote';
import { requireCollection } from './require';

export async function listCollections({ store, config, endpoints }: EngineContext): Promise<CollectionSummary[]> {
  const [collections, folders, remote] = await Promise.all([store.collections(), findEncoders(config), remoteIdentities(endpoints)]);
  const identities = new Map([...(await encoderIdentities(folders)), ...remote]);
  return Promise.all(collections.map(({ id }) => summariseCollection(store, id, identities, folders)));
}

async function summariseCollection(
  store: Store,
  id: string,
  identities: ReadonlyMap<string, string>,
  folders: readonly EncoderFolder[],
): Promise<CollectionSummary> {
  const [{ heads }, nuggets, lines, queries, judgments, profile, summaries, indexed] = await Promise.all([
    store.documentHeads({ collection: id }),
    store.nuggets(id),
    store.extractions(id),
    store.queries(id),
    judgmentsOf(store, id),
    profileOf(store, id),
    store.summaries(id),
    unitSignature(store, id).then((signature) => indexedWith(store, id, signature, identities)),
  ]);
  const good = new Set(lines.filter((line) => line.status !== 'failed').map((line) => line.doc_id));
  return {
    id,
    documents: heads.length,
    words: heads.reduce((sum, head) => sum + head.words, 0),
    langs: [...new Set(heads.map((head) => head.lang))].sort(),
    queries: queries.length,
    judgments: judgments.length,
    nuggets: countBy(nuggets, ({ extractor, tier }) => ({ extractor, tier })),
    profile,
    summaries: countBy(
      summaries.filter(({ status }) => status !== 'failed'),
      ({ extractor, profile_id: profile }) => ({ extractor, profile }),
    ),
    extracted_documents: good.size,
    faults: lines.filter(isFault).length,
    failed_documents: new Set(lines.filter((line) => line.status === 'failed' && !good.has(line.doc_id)).map((line) => line.doc_id)).size,
    indexed,
    fitted: fitState(folders, identities, id, heads.length),
  };
}

/** How many there are of each kind, in the order of the kinds' names. */
function countBy<T, K extends Readonly<Record<string, string>>>(rows: readonly T[], kindOf: (row: T) => K): (K & { count: number })[] {
  const counts = new Map<string, K & { count: number }>();
  for (const row of rows) {
    const kind = kindOf(row);
    const key = Object.values(kind).join('/');
    const entry = counts.get(key) ?? { ...kind, count: 0 };
    entry.count++;
    counts.set(key, entry);
  }
  return [...counts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

export async function listDocuments(
  store: Store,
  input: { collection: string; offset: number; limit: number; find: string },
): Promise<Output<'documents'>> {
  await requireCollection(store, input.collection);
  const [{ total, heads }, lines] = await Promise.all([store.documentHeads(input), store.extractions(input.collection)]);
  return {
    total,
    documents: heads.map((head) =>
      withExtraction(
        head,
        lines.filter((line) => line.doc_id === head.doc_id),
      ),
    ),
  };
}

/** A document's line in the library: all its nuggets, and the newest ledger line. */
function withExtraction(head: DocumentHead, lines: readonly Extraction[]): Output<'documents'>['documents'][number] {
  const newest = [...lines].sort((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
  return { ...head, nuggets: lines.reduce((sum, line) => sum + line.nuggets, 0), extraction: newest };
}
