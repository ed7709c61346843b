/** Texts → vectors. */
import { z } from 'zod';
import { Progress, Unit } from '../domain';
import { RemoteUsage } from '../endpoints';
import { CollectionId, call, NoEvent } from './call';

export const IndexInput = z.object({
  collection: CollectionId,
  encoder: z.string().optional(),
  /** Only these; without it all, and the collection counts as indexed. */
  units: z.array(Unit).min(1).optional(),
});

export const IndexOutput = z.object({
  encoder: z.object({ id: z.string(), dimensions: z.int(), sha256: z.string(), identity: z.string() }),
  units: z.object({ document: z.int(), passage: z.int(), nugget: z.int(), summary: z.int() }),
  /** Documents longer than the encoder reads: their document vector is of the head alone. */
  truncated_documents: z.int(),
  /** Summaries that are longer than the encoder reads: what comes last in them is in no vector. */
  truncated_summaries: z.int(),
  embedded: z.int(),
  reused: z.int(),
  seconds: z.number(),
  /** What a remote endpoint was sent; null where nothing left the machine. */
  usage: RemoteUsage.nullable(),
});
export type IndexOutput = z.infer<typeof IndexOutput>;

export const EstimateIndexOutput = z.object({
  /** The default encoder, and one fitted to the collection (`fitted`), made where there is none that is up to date. */
  encoders: z.array(
    z.object({
      encoder: z.string(),
      /** Texts without a vector. */
      texts: z.int(),
      /** Seconds until the encoder is there; 0 where it is. */
      fit_seconds: z.number(),
      embed_seconds: z.number(),
    }),
  ),
});
export type EstimateIndexOutput = z.infer<typeof EstimateIndexOutput>;

export const indexingCalls = {
  index: call('write', IndexInput, IndexOutput, Progress),
  /** Times both encoders on a few of the collection's texts; changes nothing. */
  estimateIndex: call('read', z.object({ collection: CollectionId }), EstimateIndexOutput, NoEvent),
} as const;
