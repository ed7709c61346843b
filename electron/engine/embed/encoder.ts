/** Sentence encoders: a graph, a tokenizer and a manifest as one function from texts to unit vectors. */
import { AppError, throwIfAborted } from '../../../shared/errors';
import { inLanes } from '../inLanes';
import type { EmbedOptions, EmbedResult, Encoder, EncoderInfo } from '../ports';
import { batchByLength } from './batches';
import { feedsOf } from './feeds';
import { type Reading, readText } from './longTexts';
import { type EncoderManifest, readEncoderManifest, tokenizerFolder } from './manifest';
import { identityOf, readModelFiles, readTokenizerFiles } from './modelFiles';
import { type Graph, openGraph } from './onnx';
import { cutRows, normaliseRows, poolTokens } from './pool';
import { type Encode, openTokenizer } from './tokenizer';
import { checkWiring, wrongShape } from './wiring';

const MAX_BATCH_TOKENS = 2048;

/**
 * Opens the encoder in a folder (a graph, tokenizer.json, manifest.json).
 * @throws MODEL_MISSING, or MODEL_FAILED where a file is not the one that the manifest names or the graph gives no vector
 */
export async function openEncoder(dir: string, options: { threads?: number } = {}): Promise<Encoder> {
  const manifest = await readEncoderManifest(dir);
  const files = await readModelFiles(dir, manifest);
  const { json, config, path } = await readTokenizerFiles(dir, tokenizerFolder(manifest));
  const encode = openTokenizer(json, config, path);
  const identity = await identityOf(dir, manifest);
  const graph = await openGraph(files.graph, files.graphPath, { ...options, runs: 'many' });
  return createEncoder(manifest, graph, encode, { sha256: files.graphSha256, identity });
}

/**
 * The encoder disposes of the graph.
 * @throws MODEL_FAILED where graph and manifest don't fit together
 */
export function createEncoder(
  manifest: EncoderManifest,
  graph: Graph,
  encode: Encode,
  hashes: Pick<EncoderInfo, 'sha256' | 'identity'>,
): Encoder {
  const inputs = checkWiring(manifest, graph, encode);
  const { id, name, dimensions, graph_dimensions: width = dimensions, max_tokens: max, pooling, long_texts, licence } = manifest;
  const overlap = long_texts === 'window' ? manifest.window_overlap : null;

  async function embed(texts: readonly string[], role: 'query' | 'passage', { signal, onBatch }: EmbedOptions = {}): Promise<EmbedResult> {
    const options = { prefix: manifest.prefixes[role], max, overlap, padId: manifest.pad_id };
    const readings = texts.map((text) => readText(encode, text, options));
    const rows = readings.flatMap(({ windows }, text) => windows.map((window) => ({ ...window, text })));
    const open = readings.map(({ windows }) => windows.length);
    const lengths = rows.map(({ ids }) => ids.length);
    const found = new Float32Array(rows.length * dimensions);
    let done = 0;
    const batches = batchByLength(lengths, MAX_BATCH_TOKENS, manifest.batch_rows).values();
    await inLanes(
      graph.lanes,
      () => batches.next().value,
      async (batch) => {
        throwIfAborted(signal);
        const part = await runBatch(batch.map((row) => rows[row]!.ids));
        const broken = normaliseRows(part, dimensions);
        if (broken >= 0) throw noVector(texts[rows[batch[broken]!]!.text]!);
        for (const [r, row] of batch.entries()) {
          found.set(part.subarray(r * dimensions, (r + 1) * dimensions), row * dimensions);
          if (--open[rows[row]!.text]! === 0) done++;
        }
        onBatch?.(done);
      },
    );
    const vectors = joinWindows(found, readings, dimensions);
    for (const [text, { windows }] of readings.entries()) {
      if (windows.length === 1) continue;
      if (normaliseRows(vectors.subarray(text * dimensions, (text + 1) * dimensions), dimensions) >= 0) throw noVector(texts[text]!);
    }
    return {
      vectors,
      tokens: Int32Array.from(readings, ({ tokens }) => tokens),
      used_chars: Int32Array.from(readings, ({ usedChars }) => usedChars),
    };
  }

  /** Rows × dimensions, not normalised. */
  async function runBatch(ids: readonly (readonly number[])[]): Promise<Float32Array> {
    const { feeds, length } = feedsOf(ids, inputs, manifest.pad_id);
    const { data, dims } = (await graph.run(feeds, [manifest.output]))[manifest.output]!;
    const due = pooling === 'in-graph' ? [ids.length, width] : [ids.length, length, width];
    if (dims.length !== due.length || dims.some((dim, i) => dim !== due[i])) throw wrongShape(manifest, dims);
    const pooled =
      pooling === 'in-graph'
        ? data
        : poolTokens(
            data,
            ids.length,
            length,
            width,
            ids.map((row) => row.length),
            pooling,
          );
    return cutRows(pooled, width, dimensions);
  }

  const noVector = (text: string) =>
    new AppError(
      'MODEL_FAILED',
      `Encoder ${id} gave no finite vector for a text of ${text.length} characters.`,
      'The model file may be damaged: run "pepita doctor".',
    );

  return {
    info: { id, name, dimensions, max_tokens: max, licence, fitted_to: null, ...hashes },
    lanes: graph.lanes,
    embed,
    dispose: () => graph.release(),
  };
}

/** Texts × dimensions: each text's only window, or the sum of its windows by their weights, in their order in the text. */
function joinWindows(windows: Float32Array, readings: readonly Reading[], dimensions: number): Float32Array {
  const joined = new Float32Array(readings.length * dimensions);
  let row = 0;
  for (const [text, reading] of readings.entries()) {
    const whole = reading.windows.length === 1;
    for (const { weight } of reading.windows) {
      const vector = windows.subarray(row * dimensions, (row + 1) * dimensions);
      for (const [d, x] of vector.entries()) joined[text * dimensions + d]! += whole ? x : weight * x;
      row++;
    }
  }
  return joined;
}
