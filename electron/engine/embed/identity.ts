/** What an encoder is: one hash over everything that changes a vector. Pure. */
import { createHash } from 'node:crypto';
import { type EncoderManifest, graphFile } from './manifest';

/** Raised when the code itself comes to give other vectors for the same files and settings. */
const ENCODING = 1;

/**
 * SHA-256 (hex) over the files and over the settings that a vector depends on. Names, ids, licences and paths
 * are left out: two copies of one encoder may share their vectors.
 * @param tokenizer hashes of tokenizer.json and tokenizer_config.json ('' where the latter is not there)
 */
export function encoderIdentity(manifest: EncoderManifest, tokenizer: readonly [json: string, config: string]): string {
  const { dimensions, graph_dimensions = dimensions, max_tokens, pooling, prefixes, inputs, output, long_texts, pad_id } = manifest;
  const graph = graphFile(manifest);
  const weights = manifest.files
    .filter((file) => file !== graph && !file.path.endsWith('.json'))
    .map((file) => file.sha256)
    .sort();
  const parts = {
    encoding: ENCODING,
    graph: graph?.sha256 ?? '',
    weights,
    tokenizer,
    dimensions,
    graph_dimensions,
    max_tokens,
    pooling,
    prefixes: [prefixes.query, prefixes.passage],
    inputs: [...inputs].sort(),
    output,
    long_texts: long_texts === 'window' ? manifest.window_overlap : long_texts,
    pad_id,
    alone: manifest.batch_rows === 1,
  };
  return createHash('sha256').update(JSON.stringify(parts), 'utf8').digest('hex');
}
