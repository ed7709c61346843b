/** An encoder over bags of tokens, as fitted ones are: a text's vector is its tokens' mean, so a text of any length is read whole. */
import { Tokenizer } from '@huggingface/tokenizers';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { Encoder, EncoderInfo } from '../ports';
import { toBags } from './bags';
import { readEncoderManifest, tokenizerFolder } from './manifest';
import { identityOf, readModelFiles, readTokenizerFiles } from './modelFiles';
import { type Graph, openGraph } from './onnx';
import { normaliseRows } from './pool';
import { createWordEncode, type WordEncode } from './wordTokens';

/** Texts in one run: few enough that their distinct tokens make a small table. */
const BATCH = 64;

/** @throws MODEL_MISSING, MODEL_FAILED as openEncoder does */
export async function openBagEncoder(dir: string, options: { threads?: number } = {}): Promise<Encoder> {
  const manifest = await readEncoderManifest(dir);
  const files = await readModelFiles(dir, manifest);
  // Its tokenizer.json is Pepita's own, under the hash that the manifest names.
  const { json } = await readTokenizerFiles(dir, tokenizerFolder(manifest));
  const parsed = JSON.parse(json) as object;
  const { id, name, dimensions, max_tokens, licence, fitted } = manifest;
  const info: EncoderInfo = {
    id,
    name,
    dimensions,
    max_tokens,
    licence,
    sha256: files.graphSha256,
    identity: await identityOf(dir, manifest),
    fitted_to: fitted?.collection ?? null,
  };
  const encode = createWordEncode(new Tokenizer(parsed, {}), parsed);
  return createBagEncoder(info, encode, await openGraph(files.graph, files.graphPath, options));
}

export function createBagEncoder(info: EncoderInfo, encode: WordEncode, graph: Graph): Encoder {
  return {
    info,
    async embed(texts, _role, { signal, onBatch } = {}) {
      const { dimensions } = info;
      const vectors = new Float32Array(texts.length * dimensions);
      const tokens = new Int32Array(texts.length);
      for (let at = 0; at < texts.length; at += BATCH) {
        throwIfAborted(signal);
        const ids = texts.slice(at, at + BATCH).map(encode);
        const bags = toBags(ids);
        const feeds = {
          token_ids: { data: bags.tokens, dims: [bags.tokens.length] },
          token_counts: { data: bags.counts, dims: [ids.length, bags.tokens.length] },
        };
        const { data } = (await graph.run(feeds, ['sentence_embedding']))['sentence_embedding']!;
        vectors.set(data, at * dimensions);
        tokens.set(
          ids.map((row) => row.length),
          at,
        );
        onBatch?.(at + ids.length);
      }
      const broken = normaliseRows(vectors, dimensions);
      if (broken >= 0) {
        throw new AppError(
          'MODEL_FAILED',
          `Encoder ${info.id} gave no finite vector for a text of ${texts[broken]!.length} characters.`,
          'Its file may be damaged: delete its folder, then index with --encoder fitted again.',
        );
      }
      return { vectors, tokens, used_chars: Int32Array.from(texts, (text) => text.length) };
    },
    dispose: () => graph.release(),
  };
}
