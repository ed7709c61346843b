/** The choices that an encoder's manifest states, as the engine, the command line and the window name them. */
import { z } from 'zod';

export const ENCODER_ID = /^[a-z0-9][a-z0-9._-]*$/;

/** How token vectors become one vector of a text; `in-graph` where the graph already did it. */
export const Pooling = z.enum(['in-graph', 'mean', 'cls', 'last']);
export type Pooling = z.infer<typeof Pooling>;

/** `truncate`: its head alone is read · `window`: overlapping windows are read, their vectors averaged by their tokens. */
export const LongTexts = z.enum(['truncate', 'window']);
export type LongTexts = z.infer<typeof LongTexts>;

export const GraphInput = z.enum(['input_ids', 'attention_mask', 'token_type_ids']);
export type GraphInput = z.infer<typeof GraphInput>;

/** What a user may choose when an encoder is added; the rest is proposed. */
export const EncoderChoices = z.object({
  id: z.string().regex(ENCODER_ID, 'lower-case letters, digits, ".", "_" and "-" are due').optional(),
  name: z.string().min(1).optional(),
  pooling: Pooling.optional(),
  /** Name of the graph's output that holds the vectors. */
  output: z.string().min(1).optional(),
  /** Values kept of each vector: fewer than the graph gives where the model is trained for it. */
  dimensions: z.int().min(1).optional(),
  max_tokens: z.int().min(8).optional(),
  query_prefix: z.string().optional(),
  passage_prefix: z.string().optional(),
  long_texts: LongTexts.optional(),
  licence: z.string().min(1).optional(),
});
export type EncoderChoices = z.infer<typeof EncoderChoices>;
export type EncoderField = keyof EncoderChoices;
