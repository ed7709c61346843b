/**
 * A query in other words before it is searched: the facts of a case, the abstract legal issues that they raise, or both.
 * Names are those of question-guided retrieval: q_F, q_I, q_FI and the union of the three.
 */
import { z } from 'zod';
import { ExtractionStatus, ExtractorId, Lang, type QueryForm } from './domain';

/** Issue phrases that a formulation holds, as the paper has it. */
export const PHRASES = 3;

/** What was written for one query text by one formulator: kept with its trace, and editable. */
export const Formulation = z.object({
  collection: z.string(),
  /** SHA-256 of the query's text: two queries with one text share their formulation. */
  text_sha256: z.string(),
  /** First 10 hex digits of the SHA-256 over formulator, version, model, prompt and parameters. */
  key: z.string(),
  /** `extractive`: clauses of the query picked by rules · `llama`, `remote`: written by a language model. */
  formulator: ExtractorId,
  lang: Lang,
  /** As they were made; fewer than three where no more were found (`partial`), none where it failed. */
  phrases: z.array(z.string()),
  /** By hand, in place of what was made; null where that stands. */
  edited_phrases: z.array(z.string()).nullable(),
  /** By hand, in place of the query's own text; null where that stands. */
  edited_facts: z.string().nullable(),
  /** When it was last edited or restored, '' where it never was. */
  edited_at: z.string(),
  status: ExtractionStatus,
  /** What was left out, and why it is not whole; '' where nothing is to be said. */
  note: z.string(),
  version: z.string(),
  /** Model file or name, with its SHA-256 where there is a file; '' for the rules. */
  model_id: z.string(),
  model_sha256: z.string(),
  /** Of the prompt file that was used, or of the rules. */
  prompt_sha256: z.string(),
  /** Parameters and token counts, JSON. */
  params: z.string(),
  /** What the model answered, every attempt. */
  raw: z.string(),
  stop_reason: z.string(),
  attempts: z.int(),
  seconds: z.number(),
  at: z.string(),
});
export type Formulation = Readonly<z.infer<typeof Formulation>>;

export const isEdited = ({ edited_facts, edited_phrases }: Pick<Formulation, 'edited_facts' | 'edited_phrases'>): boolean =>
  edited_facts !== null || edited_phrases !== null;

/** The phrases that count: edited ones before those that were made. */
export const phrasesOf = ({ edited_phrases, phrases }: Pick<Formulation, 'edited_phrases' | 'phrases'>): readonly string[] =>
  edited_phrases ?? phrases;

/**
 * What is searched for: one text, or the three of the union in the order q_F, q_I, q_FI.
 * @param text the query's own
 */
export function textsOf(
  form: QueryForm,
  text: string,
  formulation: Pick<Formulation, 'edited_facts' | 'edited_phrases' | 'phrases'>,
): string[] {
  const facts = formulation.edited_facts ?? text;
  const issues = phrasesOf(formulation).join(' | ');
  const both = `${facts}\n${issues}`;
  switch (form) {
    case 'as-is':
      return [text];
    case 'q_F':
      return [facts];
    case 'q_I':
      return [issues];
    case 'q_FI':
      return [both];
    case 'union':
      return [facts, issues, both];
  }
}
