/** An encoder over bags of tokens, as fitted ones are: a text's vector is its tokens' mean, so a text of any length is read whole. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { Encoder, EncoderInfo } from '../ports';
import { toBags } from './bags';
import { type EncoderManifest, readEncoderManifest } from './manifest';
import { type Graph, openGraph, readModel, readTokenizer } from './onnx';
import { normaliseRows } from './pool';
import { createEncode, type Encode } from './wordTokens';

/** Texts in one run: few enough that their distinct tokens make a small table. */
const BATCH = 64;

/** @throws MODEL_MISSING, MODEL_FAILED as openEncoder does */
export async function openBagEncoder(dir: string, options: { threads?: number } = {}): Promise<Encoder> {
  const manifest = await readEncoderManifest(dir);
  const model = await readModel(dir, manifest);
  const tokenizer = await readTokenizer(dir);
  const json = JSON.parse(await readFile(join(dir, 'tokenizer.json'), 'utf8')) as object;
  const info = encoderInfo(manifest, model.sha256);
  return createBagEncoder(info, createEncode(tokenizer, json), await openGraph(model.bytes, model.path, options.threads));
}

export function createBagEncoder(info: EncoderInfo, encode: Encode, graph: Graph): Encoder {
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

function encoderInfo(manifest: EncoderManifest, sha256: string): EncoderInfo {
  const { id, name, dimensions, max_tokens, licence, fitted } = manifest;
  return { id, name, dimensions, max_tokens, sha256, licence, fitted_to: fitted?.collection ?? null };
}
