/** What is read, and what it is cut into. */
import { z } from 'zod';
import { Lang } from './lang';

/** A decision (or another text) exactly as it was read. */
export const Document = z.object({
  collection: z.string(),
  doc_id: z.string(),
  title: z.string(),
  lang: Lang,
  court: z.string(),
  class: z.string(),
  /** ISO date, or '' where unknown. */
  date: z.string(),
  text: z.string(),
  /** SHA-256 of the text in UTF-8, hex. */
  sha256: z.string(),
  /** File it came from, as the user named it; with '#row' for tables. */
  source: z.string(),
  words: z.int(),
  added_at: z.string(),
});
export type Document = Readonly<z.infer<typeof Document>>;

/** A document without its text, for lists. `chars` is the text's length in UTF-16 code units. */
export const DocumentHead = Document.omit({ text: true }).extend({ chars: z.int() });
export type DocumentHead = Readonly<z.infer<typeof DocumentHead>>;

/** A stretch of about 180 words of a document; its text is `text.slice(start, end)`. */
export const Passage = z.object({
  id: z.string(),
  collection: z.string(),
  doc_id: z.string(),
  ord: z.int(),
  start: z.int(),
  end: z.int(),
});
export type Passage = Readonly<z.infer<typeof Passage>>;
