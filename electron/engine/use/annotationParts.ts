/** What every command of annotation needs: a nugget as it is judged, a new event, and what an asker may see. */
import { randomUUID } from 'node:crypto';
import type { AnnotationEvent, AnnotatorRole, JudgedNugget, NuggetAnnotation } from '../../../shared/annotation';
import type { Document, DocumentHead, Nugget } from '../../../shared/domain';
import type { FoldedItem } from '../annotate/fold';
import { rolesInOrder, timeAfter, whoIs } from '../annotate/history';
import { settle } from '../annotate/settle';
import { nuggetVersion } from '../annotate/version';
import type { Store } from '../ports';

export interface Asker {
  readonly annotator: string;
  readonly role: AnnotatorRole;
  readonly blind: boolean;
}

/** `doc_id#key.n` → key. */
export const extractionKeyOf = ({ id, doc_id }: Pick<Nugget, 'id' | 'doc_id'>): string => id.slice(doc_id.length + 1, id.lastIndexOf('.'));

const versions = new WeakMap<Nugget, string>();

/** The version of a nugget in a document with this text; remembered for nuggets that are kept in memory. */
export function versionOf(nugget: Nugget, textSha256: string): string {
  const known = versions.get(nugget);
  if (known) return known;
  const version = nuggetVersion(nugget, textSha256);
  versions.set(nugget, version);
  return version;
}

export function judgedNugget(nugget: Nugget, document: Pick<Document | DocumentHead, 'sha256'>, profile: string): JudgedNugget {
  const { id, doc_id, extractor, text, spans } = nugget;
  return {
    id,
    doc_id,
    extractor,
    key: extractionKeyOf(nugget),
    profile,
    text,
    spans: spans.map(({ start, end }) => ({ start, end })),
    text_sha256: document.sha256,
    version: versionOf(nugget, document.sha256),
  };
}

/** Trace id → profile, of one document. */
export async function profilesIn(store: Store, collection: string, docId: string): Promise<ReadonlyMap<string, string>> {
  return new Map((await store.traces(collection, docId)).map(({ id, profile_id }) => [id, profile_id]));
}

type Draft = Pick<AnnotationEvent, 'collection' | 'annotator' | 'role' | 'nugget' | 'action'> & { readonly origin?: string };

/** @param known all events, so that its time is later than that of the annotator's last one */
export function newEvent(draft: Draft, known: readonly AnnotationEvent[], now: Date): AnnotationEvent {
  const { origin = '', ...said } = draft;
  return { v: 1, id: randomUUID(), at: timeAfter(known, draft, now), origin, ...said };
}

/** What is said of a nugget, as the asker may see it: in blind work nobody else's word, and nothing that is settled. */
export function viewOf(nugget: JudgedNugget, item: FoldedItem | undefined, asker: Asker | undefined): NuggetAnnotation {
  const all = [...(item?.by.values() ?? [])].sort(rolesInOrder);
  const blind = asker?.blind === true;
  const by = blind ? all.filter((one) => whoIs(one) === whoIs(asker)) : all;
  return { version: nugget.version, nugget, by, settled: blind ? null : settle(all) };
}
