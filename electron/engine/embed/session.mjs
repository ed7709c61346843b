// @ts-check
/**
 * The one importer of onnxruntime-node: a graph opened in this thread. Plain JavaScript, because a worker thread
 * starts from this very file, in the checkout (where nothing is built) and in the bundles alike.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import * as ort from 'onnxruntime-node';

/**
 * @typedef {import('./onnx').GraphValue} GraphValue
 * @typedef {import('./onnx').Feed} Feed
 * @typedef {{ type: string, data: unknown, dims: readonly number[] }} Output
 * @typedef {{ inputs: GraphValue[], outputs: GraphValue[],
 *   run: (feeds: Readonly<Record<string, Feed>>, wanted: readonly string[]) => Promise<Record<string, Output>>,
 *   release: () => Promise<void> }} Session
 */

/**
 * Whether a thread that waits for the others turns in a loop instead of sleeping. Measured on 2 cores with the default
 * encoder: on an idle machine turning gives 1.4 times the texts a second; beside other work, which it takes the
 * processor from, sleeping gives 2.5 times. So the load of the last minute decides (0 where the system tells none).
 */
const spinning = () => ({ session: { intra_op: { allow_spinning: (loadavg()[0] ?? 0) < availableParallelism() / 2 ? '1' : '0' } } });

/**
 * @param {Uint8Array | string} source the graph's bytes, or its path: weights in files beside it are found from a path alone
 * @param {number} threads
 * @returns {Promise<Session>} it holds the thread while it runs
 */
export async function openSession(source, threads) {
  const options = { intraOpNumThreads: threads, interOpNumThreads: 1, logSeverityLevel: /** @type {const} */ (4), extra: spinning() };
  const session = await (typeof source === 'string'
    ? ort.InferenceSession.create(source, options)
    : ort.InferenceSession.create(source, options));
  const inputs = session.inputMetadata.map(value);
  const types = new Map(inputs.map((input) => [input.name, input.type]));
  return {
    inputs,
    outputs: session.outputMetadata.map(value),
    async run(feeds, wanted) {
      const tensors = Object.fromEntries(Object.entries(feeds).map(([name, feed]) => [name, tensor(feed, types.get(name))]));
      const results = await session.run(tensors, [...wanted]);
      return Object.fromEntries(
        wanted.flatMap((name) => {
          const output = results[name];
          return output ? [[name, { type: output.type, data: output.data, dims: output.dims }]] : [];
        }),
      );
    },
    release: () => session.release(),
  };
}

/**
 * @param {ort.InferenceSession.ValueMetadata} meta
 * @returns {GraphValue}
 */
function value(meta) {
  if (!meta.isTensor) return { name: meta.name, type: 'no tensor', dims: [] };
  return { name: meta.name, type: meta.type, dims: meta.shape.map((dim) => (typeof dim === 'number' && dim > 0 ? dim : null)) };
}

/**
 * @param {Feed} feed
 * @param {string | undefined} type
 */
function tensor({ data, dims }, type) {
  if (data instanceof Float32Array) return new ort.Tensor('float32', data, dims);
  if (type === 'int32') return new ort.Tensor('int32', Int32Array.from(data, Number), dims);
  return new ort.Tensor('int64', data, dims);
}

/** In a worker: opens what it was given, then answers one request after the other. */
async function serve(/** @type {import('node:worker_threads').MessagePort} */ port) {
  const session = await openSession(workerData.source, workerData.threads);
  port.on('message', async ({ feeds, wanted, close }) => {
    if (close) {
      await session.release();
      port.close();
      return;
    }
    try {
      port.postMessage({ results: await session.run(feeds, wanted) });
    } catch (error) {
      port.postMessage({ error: error instanceof Error ? error.message : String(error) });
    }
  });
  port.postMessage({ inputs: session.inputs, outputs: session.outputs });
}

// The bundles hold this file too: it serves only the worker that was started for it.
if (parentPort && workerData?.serves === 'graph') await serve(parentPort);
