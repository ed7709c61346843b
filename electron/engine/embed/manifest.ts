/** The manifest that stands beside an encoder's files and says how to run it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ENCODER_ID, GraphInput, LongTexts, Pooling } from '../../../shared/encoders';
import { AppError } from '../../../shared/errors';

/** Tokens that two windows share where nothing else is stated. */
export const DEFAULT_OVERLAP = 32;

/** A file below the encoder's folder, with slashes; never one outside it. */
const Inside = z.string().refine((path) => !/^([/\\]|[a-zA-Z]:)|(^|[/\\])\.\.([/\\]|$)/.test(path), 'a path below the folder is due');

/** What a fitted encoder was made from, and how: with the same collection and teacher it comes out the same. */
const FittedTrace = z.object({
  collection: z.string(),
  /** Changes when the way of fitting does. */
  recipe: z.int(),
  /** The encoder that was followed, with its identity. */
  teacher: z.object({ id: z.string(), identity: z.string() }),
  /** Passages that the teacher embedded. */
  sample: z.object({ passages: z.int(), seed: z.int() }),
  sif_a: z.number(),
  ridge_lambda: z.number(),
  iterations: z.int(),
  /** Tokens of the vocabulary that the sample has; the others say nothing. */
  tokens_seen: z.int(),
  /** Documents that the collection had, and a hash over their ids and texts. */
  documents: z.int(),
  documents_sha256: z.string(),
});
export type FittedTrace = Readonly<z.infer<typeof FittedTrace>>;

/** A batch as its distinct tokens and how often each text has each (fit/graph.ts). */
const BAG_INPUTS = ['token_ids', 'token_counts'] as const;

export const EncoderManifest = z
  .object({
    id: z.string().regex(ENCODER_ID),
    name: z.string(),
    kind: z.literal('encoder'),
    files: z.array(z.object({ path: Inside, bytes: z.int(), sha256: z.string() })),
    dimensions: z.int().min(1),
    /** The graph's own, where only its first `dimensions` are kept (a Matryoshka model). */
    graph_dimensions: z.int().min(1).optional(),
    max_tokens: z.int().min(8),
    pooling: Pooling,
    prefixes: z.object({ query: z.string(), passage: z.string() }),
    inputs: z.array(z.enum([...GraphInput.options, ...BAG_INPUTS])),
    output: z.string(),
    licence: z.string(),
    /** What becomes of a text of more than `max_tokens`. */
    long_texts: LongTexts.default('truncate'),
    /** Tokens that a window shares with the one before it. */
    window_overlap: z.int().min(0).default(DEFAULT_OVERLAP),
    /** Id of the padding token; 0 where the model does not say. Padded places are masked, so its value does not matter. */
    pad_id: z.int().default(0),
    /**
     * Texts in one run of the graph. 1 where the graph scales activations over the whole batch (dynamic int8):
     * there a text's vector would depend on the texts beside it.
     */
    batch_rows: z.int().min(1).max(256).default(32),
    /** For an encoder that was fitted to one collection. */
    fitted: FittedTrace.optional(),
  })
  .refine(({ dimensions, graph_dimensions }) => dimensions <= (graph_dimensions ?? dimensions), {
    path: ['dimensions'],
    message: 'more than "graph_dimensions"',
  });
export type EncoderManifest = z.output<typeof EncoderManifest>;

/** The graph among the files that a manifest names, or the GGUF (the first part of a split one). */
export const graphFile = ({ files }: Pick<EncoderManifest, 'files'>) => files.find((file) => /\.(onnx|gguf)$/i.test(file.path));

/** Whether llama.cpp runs it: such a file holds its tokenizer. */
export const isGguf = (manifest: Pick<EncoderManifest, 'files'>): boolean => /\.gguf$/i.test(graphFile(manifest)?.path ?? '');

/** Where the tokenizer lies, with a slash at the end of its folder: '' or 'onnx/'. */
export function tokenizerFolder({ files }: Pick<EncoderManifest, 'files'>): string {
  const path = files.find((file) => /(^|\/)tokenizer\.json$/.test(file.path))?.path ?? 'tokenizer.json';
  return path.slice(0, -'tokenizer.json'.length);
}

/** Whether the graph is fed with distinct tokens and their counts (bagEncoder.ts). */
export const takesBags = ({ inputs }: EncoderManifest): boolean => inputs.includes('token_counts');

/** Reads and checks `manifest.json` in an encoder's folder. */
export async function readEncoderManifest(dir: string): Promise<EncoderManifest> {
  const path = join(dir, 'manifest.json');
  const raw = await readFile(path, 'utf8').catch(() => {
    throw new AppError(
      'MODEL_MISSING',
      `No encoder in ${dir}: manifest.json is not there.`,
      `Let Pepita write it: pepita models add ${dir}`,
    );
  });
  const again = `Write it again: pepita models add ${dir} --force`;
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch {
    throw new AppError('MODEL_FAILED', `${path} is not JSON.`, again);
  }
  const parsed = EncoderManifest.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError('MODEL_FAILED', `${path}: ${issue?.path.join('.')}: ${issue?.message}`, again);
}
