/** A GGUF and a manifest as an encoder: prefix, cut at the last token that fits, unit vectors. */
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { EmbedOptions, EmbedResult, Encoder, EncoderInfo } from '../ports';
import type { EncoderManifest } from './manifest';
import { wholeCharacters } from './pieces';
import { cutRows, normaliseRows } from './pool';

/** What runs the GGUF: llama/openEmbedder.ts. */
export interface VectorModel {
  tokens(text: string): number[];
  readonly added: number;
  readonly filler: number;
  vector(tokens: readonly number[]): Promise<readonly number[]>;
  dispose(): Promise<void>;
}

/** No tokenizer makes fewer tokens than one of so many characters: what is beyond needn't be tokenised to be cut. */
const LONGEST_TOKEN = 32;

/**
 * Tokens of prefix and text, at most `room`.
 * @returns also the UTF-16 code units of the text that they stand for: all, or the most whose tokens fit
 */
export function tokensThatFit(
  tokens: (text: string) => number[],
  prefix: string,
  text: string,
  room: number,
): { ids: number[]; usedChars: number } {
  const most = wholeCharacters(text, Math.min(text.length, room * LONGEST_TOKEN));
  const ids = tokens(prefix + text.slice(0, most));
  if (ids.length <= room) return { ids, usedChars: most };
  let [fits, not] = [0, most];
  while (not - fits > 1) {
    const middle = (fits + not) >> 1;
    if (tokens(prefix + text.slice(0, middle)).length <= room) fits = middle;
    else not = middle;
  }
  const usedChars = wholeCharacters(text, fits);
  // A prefix that alone is too long is cut itself.
  return { ids: tokens(prefix + text.slice(0, usedChars)).slice(0, room), usedChars };
}

/** The encoder disposes of the model. */
export function createGgufEncoder(
  manifest: EncoderManifest,
  model: VectorModel,
  hashes: Pick<EncoderInfo, 'sha256' | 'identity'>,
): Encoder {
  const { id, name, dimensions, graph_dimensions: width = dimensions, max_tokens, licence, prefixes } = manifest;

  async function embed(texts: readonly string[], role: 'query' | 'passage', { signal, onBatch }: EmbedOptions = {}): Promise<EmbedResult> {
    const vectors = new Float32Array(texts.length * dimensions);
    const tokens = new Int32Array(texts.length);
    const used_chars = new Int32Array(texts.length);
    for (const [i, text] of texts.entries()) {
      throwIfAborted(signal);
      const { ids, usedChars } = tokensThatFit(model.tokens, prefixes[role], text, max_tokens - model.added);
      const vector = await model.vector(ids.length > 0 ? ids : [model.filler]);
      if (vector.length !== width)
        throw new AppError(
          'MODEL_FAILED',
          `Encoder ${id} gives ${vector.length} dimensions where its manifest says ${width}.`,
          'Write the manifest again: pepita models add FILE.gguf --force',
        );
      const row = cutRows(Float32Array.from(vector), width, dimensions);
      if (normaliseRows(row, dimensions) >= 0)
        throw new AppError(
          'MODEL_FAILED',
          `Encoder ${id} gave no finite vector for a text of ${text.length} characters.`,
          'The model file may be damaged: run "pepita doctor".',
        );
      vectors.set(row, i * dimensions);
      tokens[i] = Math.max(1, ids.length) + model.added;
      used_chars[i] = usedChars;
      onBatch?.(i + 1);
    }
    return { vectors, tokens, used_chars };
  }

  return { info: { id, name, dimensions, max_tokens, licence, fitted_to: null, ...hashes }, embed, dispose: () => model.dispose() };
}
