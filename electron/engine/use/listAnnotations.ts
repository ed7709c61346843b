/** What is said of nuggets, and how far everybody has come. */
import type { Output, ParsedInput, ProgressOutput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { compareBytes } from '../../../shared/ties';
import { foldAnnotations } from '../annotate/fold';
import { workDone } from '../annotate/progress';
import { type Asker, versionOf, viewOf } from './annotationParts';
import type { EngineContext } from './context';
import { requireCollection, requireDocument } from './require';

export async function listAnnotations({ store, spaces }: EngineContext, input: ParsedInput<'annotations'>): Promise<Output<'annotations'>> {
  const { collection, doc_id, annotator, role, blind } = input;
  if (blind && annotator === undefined)
    throw new AppError('USAGE', 'Blind work needs the name of the annotator.', 'Say who asks: what others said is left out.');
  if (doc_id === undefined) await requireCollection(store, collection);
  else await requireDocument(store, collection, doc_id);
  const asker: Asker | undefined = annotator === undefined ? undefined : { annotator, role, blind };
  const { events, faults } = await store.annotationEvents(collection);
  const current = await currentVersions({ spaces }, collection);
  const items = [...foldAnnotations(events.filter(({ nugget }) => doc_id === undefined || nugget.doc_id === doc_id)).items.values()];
  const annotations = items
    .map((item) => ({ ...viewOf(item.nugget, item, asker), current: current.has(item.nugget.version) }))
    .filter(({ by }) => by.length > 0)
    .sort(
      (a, b) =>
        compareBytes(a.nugget.doc_id, b.nugget.doc_id) || compareBytes(a.nugget.id, b.nugget.id) || compareBytes(a.version, b.version),
    );
  return { annotations, faults: [...faults] };
}

export async function annotationProgress(
  { store, spaces }: EngineContext,
  input: ParsedInput<'annotationProgress'>,
): Promise<ProgressOutput> {
  const { collection, utc_offset } = input;
  await requireCollection(store, collection);
  const { events, faults } = await store.annotationEvents(collection);
  const { items } = foldAnnotations(events);
  const current = await currentVersions({ spaces }, collection);
  return {
    nuggets: current.size,
    outdated: [...items.keys()].filter((version) => !current.has(version)).length,
    ...workDone(items.values(), utc_offset),
    faults: [...faults],
  };
}

/** Version → id, of the nuggets that are there now. */
export async function currentVersions({ spaces }: Pick<EngineContext, 'spaces'>, collection: string): Promise<ReadonlyMap<string, string>> {
  const heads = await spaces.heads(collection);
  const versions = new Map<string, string>();
  for (const nugget of (await spaces.nuggets(collection)).values()) {
    const head = heads.get(nugget.doc_id);
    if (head) versions.set(versionOf(nugget, head.sha256), nugget.id);
  }
  return versions;
}
