/** Audit: is a nugget faithful, and who says so. Judgments, queues, progress, and files of them. */
import { z } from 'zod';
import {
  AnnotatorName,
  AnnotatorRole,
  EventFault,
  Faithful,
  Importance,
  JudgedChanges,
  NuggetAnnotation,
  QueueSpec,
  SelfContained,
} from '../annotation';
import { DocumentHead, Nugget, Progress } from '../domain';
import { CollectionId, call, DocId, NoEvent } from './call';

/** Who asks, and in which role. */
const Who = z.object({ collection: CollectionId, annotator: AnnotatorName, role: AnnotatorRole.default('annotator') });

/** As JudgedChanges; the words of a marked span may be left out: the text has them. */
export const AnnotateChanges = JudgedChanges.extend({
  evidence: z
    .array(z.object({ start: z.int().min(0), end: z.int().min(1), quote: z.string().optional() }))
    .max(100)
    .nullable()
    .optional(),
});

/** What an annotator's undo and redo would do next. */
export const Undoable = z.object({ can_undo: z.boolean(), can_redo: z.boolean() });

export const AnnotateOutput = Undoable.extend({
  /** '' where nothing changed: then nothing was written. */
  event_id: z.string(),
  annotation: NuggetAnnotation,
});
export type AnnotateOutput = z.infer<typeof AnnotateOutput>;

export const UndoOutput = Undoable.extend({
  /** The judgment that was taken back or brought back, and what is said of its nugget now; null where there is none. */
  moved: z.object({ event_id: z.string(), nugget_id: z.string(), doc_id: z.string(), annotation: NuggetAnnotation }).nullable(),
});
export type UndoOutput = z.infer<typeof UndoOutput>;

export const QueueItem = z.object({
  /** Place in the queue, from 0. */
  position: z.int(),
  /** What a stratified queue put it under: a court, a range of scores; '' elsewhere. */
  stratum: z.string(),
  nugget: Nugget,
  /** To be given back with the judgment: a nugget that has changed meanwhile is refused. */
  version: z.string(),
  document: DocumentHead,
  annotation: NuggetAnnotation.nullable(),
});
export type QueueItem = z.infer<typeof QueueItem>;

export const QueueOutput = Undoable.extend({
  total: z.int(),
  /** Of these, judged by the annotator (a value for faithful, "I don't know" included), and judged "I don't know". */
  judged: z.int(),
  unknown: z.int(),
  strata: z.array(z.object({ name: z.string(), total: z.int(), judged: z.int() })),
  items: z.array(QueueItem),
});
export type QueueOutput = z.infer<typeof QueueOutput>;

export const AnnotatorProgress = z.object({
  annotator: z.string(),
  role: AnnotatorRole,
  /** Nuggets with any judgment; with one of faithful; of these, "I don't know". */
  nuggets: z.int(),
  judged: z.int(),
  unknown: z.int(),
  faithful: z.record(Faithful, z.int()),
  importance: z.record(Importance, z.int()),
  self_contained: z.record(SelfContained, z.int()),
  /** Nuggets by the day of their first judgment that counts, ascending. */
  days: z.array(z.object({ day: z.string(), nuggets: z.int() })),
});
export type AnnotatorProgress = z.infer<typeof AnnotatorProgress>;

export const ProgressOutput = z.object({
  /** Nuggets that are there now, those judged by anybody, by two or more annotators, and those that are disputed. */
  nuggets: z.int(),
  judged: z.int(),
  doubled: z.int(),
  disputed: z.int(),
  /** Judged versions that are no longer there, since the extraction was replaced; their judgments are kept. */
  outdated: z.int(),
  annotators: z.array(AnnotatorProgress),
  faults: z.array(EventFault),
});
export type ProgressOutput = z.infer<typeof ProgressOutput>;

export const AnnotationFormat = z.enum(['jsonl', 'csv', 'label-studio', 'assignments']);
export type AnnotationFormat = z.infer<typeof AnnotationFormat>;

