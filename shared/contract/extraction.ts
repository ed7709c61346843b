/** Documents → nuggets. */
import { z } from 'zod';
import { ExtractorId, NuggetSource, Progress, Trace } from '../domain';
import { EndpointName, RemoteUsage } from '../endpoints';
import { CollectionId, call, DocId, NoEvent } from './call';

export const ExtractInput = z.object({
  collection: CollectionId,
  /** Without it: remote where an endpoint is named, llama where a language model is, else extractive. */
  extractor: ExtractorId.optional(),
  model: z.string().optional(),
  /** A remote endpoint that is turned on: the documents' text is sent to it. */
  endpoint: EndpointName.optional(),
  /** A profile's id or path: it says whether nuggets or summaries are made. Without it, the collection's own. */
  profile: z.string().optional(),
  /** Structured summaries instead of nuggets; short for the profile summary-v4. */
  summaries: z.boolean().optional(),
  docs: z.array(DocId).optional(),
  limit: z.int().min(1).optional(),
  /** Reads also what is finished: after a partial reading, or to see whether the answer is the same. */
  again: z.boolean().default(false),
});
export type ExtractInput = z.output<typeof ExtractInput>;

export const ExtractOutput = z.object({
  /** Documents that were read; those whose nuggets were copied from a document with the same text count under `reused`. */
  documents: z.int(),
  reused: z.int(),
  skipped: z.int(),
  nuggets: z.int(),
  /** Documents that a summary was made of. */
  summaries: z.int(),
  /** Of the nuggets, or of the items of the summaries. */
  located: z.object({ exact: z.int(), normalised: z.int(), fuzzy: z.int(), none: z.int() }),
  failed: z.array(z.object({ doc_id: z.string(), code: z.string(), message: z.string() })),
  partial: z.array(z.object({ doc_id: z.string(), note: z.string() })),
  seconds: z.number(),
  extractor: ExtractorId,
  /** What a remote endpoint was sent; null where nothing left the machine. */
  usage: RemoteUsage.nullable(),
});
export type ExtractOutput = z.infer<typeof ExtractOutput>;

/** A document that could not be read, or not wholly. */
export const Failure = z.object({
  collection: z.string(),
  doc_id: z.string(),
  title: z.string(),
  extractor: NuggetSource,
  status: z.enum(['failed', 'partial']),
  /** Code of the error; '' for a partial reading. */
  code: z.string(),
  message: z.string(),
  /** Nuggets that are there all the same: of a partial reading, or of an earlier one. */
  nuggets: z.int(),
  /** Characters of the text that were read, of how many. */
  covered: z.int(),
  chars: z.int(),
  at: z.string(),
  /** What was answered, window by window, where it was asked for. */
  windows: z.array(
    z.object({ window: z.int(), start: z.int(), end: z.int(), raw: z.string(), stop_reason: z.string(), attempts: z.int() }),
  ),
});
export type Failure = z.infer<typeof Failure>;

export const extractionCalls = {
  failures: call(
    'read',
    z.object({
      collection: CollectionId,
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1000).default(100),
      /** Of this document alone. */
      doc_id: DocId.optional(),
      /** With the raw output of each window. */
      raw: z.boolean().default(false),
    }),
    z.object({ total: z.int(), failures: z.array(Failure) }),
    NoEvent,
  ),
  extract: call('write', ExtractInput, ExtractOutput, Progress),
  traces: call('read', z.object({ collection: CollectionId, doc_id: DocId }), z.object({ traces: z.array(Trace) }), NoEvent),
} as const;
