/** What is drawn out of a document. */
import { z } from 'zod';
import { EvidenceSpan, EvidenceStatus } from './evidence';
import { NuggetSource } from './source';

/** `written`: composed by a language model · `thesis`: a sentence picked by cue rules · `coverage`: a covering sentence, used in ranking. */
export const Tier = z.enum(['written', 'thesis', 'coverage']);
export type Tier = z.infer<typeof Tier>;

/** Field of a profile → what the extractor wrote there. */
export const NuggetFields = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
export type NuggetFields = Readonly<z.infer<typeof NuggetFields>>;

/** A short, self-contained legal thesis tied to its document and to the passages that bear it. */
export const Nugget = z.object({
  /** Unique in its collection: `doc_id#key.n`, where key names the extraction (see Extraction.key). */
  id: z.string(),
  collection: z.string(),
  doc_id: z.string(),
  /** Place among the document's nuggets of one extraction, from 0. */
  ord: z.int(),
  text: z.string(),
  /** What follows the nugget in the source and is embedded with it; '' where nothing is. */
  context: z.string(),
  extractor: NuggetSource,
  tier: Tier,
  /** The weakest kind among the located quotes; `none` where no quote was located. */
  status: EvidenceStatus,
  spans: z.array(EvidenceSpan),
  /** The words that the extractor gave as evidence, in its own spelling. */
  quotes: z.array(z.string()),
  /** Cue score of an extractive nugget, else null. */
  cue: z.number().nullable(),
  /** The profile's own fields beside the text (article, rule, conditions …); none for a plain thesis. */
  fields: NuggetFields,
  /** Checks of the profile that it fails, by name (see shared/profiles.ts): it is kept, and shown with them. */
  failed_checks: z.array(z.string()),
  trace_id: z.string(),
});
export type Nugget = Readonly<z.infer<typeof Nugget>>;
