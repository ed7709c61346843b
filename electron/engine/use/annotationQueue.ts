/** The next nuggets to be judged, with their decisions' heads and what the annotator said of them. */
import type { ParsedInput, QueueItem, QueueOutput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { canMove } from '../../../shared/undo';
import { type Folded, foldAnnotations } from '../annotate/fold';
import { whoIs } from '../annotate/history';
import { type Candidate, orderQueue, type Queued } from '../annotate/queue';
import { differs } from '../annotate/settle';
import { judgedNugget, profilesIn, versionOf, viewOf } from './annotationParts';
import type { EngineContext } from './context';
import { queryNuggets, runScores } from './queueRetrieval';
import { requireCollection } from './require';

type Input = ParsedInput<'annotationQueue'>;

export async function annotationQueue(context: EngineContext, input: Input, signal?: AbortSignal): Promise<QueueOutput> {
  const { store } = context;
  const { collection, blind, open, from, limit, queue: spec } = input;
  if (blind && spec.kind === 'disagreements') {
    throw new AppError('USAGE', 'In blind work nobody is told what is disputed.', 'Turn blind work off to adjudicate.');
  }
  await requireCollection(store, collection);
  const folded = foldAnnotations((await store.annotationEvents(collection)).events);
  const retrieved = spec.kind === 'query' ? await queryNuggets(context, collection, spec, signal) : [];
  const order = orderQueue(await candidatesOf(context, input, folded), spec, retrieved);
  const own = ({ version }: Queued) => folded.items.get(version)?.by.get(whoIs(input))?.values.faithful ?? null;
  const values = order.map(own);
  const strata = new Map<string, { name: string; total: number; judged: number }>();
  for (const [i, { stratum }] of order.entries()) {
    const entry = strata.get(stratum) ?? { name: stratum, total: 0, judged: 0 };
    strata.set(stratum, entry);
    entry.total++;
    if (values[i] !== null) entry.judged++;
  }
  const wanted = (i: number) =>
    input.version === undefined ? i >= from && !(open && values[i] !== null) : order[i]!.version === input.version;
  const places = order.map((_, i) => i).filter(wanted);
  return {
    total: order.length,
    judged: values.filter((value) => value !== null).length,
    unknown: values.filter((value) => value === 'unknown').length,
    strata: spec.kind === 'stratified' ? [...strata.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) : [],
    items: await itemsAt(context, input, folded, order, places.slice(0, limit)),
    ...canMove(folded.stacks.get(whoIs(input))),
  };
}

async function candidatesOf(context: EngineContext, { collection, queue }: Input, { items }: Folded): Promise<Candidate[]> {
  const heads = await context.spaces.heads(collection);
  const nuggets = await context.spaces.nuggets(collection);
  const scores =
    queue.kind === 'stratified' && queue.by === 'score' && queue.run_id !== undefined
      ? await runScores(context, collection, queue.run_id)
      : undefined;
  const candidates: Candidate[] = [];
  for (const nugget of nuggets.values()) {
    const head = heads.get(nugget.doc_id);
    if (!head || (queue.extractor !== undefined && nugget.extractor !== queue.extractor)) continue;
    const version = versionOf(nugget, head.sha256);
    const item = items.get(version);
    candidates.push({
      id: nugget.id,
      doc_id: nugget.doc_id,
      version,
      court: head.court,
      score: scores ? (scores.get(nugget.id) ?? null) : Math.min(1, ...nugget.spans.map(({ score }) => score), nugget.spans.length),
      unlocated: nugget.status === 'none',
      disputed: item !== undefined && differs(item.by.values(), queue.label),
    });
  }
  return candidates;
}

async function itemsAt(
  { store, spaces }: EngineContext,
  input: Input,
  { items }: Folded,
  order: readonly Queued[],
  places: readonly number[],
): Promise<QueueItem[]> {
  const { collection } = input;
  const heads = await spaces.heads(collection);
  const nuggets = await spaces.nuggets(collection);
  const profiles = new Map<string, ReadonlyMap<string, string>>();
  const shown: QueueItem[] = [];
  for (const position of places) {
    const { id, version, stratum } = order[position]!;
    const nugget = nuggets.get(id)!;
    const document = heads.get(nugget.doc_id)!;
    const own = profiles.get(nugget.doc_id) ?? (await profilesIn(store, collection, nugget.doc_id));
    profiles.set(nugget.doc_id, own);
    const judged = judgedNugget(nugget, document, own.get(nugget.trace_id) ?? '');
    shown.push({ position, stratum, nugget, version, document, annotation: viewOf(judged, items.get(version), input) });
  }
  return shown;
}
