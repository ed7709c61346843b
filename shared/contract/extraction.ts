/** Documents → nuggets. */
import { z } from 'zod';
import { ExtractorId, Progress, Trace } from '../domain';
import { EndpointName, RemoteUsage } from '../endpoints';
import { CollectionId, call, DocId, NoEvent } from './call';

export const ExtractInput = z.object({
  collection: CollectionId,
  /** Without it: remote where an endpoint is named, llama where a language model is, else extractive. */
  extractor: ExtractorId.optional(),
  model: z.string().optional(),
  /** A remote endpoint that is turned on: the documents' text is sent to it. */
  endpoint: EndpointName.optional(),
  profile: z.string().optional(),
  docs: z.array(DocId).optional(),
  limit: z.int().min(1).optional(),
  /** Reads also what is finished: after a partial reading, or to see whether the answer is the same. */
  again: z.boolean().default(false),
});
export type ExtractInput = z.output<typeof ExtractInput>;

export const ExtractOutput = z.object({
  documents: z.int(),
  skipped: z.int(),
  nuggets: z.int(),
  located: z.object({ exact: z.int(), normalised: z.int(), fuzzy: z.int(), none: z.int() }),
  failed: z.array(z.object({ doc_id: z.string(), code: z.string(), message: z.string() })),
  partial: z.array(z.object({ doc_id: z.string(), note: z.string() })),
  seconds: z.number(),
  extractor: ExtractorId,
  /** What a remote endpoint was sent; null where nothing left the machine. */
  usage: RemoteUsage.nullable(),
});
export type ExtractOutput = z.infer<typeof ExtractOutput>;

export const extractionCalls = {
  extract: call('write', ExtractInput, ExtractOutput, Progress),
  traces: call('read', z.object({ collection: CollectionId, doc_id: DocId }), z.object({ traces: z.array(Trace) }), NoEvent),
} as const;
