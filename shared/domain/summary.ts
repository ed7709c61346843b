/** Structured summaries. */
import { z } from 'zod';
import { EvidenceSpan, EvidenceStatus } from './evidence';
import { ExtractionStatus } from './extraction';
import { NuggetSource } from './source';

/** One thing that a summary says in a field, and where the decision bears it. */
export const SummaryItem = z.object({
  text: z.string(),
  status: EvidenceStatus,
  spans: z.array(EvidenceSpan),
});
export type SummaryItem = Readonly<z.infer<typeof SummaryItem>>;

/** `ranked`: it is part of what is searched. A field that the decision says nothing of has no items. */
export const SummaryField = z.object({ name: z.string(), ranked: z.boolean(), items: z.array(SummaryItem) });
export type SummaryField = Readonly<z.infer<typeof SummaryField>>;

/**
 * A structured summary of one document: the current one of its extractor. It is its own
 * line in the ledger, so that a summary is there as a whole or not at all.
 */
export const Summary = z.object({
  /** `doc_id#key.s`, where key names the extraction (see Extraction.key). */
  id: z.string(),
  collection: z.string(),
  doc_id: z.string(),
  key: z.string(),
  extractor: NuggetSource,
  profile_id: z.string(),
  text_sha256: z.string(),
  status: ExtractionStatus,
  /** In the form's order. */
  fields: z.array(SummaryField),
  /** Characters of the text that were read, in so many windows. */
  covered: z.int(),
  windows: z.int(),
  seconds: z.number(),
  error_code: z.string(),
  /** Why it failed or is partial, and what was repaired; '' where nothing was. */
  error_message: z.string(),
  at: z.string(),
});
export type Summary = Readonly<z.infer<typeof Summary>>;
