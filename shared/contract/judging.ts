/** Relevance judged here: a pool of what runs found, graded judgments, and what is still unjudged. */
import { z } from 'zod';
import { AnnotatorName, AnnotatorRole, EventFault } from '../annotation';
import { DocumentHead } from '../domain';
import { GivenGrade, Grade, SettledGrade } from '../judging';
import { ImportAnnotationsOutput, Undoable } from './annotation';
import { CollectionId, call, DocId, NoEvent } from './call';

const Who = z.object({ collection: CollectionId, annotator: AnnotatorName, role: AnnotatorRole.default('annotator') });
const PoolOf = z.object({
  collection: CollectionId,
  /** Kept runs. */
  runs: z.array(z.string()).min(1),
  /** So many of the first documents of each run and query. */
  depth: z.int().min(1).max(1000).default(10),
});

export const PoolItem = z.object({
  position: z.int(),
  query_id: z.string(),
  query: z.string(),
  document: DocumentHead,
  /** Runs that found it and at which rank; empty in blind work. */
  found: z.array(z.object({ run_id: z.string(), rank: z.int() })),
  /** The asker's own. */
  grade: Grade.nullable(),
  /** Everybody's, and what counts; in blind work the asker's own alone, and null. */
  by: z.array(GivenGrade),
  settled: SettledGrade.nullable(),
});
export type PoolItem = z.infer<typeof PoolItem>;

export const PoolOutput = Undoable.extend({
  /** Pairs of query and document in the pool, and of these judged by the asker. */
  total: z.int(),
  judged: z.int(),
  queries: z.array(z.object({ query_id: z.string(), text: z.string(), pool: z.int(), judged: z.int() })),
  items: z.array(PoolItem),
  faults: z.array(EventFault),
});
export type PoolOutput = z.infer<typeof PoolOutput>;

export const JudgedPair = Undoable.extend({
  /** '' where nothing changed, or there is nothing to take back. */
  event_id: z.string(),
  query_id: z.string(),
  doc_id: z.string(),
  grade: Grade.nullable(),
  settled: SettledGrade.nullable(),
});
export type JudgedPair = z.infer<typeof JudgedPair>;

export const HolesOutput = z.object({
  depth: z.int(),
  runs: z.array(
    z.object({
      run_id: z.string(),
      name: z.string(),
      /** Documents among the first `depth` of its queries, and of these unjudged. */
      documents: z.int(),
      unjudged: z.int(),
      /** Share that is judged; null where the run lists nothing. */
      judged_share: z.number().nullable(),
      /** Queries with holes, those with most first. */
      queries: z.array(z.object({ query_id: z.string(), documents: z.int(), unjudged: z.array(z.string()) })),
    }),
  ),
});
export type HolesOutput = z.infer<typeof HolesOutput>;

export const judgingCalls = {
  /**
   * What the first documents of the runs are, query by query. Within a query the order is drawn by the seed, so that it does not
   * tell which run found what, nor at which rank.
   */
  judgingPool: call(
    'read',
    Who.extend({
      ...PoolOf.shape,
      query_ids: z.array(z.string()).optional(),
      seed: z.int().min(0).max(4_294_967_295).default(1),
      blind: z.boolean().default(false),
      /** Only what the annotator has not judged. */
      open: z.boolean().default(true),
      from: z.int().min(0).default(0),
      /** This pair alone, wherever it lies; nothing where the pool does not hold it. */
      pair: z.object({ query_id: z.string(), doc_id: z.string() }).optional(),
      limit: z.int().min(1).max(200).default(10),
    }),
    PoolOutput,
    NoEvent,
  ),
  judgeRelevance: call(
    'write',
    Who.extend({ query_id: z.string().min(1), doc_id: DocId, grade: Grade.nullable(), blind: z.boolean().default(false) }),
    JudgedPair,
    NoEvent,
  ),
  /** The annotator's last judgment of relevance is taken back, or (`redo`) brought back; null where there is none. */
  undoRelevance: call(
    'write',
    Who.extend({ redo: z.boolean().default(false), blind: z.boolean().default(false) }),
    z.object({ moved: JudgedPair.nullable() }),
    NoEvent,
  ),
  /** Events of another workspace, each once; where both sides have gone on and differ, the conflict is told and the later counts. */
  importRelevance: call(
    'write',
    z.object({ collection: CollectionId, path: z.string().min(1) }),
    ImportAnnotationsOutput.pick({ collection: true, added: true, unchanged: true, conflicts: true, refused: true, realigned: true }),
    NoEvent,
  ),
  exportRelevance: call(
    'read',
    z.object({ collection: CollectionId, path: z.string().min(1) }),
    z.object({ path: z.string(), rows: z.int() }),
    NoEvent,
  ),
  /** What is not judged among the first documents of each run: a measure takes it for not relevant. */
  judgingHoles: call('read', PoolOf, HolesOutput, NoEvent),
} as const;
