/** The manifest that stands beside an encoder's files and says how to run it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../shared/errors';

/** What a fitted encoder was made from, and how: with the same collection and teacher it comes out the same. */
const FittedTrace = z.object({
  collection: z.string(),
  /** Changes when the way of fitting does. */
  recipe: z.int(),
  teacher: z.object({ id: z.string(), sha256: z.string() }),
  /** Passages that the teacher embedded. */
  sample: z.object({ passages: z.int(), seed: z.int() }),
  sif_a: z.number(),
  ridge_lambda: z.number(),
  iterations: z.int(),
  /** Tokens of the vocabulary that the sample has; the others carry the sample's mean. */
  tokens_seen: z.int(),
  /** Documents that the collection had, and a hash over their ids and texts. */
  documents: z.int(),
  documents_sha256: z.string(),
});
export type FittedTrace = Readonly<z.infer<typeof FittedTrace>>;

const EncoderManifest = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/),
  name: z.string(),
  kind: z.literal('encoder'),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
  dimensions: z.int().min(1),
  max_tokens: z.int().min(8),
  /** Where the graph gives token vectors, how they become one; `in-graph` where it already did. */
  pooling: z.enum(['in-graph', 'mean', 'cls', 'last']),
  prefixes: z.object({ query: z.string(), passage: z.string() }),
  /** The latter two: a batch comes as its distinct tokens and how often each text has each (fit/graph.ts). */
  inputs: z.array(z.enum(['input_ids', 'attention_mask', 'token_type_ids', 'token_ids', 'token_counts'])),
  output: z.string(),
  licence: z.string(),
  /** Id of the padding token; 0 where the model does not say. Padded places are masked, so its value does not matter. */
  pad_id: z.int().default(0),
  /**
   * Texts in one run of the graph. 1 where the graph scales activations over the whole batch (dynamic int8):
   * there a text's vector would depend on the texts beside it.
   */
  batch_rows: z.int().min(1).max(256).default(32),
  /** For an encoder that was fitted to one collection. */
  fitted: FittedTrace.optional(),
});
export type EncoderManifest = z.infer<typeof EncoderManifest>;

/** Whether the graph is fed with distinct tokens and their counts (bagEncoder.ts). */
export const takesBags = ({ inputs }: EncoderManifest): boolean => inputs.includes('token_counts');

/** Reads and checks `manifest.json` in an encoder's folder. */
export async function readEncoderManifest(dir: string): Promise<EncoderManifest> {
  const path = join(dir, 'manifest.json');
  const raw = await readFile(path, 'utf8').catch(() => {
    throw new AppError(
      'MODEL_MISSING',
      `No encoder in ${dir}: manifest.json is not there.`,
      'See models/README.md for the files that an encoder needs.',
    );
  });
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch {
    throw new AppError('MODEL_FAILED', `${path} is not JSON.`, 'Restore the file, or write it again after models/README.md.');
  }
  const parsed = EncoderManifest.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError('MODEL_FAILED', `${path}: ${issue?.path.join('.')}: ${issue?.message}`, 'Mend the manifest after models/README.md.');
}
