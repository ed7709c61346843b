/** One judgment of one nugget, or the last one taken back: an event that is added to those that are there. */
import { type AnnotationEvent, NO_VALUES } from '../../../shared/annotation';
import type { AnnotateOutput, ParsedInput, UndoOutput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { canMove, nextMove } from '../../../shared/undo';
import { checkChanges, realChanges } from '../annotate/changes';
import { foldAnnotations } from '../annotate/fold';
import { whoIs } from '../annotate/history';
import { judgedNugget, newEvent, profilesIn, viewOf } from './annotationParts';
import type { EngineContext } from './context';
import { requireCollection, requireDocument } from './require';

/** @throws NOT_FOUND, BAD_INPUT where the nugget is another than was shown, or a span is no place of the text */
export async function annotateNugget({ store, clock }: EngineContext, input: ParsedInput<'annotate'>): Promise<AnnotateOutput> {
  const { collection, doc_id, nugget_id, annotator, role } = input;
  const document = await requireDocument(store, collection, doc_id);
  const [nugget] = await store.nuggets(collection, { docId: doc_id, ids: [nugget_id] });
  if (!nugget) {
    throw new AppError(
      'NOT_FOUND',
      `The document "${doc_id}" has no nugget "${nugget_id}".`,
      'It may have been extracted again: open it anew.',
    );
  }
  const judged = judgedNugget(nugget, document, (await profilesIn(store, collection, doc_id)).get(nugget.trace_id) ?? '');
  if (input.version !== undefined && input.version !== judged.version) {
    throw new AppError(
      'BAD_INPUT',
      'The nugget has changed since it was shown.',
      'Open it anew and judge what it says now; what was said of the earlier wording is kept.',
      { version: judged.version },
    );
  }
  const changes = checkChanges(input.changes, document.text, nugget.text);
  let known: readonly AnnotationEvent[] = [];
  const added = await store.appendAnnotations(collection, ({ events }) => {
    known = events;
    const before = foldAnnotations(events.filter((event) => event.nugget.version === judged.version)).items.get(judged.version);
    const real = realChanges(before?.by.get(whoIs(input))?.values ?? NO_VALUES, changes);
    if (Object.keys(real).length === 0) return [];
    return [newEvent({ collection, annotator, role, nugget: judged, action: { type: 'judge', changes: real } }, events, clock.now())];
  });
  const folded = foldAnnotations([...known, ...added]);
  return {
    event_id: added[0]?.id ?? '',
    annotation: viewOf(judged, folded.items.get(judged.version), input),
    ...canMove(folded.stacks.get(whoIs(input))),
  };
}

/** The next judgment on the annotator's stack; that is found and moved in one turn, so that two keys at once take two. */
export async function undoAnnotation({ store, clock }: EngineContext, input: ParsedInput<'undoAnnotation'>): Promise<UndoOutput> {
  const { collection, annotator, role, redo } = input;
  await requireCollection(store, collection);
  let known: readonly AnnotationEvent[] = [];
  const [event] = await store.appendAnnotations(collection, ({ events }) => {
    known = events;
    const move = nextMove(foldAnnotations(events).stacks.get(whoIs(input)), redo);
    if (!move) return [];
    return [newEvent({ collection, annotator, role, nugget: move.last.nugget, action: move.action }, events, clock.now())];
  });
  const folded = foldAnnotations(event ? [...known, event] : known);
  if (!event || event.action.type === 'judge') return { moved: null, ...canMove(folded.stacks.get(whoIs(input))) };
  const { nugget } = event;
  return {
    moved: {
      event_id: event.action.of,
      nugget_id: nugget.id,
      doc_id: nugget.doc_id,
      annotation: viewOf(nugget, folded.items.get(nugget.version), input),
    },
    ...canMove(folded.stacks.get(whoIs(input))),
  };
}
