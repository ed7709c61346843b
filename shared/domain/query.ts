/** What is asked, and what people hold to be relevant. */
import { z } from 'zod';

export const Query = z.object({
  collection: z.string(),
  query_id: z.string(),
  text: z.string(),
  /** Where the query comes from (a search log, a model …), or ''. */
  source: z.string(),
});
export type Query = Readonly<z.infer<typeof Query>>;

/** A judgment of relevance (a line of qrels). Grades below 1 mean not relevant. */
export const Judgment = z.object({
  collection: z.string(),
  query_id: z.string(),
  doc_id: z.string(),
  grade: z.int(),
});
export type Judgment = Readonly<z.infer<typeof Judgment>>;
