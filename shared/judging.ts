/** Judgments of relevance that people make here: events, as those of nuggets are (shared/annotation.ts). */
import { z } from 'zod';
import { AnnotatorRole, JudgmentEvent } from './annotation';
import { actionOf } from './undo';

/** 0: not relevant; the higher, the more. The qrels of JurisTCU and most of TREC's go to 3. */
export const Grade = z.int().min(0).max(10);

export const RelevanceEvent = JudgmentEvent.extend({
  query_id: z.string(),
  doc_id: z.string(),
  /** A grade of null takes the grade back. */
  action: actionOf({ grade: Grade.nullable() }),
});
export type RelevanceEvent = Readonly<z.infer<typeof RelevanceEvent>>;

export const GivenGrade = z.object({ annotator: z.string(), role: AnnotatorRole, at: z.string(), grade: Grade });
export type GivenGrade = Readonly<z.infer<typeof GivenGrade>>;

/**
 * What counts for a query and a document: the last adjudicator's grade, else the annotators'; where they differ, the lower median
 * (`disputed`), so that a pair that was judged is never a hole. `imported`: nobody judged it here, but a file of judgments did.
 */
export const SettledGrade = z.object({ grade: z.int(), how: z.enum(['adjudicated', 'agreed', 'single', 'disputed', 'imported']) });
export type SettledGrade = Readonly<z.infer<typeof SettledGrade>>;
