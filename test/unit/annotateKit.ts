/** Events for the tests of annotation, with every field set. */
import type { AnnotationEvent, JudgedChanges, JudgedNugget } from '../../shared/annotation';

export const nugget = (n: number, more: Partial<JudgedNugget> = {}): JudgedNugget => ({
  id: `d${n}#k.0`,
  doc_id: `d${n}`,
  extractor: 'extractive',
  key: 'k',
  profile: 'cues',
  text: `Tese ${n}.`,
  spans: [{ start: 0, end: 6 }],
  text_sha256: 'sha',
  version: `v${n}`,
  ...more,
});

let count = 0;

export const event = (
  annotator: string,
  at: number,
  action: AnnotationEvent['action'],
  of: JudgedNugget = nugget(1),
  more: Partial<AnnotationEvent> = {},
): AnnotationEvent => ({
  v: 1,
  id: `e${String(count++).padStart(5, '0')}`,
  collection: 'c',
  annotator,
  role: 'annotator',
  at: new Date(Date.UTC(2026, 0, 1, 12, 0, at)).toISOString(),
  origin: '',
  nugget: of,
  action,
  ...more,
});

export const judge = (annotator: string, at: number, changes: JudgedChanges, of = nugget(1), more: Partial<AnnotationEvent> = {}) =>
  event(annotator, at, { type: 'judge', changes }, of, more);
