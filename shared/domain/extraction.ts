/** How nuggets came to be, and what of a collection is done. */
import { z } from 'zod';
import { NuggetSource } from './source';

/** How a nugget came to be: one for each window of text that an extractor read. */
export const Trace = z.object({
  id: z.string(),
  collection: z.string(),
  doc_id: z.string(),
  extractor: NuggetSource,
  extractor_version: z.string(),
  /** SHA-256 of the model file; '' where no model was used. */
  model_id: z.string(),
  model_sha256: z.string(),
  profile_id: z.string(),
  /** SHA-256 of the prompt file, or of the cue rules. */
  profile_sha256: z.string(),
  /** Parameters, JSON. */
  params: z.string(),
  window: z.int(),
  window_start: z.int(),
  window_end: z.int(),
  raw: z.string(),
  stop_reason: z.string(),
  attempts: z.int(),
  created_at: z.string(),
});
export type Trace = Readonly<z.infer<typeof Trace>>;

export const ExtractionStatus = z.enum(['done', 'partial', 'failed']);
export type ExtractionStatus = z.infer<typeof ExtractionStatus>;

/** One line of the ledger that makes extraction resumable: written after a document's nuggets. */
export const Extraction = z.object({
  collection: z.string(),
  doc_id: z.string(),
  /** First 10 hex digits of the SHA-256 over (text hash excluded) extractor, version, model, profile and parameters. */
  key: z.string(),
  extractor: NuggetSource,
  text_sha256: z.string(),
  status: ExtractionStatus,
  nuggets: z.int(),
  /** Characters of the text that the extractor read. */
  covered: z.int(),
  windows: z.int(),
  seconds: z.number(),
  error_code: z.string(),
  error_message: z.string(),
  at: z.string(),
});
export type Extraction = Readonly<z.infer<typeof Extraction>>;
