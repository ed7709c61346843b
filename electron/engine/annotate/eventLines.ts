/** Events as lines of a file that goes to another workspace, with offsets in the unit that the line names. Pure. */
import { z } from 'zod';
import { AnnotationEvent } from '../../../shared/annotation';

export const OffsetName = z.enum(['utf16', 'codepoints', 'utf8']);
export type OffsetName = z.infer<typeof OffsetName>;

/** A reader or writer of places in one text; undefined for what lies outside of it or splits a character. */
export type Place = (offset: number) => number | undefined;

export function eventLine(event: AnnotationEvent, offsets: OffsetName, place: Place): string {
  return JSON.stringify({ ...(movePlaces(event, place) ?? event), offsets });
}

export function parseEventLine(json: Record<string, unknown>): { event: AnnotationEvent; offsets: OffsetName } | string {
  const offsets = OffsetName.safeParse(json.offsets ?? 'utf16');
  if (!offsets.success) return '"offsets" is none of utf16, codepoints, utf8';
  const event = AnnotationEvent.safeParse(json);
  if (event.success) return { event: event.data, offsets: offsets.data };
  const issue = event.error.issues[0];
  return `${issue?.path.map(String).join('.') || 'the line'}: ${issue?.message}`;
}

/** The event with all its offsets moved; undefined where one has no place. */
export function movePlaces(event: AnnotationEvent, place: Place): AnnotationEvent | undefined {
  let whole = true;
  const move = <S extends { start: number; end: number }>(span: S): S => {
    const [start, end] = [place(span.start), place(span.end)];
    if (start === undefined || end === undefined) whole = false;
    return { ...span, start: start ?? span.start, end: end ?? span.end };
  };
  const { nugget, action } = event;
  const evidence = action.type === 'judge' ? action.changes.evidence : undefined;
  const moved: AnnotationEvent = {
    ...event,
    nugget: { ...nugget, spans: nugget.spans.map(move) },
    action: action.type === 'judge' && evidence ? { ...action, changes: { ...action.changes, evidence: evidence.map(move) } } : action,
  };
  return whole ? moved : undefined;
}
