/** One judgment of relevance, or the last one taken back: an event that is added to those that are there. */
import { randomUUID } from 'node:crypto';
import type { JudgedPair, Output, ParsedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { RelevanceEvent } from '../../../shared/judging';
import { canMove, nextMove } from '../../../shared/undo';
import { timeAfter, whoIs } from '../annotate/history';
import { foldRelevance, pairKey, settleGrade } from '../annotate/relevance';
import type { EngineContext } from './context';
import { nearest } from './nearest';
import { requireCollection, requireDocument } from './require';

type Asker = Pick<ParsedInput<'judgeRelevance'>, 'collection' | 'annotator' | 'role' | 'blind'>;

/** @throws NOT_FOUND where query or document are not there */
export async function judgeRelevance(context: EngineContext, input: ParsedInput<'judgeRelevance'>): Promise<JudgedPair> {
  const { store } = context;
  const { collection, query_id, doc_id, grade } = input;
  await requireDocument(store, collection, doc_id);
  const queries = (await store.queries(collection)).map((query) => query.query_id);
  if (!queries.includes(query_id)) {
    const near = nearest(query_id, queries);
    throw new AppError(
      'NOT_FOUND',
      `The collection "${collection}" has no query "${query_id}".`,
      near.length > 0 ? `Did you mean ${near.map((id) => `"${id}"`).join(', ')}?` : 'Import its queries first.',
    );
  }
  const { event, known } = await add(context, input, (events) => {
    const before = foldRelevance(events).pairs.get(pairKey(query_id, doc_id))?.get(whoIs(input))?.grade ?? null;
    return before === grade ? undefined : { query_id, doc_id, action: { type: 'judge', grade } };
  });
  return pairOf(known, event?.id ?? '', { query_id, doc_id }, input);
}

export async function undoRelevance(context: EngineContext, input: ParsedInput<'undoRelevance'>): Promise<Output<'undoRelevance'>> {
  const { collection, redo } = input;
  await requireCollection(context.store, collection);
  const { event, known } = await add(context, input, (events) => {
    const move = nextMove(foldRelevance(events).stacks.get(whoIs(input)), redo);
    return move && { query_id: move.last.query_id, doc_id: move.last.doc_id, action: move.action };
  });
  return { moved: event ? pairOf(known, event.id, event, input) : null };
}

type Draft = Pick<RelevanceEvent, 'query_id' | 'doc_id' | 'action'>;

/** What there was is looked at and added to in one turn. */
async function add(
  { store, clock }: EngineContext,
  { collection, annotator, role }: Asker,
  make: (events: readonly RelevanceEvent[]) => Draft | undefined,
): Promise<{ event: RelevanceEvent | undefined; known: readonly RelevanceEvent[] }> {
  let known: readonly RelevanceEvent[] = [];
  const [event] = await store.appendRelevance(collection, ({ events }) => {
    known = events;
    const draft = make(events);
    const at = timeAfter(events, { annotator, role }, clock.now());
    return draft ? [{ v: 1, id: randomUUID(), collection, annotator, role, at, ...draft }] : [];
  });
  return { event, known: event ? [...known, event] : known };
}

function pairOf(
  events: readonly RelevanceEvent[],
  event_id: string,
  { query_id, doc_id }: Pick<RelevanceEvent, 'query_id' | 'doc_id'>,
  asker: Asker,
): JudgedPair {
  const { pairs, stacks } = foldRelevance(events);
  const by = pairs.get(pairKey(query_id, doc_id));
  return {
    event_id,
    query_id,
    doc_id,
    grade: by?.get(whoIs(asker))?.grade ?? null,
    settled: asker.blind ? null : settleGrade(by?.values() ?? []),
    ...canMove(stacks.get(whoIs(asker))),
  };
}