export const ImportAnnotationsOutput = z.object({
  collection: z.string(),
  format: AnnotationFormat,
  /** Judgments that are new, and that were there already. */
  added: z.int(),
  unchanged: z.int(),
  /** The same annotator says two things of one nugget; `kept` is what counts now. Both stay in the events. */
  conflicts: z.array(
    z.object({ item: z.string(), annotator: z.string(), label: z.string(), here: z.string(), there: z.string(), kept: z.string() }),
  ),
  refused: z.array(z.object({ item: z.string(), reason: z.string() })),
  /** Places that did not read as was said, and were found elsewhere in the text. */
  realigned: z.array(z.object({ item: z.string(), reason: z.string() })),
  /** Judgments of nuggets that the collection does not hold (any more): they are kept, and not shown beside nuggets. */
  without_nugget: z.int(),
  /** Nuggets that were made of marked spans, under this system. */
  nuggets: z.int(),
  system: z.string(),
});
export type ImportAnnotationsOutput = z.infer<typeof ImportAnnotationsOutput>;

export const annotationCalls = {
  /** One judgment, added. Values that are left out stay. @throws BAD_INPUT where the nugget has changed, or a span is none of its text */
  annotate: call(
    'write',
    Who.extend({
      doc_id: DocId,
      nugget_id: z.string().min(1),
      version: z.string().optional(),
      changes: AnnotateChanges,
      blind: z.boolean().default(false),
    }),
    AnnotateOutput,
    NoEvent,
  ),
  /** Takes the annotator's last judgment back, or (`redo`) brings the last one back; without limit, also after a restart. */
  undoAnnotation: call('write', Who.extend({ redo: z.boolean().default(false), blind: z.boolean().default(false) }), UndoOutput, NoEvent),
  /** What is said of a document's nuggets, or of all. With `annotator` and `blind`, what they say alone. */
  annotations: call(
    'read',
    z.object({
      collection: CollectionId,
      doc_id: DocId.optional(),
      annotator: AnnotatorName.optional(),
      role: AnnotatorRole.default('annotator'),
      blind: z.boolean().default(false),
    }),
    z.object({ annotations: z.array(NuggetAnnotation.extend({ current: z.boolean() })), faults: z.array(EventFault) }),
    NoEvent,
  ),
  /** The next nuggets of a queue, with what the annotator said of them. `open`: those that they have not judged yet. */
  annotationQueue: call(
    'read',
    Who.extend({
      queue: QueueSpec,
      blind: z.boolean().default(false),
      open: z.boolean().default(true),
      /** From this place of the queue on. */
      from: z.int().min(0).default(0),
      /** This version of a nugget alone, wherever it lies; nothing where the queue does not hold it. */
      version: z.string().optional(),
      limit: z.int().min(1).max(200).default(10),
    }),
    QueueOutput,
    NoEvent,
  ),
  annotationProgress: call(
    'read',
    z.object({
      collection: CollectionId,
      /** Minutes that local time is ahead of UTC, for what a day is. */
      utc_offset: z.int().min(-900).max(900).default(0),
    }),
    ProgressOutput,
    NoEvent,
  ),
  importAnnotations: call(
    'write',
    z.object({
      collection: CollectionId,
      path: z.string().min(1),
      format: AnnotationFormat.optional(),
      /** Who signs what names nobody (default: the file's name). */
      annotator: AnnotatorName.optional(),
      /** Under which nuggets are made of marked spans (default: the file's name). */
      system: z.string().optional(),
    }),
    ImportAnnotationsOutput,
    Progress,
  ),
  exportAnnotations: call(
    'read',
    z.object({
      collection: CollectionId,
      path: z.string().min(1),
      format: AnnotationFormat.default('jsonl'),
      /** Default: utf16; codepoints for Label Studio, which counts so. */
      offsets: z.enum(['utf16', 'codepoints', 'utf8']).optional(),
      locale: z.enum(['en', 'pt-BR']).default('en'),
    }),
    z.object({
      path: z.string(),
      rows: z.int(),
      offsets: z.enum(['utf16', 'codepoints', 'utf8']),
      /**
       * What one annotator says of one nugget and this form can't hold: of a text that is not here any more; in assignments also
       * what is not known or not said. The file of events (jsonl) holds all of it.
       */
      left_out: z.int(),
    }),
    NoEvent,
  ),
} as const;
