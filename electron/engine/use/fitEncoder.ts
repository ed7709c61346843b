/** Fits an encoder to a collection and puts its folder into the workspace; the default encoder is its teacher. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { EncoderManifest } from '../embed/manifest';
import { fitTable } from '../fit/fitTable';
import { writeGraph } from '../fit/graph';
import { quantiseRows } from '../fit/quantise';
import type { Encoder } from '../ports';
import { replaceFile } from '../store/jsonFile';
import type { Emit, EngineContext } from './context';
import { chooseSample, SEED, teach } from './fitSample';
import { documentsOf, fitStaleness, fittedId, RECIPE } from './fitted';
import { fittedTokenizer } from './fittedTokenizer';
import { createProgress } from './progress';

/** Measured on lener-br-ementa and JurisTCU (models/README.md). */
const SIF_A = 1e-3;
const LAMBDA = 0.001;
const ITERATIONS = 20;

type Options = { signal?: AbortSignal; emit: Emit<Progress> };

/** The collection's fitted encoder, made where there is none or where it is out of date. */
export async function requireFit(context: EngineContext, collection: string, options: Options): Promise<Encoder> {
  const id = fittedId(collection);
  const { total } = await context.store.documentHeads({ collection, limit: 1 });
  if (total === 0) throw new AppError('BAD_INPUT', `"${collection}" has no documents to fit an encoder to.`, 'Import some first.');
  if ((await fitStaleness(context, collection)) !== '') {
    await makeFit(context, collection, options);
    context.reopenEncoder(id);
    const { info } = await context.encoder(id);
    const earlier = (await context.store.vectorSpaces()).filter((space) => space.encoder_id === id && space.sha256 !== info.identity);
    for (const space of earlier) await context.store.dropVectors(space);
  }
  return context.encoder(id);
}

async function makeFit(context: EngineContext, collection: string, options: Options): Promise<void> {
  const { store, config } = context;
  const teacher = await context.encoder();
  const seen = await documentsOf(store, collection);
  const passages = await chooseSample(store, collection, options.signal);
  const vectors = await teach(store, teacher, passages, options);

  const { encode, vocabulary, file: tokenizer } = await fittedTokenizer(config);
  const specials = encode('');
  const inner = passages.map((passage) => encode(passage).filter((id) => !specials.includes(id)));
  const progress = createProgress(options.emit, 'fit', 'step', ITERATIONS);
  const dimensions = teacher.info.dimensions;
  const { table, tokensSeen } = await fitTable(inner, vectors, dimensions, {
    a: SIF_A,
    lambda: LAMBDA,
    iterations: ITERATIONS,
    vocabulary,
    specials,
    async onIteration(done) {
      progress.at(done);
      await new Promise(setImmediate);
      throwIfAborted(options.signal);
    },
  });
  progress.end();
  const id = fittedId(collection);
  const graph = writeGraph(id, quantiseRows(table, dimensions));
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const graphSha256 = sha256(graph);
  const manifest: EncoderManifest = {
    id,
    name: `Fitted to "${collection}"`,
    kind: 'encoder',
    files: [
      { path: `model-${graphSha256.slice(0, 12)}.onnx`, bytes: graph.length, sha256: graphSha256 },
      { path: 'tokenizer.json', bytes: tokenizer.length, sha256: sha256(tokenizer) },
    ],
    dimensions,
    // A mean has no limit.
    max_tokens: 2 ** 31 - 1,
    pooling: 'in-graph',
    prefixes: { query: '', passage: '' },
    inputs: ['token_ids', 'token_counts'],
    output: 'sentence_embedding',
    licence: teacher.info.licence,
    long_texts: 'truncate',
    window_overlap: 0,
    pad_id: 0,
    batch_rows: 64,
    fitted: {
      collection,
      recipe: RECIPE,
      teacher: { id: teacher.info.id, identity: teacher.info.identity },
      sample: { passages: passages.length, seed: SEED },
      sif_a: SIF_A,
      ridge_lambda: LAMBDA,
      iterations: ITERATIONS,
      tokens_seen: tokensSeen,
      ...seen,
    },
  };
  throwIfAborted(options.signal);
  await writeFolder(join(config.workspace, 'models', id), graph, tokenizer, manifest);
}

/** The manifest comes last and names the graph by its hash: at every moment the folder is the old encoder or the new one. */
async function writeFolder(dir: string, graph: Uint8Array, tokenizer: Uint8Array, manifest: EncoderManifest): Promise<void> {
  const isThere = (await readdir(dir).catch((): string[] => [])).includes('manifest.json');
  const path = manifest.files[0]!.path;
  try {
    await mkdir(dir, { recursive: true });
    await replaceFile(join(dir, path), graph);
    await replaceFile(join(dir, 'tokenizer.json'), tokenizer);
    await replaceFile(join(dir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  } catch (error) {
    await (isThere ? undefined : rm(dir, { recursive: true, force: true }));
    throw error;
  }
  for (const name of await readdir(dir)) if (name.endsWith('.onnx') && name !== path) await rm(join(dir, name), { force: true });
}
