/** The one importer of onnxruntime-node: graphs as functions over plain arrays. */
import { availableParallelism, loadavg } from 'node:os';
import * as ort from 'onnxruntime-node';
import { AppError } from '../../../shared/errors';
import { halfToFloat } from './half';

/** An input or output as the graph declares it; a dimension is null where it varies, `dims` empty where nothing is said. */
export interface GraphValue {
  readonly name: string;
  readonly type: string;
  readonly dims: readonly (number | null)[];
}

export interface Feed {
  /** Row-major. Whole numbers are given as the graph's own kind of integer. */
  readonly data: Float32Array | BigInt64Array;
  readonly dims: readonly number[];
}

export interface Numbers {
  /** Row-major. */
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

export interface Graph {
  readonly inputs: readonly GraphValue[];
  readonly outputs: readonly GraphValue[];
  /**
   * Runs once; `wanted` are names among the outputs. Half and double precision arrive as 32-bit floats.
   * @throws MODEL_FAILED where the runtime refuses the inputs or an output is no tensor of floats
   */
  run(feeds: Readonly<Record<string, Feed>>, wanted: readonly string[]): Promise<Record<string, Numbers>>;
  release(): Promise<void>;
}

/**
 * Whether a thread that waits for the others turns in a loop instead of sleeping. Measured on 2 cores with the default
 * encoder: on an idle machine turning gives 1.4 times the texts a second; beside other work, which it takes the
 * processor from, sleeping gives 2.5 times. So the load of the last minute decides (0 where the system tells none).
 */
const spinning = () => ({ session: { intra_op: { allow_spinning: loadavg()[0]! < availableParallelism() / 2 ? '1' : '0' } } });

export const defaultThreads = (): number => Math.min(8, availableParallelism());

/**
 * @param source the graph's bytes, or its path: weights in files beside it are found from a path alone
 * @param name what messages call it
 * @throws MODEL_FAILED where the runtime can't open it
 */
export async function openGraph(source: Uint8Array | string, name: string, threads = defaultThreads()): Promise<Graph> {
  const options: ort.InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 4,
    extra: spinning(),
  };
  const opening = typeof source === 'string' ? ort.InferenceSession.create(source, options) : ort.InferenceSession.create(source, options);
  const session = await opening.catch((error: unknown) => {
    throw new AppError('MODEL_FAILED', `${name} does not open: ${reason(error)}`, 'The file may be damaged: fetch or build it again.');
  });
  const inputs = session.inputMetadata.map(value);
  const types = new Map(inputs.map((input) => [input.name, input.type]));

  return {
    inputs,
    outputs: session.outputMetadata.map(value),
    async run(feeds, wanted) {
      const tensors = Object.entries(feeds).map(([key, feed]) => [key, tensor(feed, types.get(key))] as const);
      const results = await session.run(Object.fromEntries(tensors), [...wanted]).catch((error: unknown) => {
        throw new AppError(
          'MODEL_FAILED',
          `${name} does not run: ${reason(error)}`,
          'Do graph and tokenizer.json belong together, and does the graph take so many tokens ("max_tokens")?',
        );
      });
      return Object.fromEntries(wanted.map((key) => [key, numbers(results[key], key, name)]));
    },
    release: () => session.release(),
  };
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, 400);

function value(meta: ort.InferenceSession.ValueMetadata): GraphValue {
  if (!meta.isTensor) return { name: meta.name, type: 'no tensor', dims: [] };
  return { name: meta.name, type: meta.type, dims: meta.shape.map((dim) => (typeof dim === 'number' && dim > 0 ? dim : null)) };
}

function tensor({ data, dims }: Feed, type: string | undefined): ort.Tensor {
  if (data instanceof Float32Array) return new ort.Tensor('float32', data, dims);
  if (type === 'int32') return new ort.Tensor('int32', Int32Array.from(data, Number), dims);
  return new ort.Tensor('int64', data, dims);
}

function numbers(output: ort.Tensor | undefined, key: string, name: string): Numbers {
  const dims = output?.dims ?? [];
  if (output?.type === 'float32') return { data: output.data as Float32Array, dims };
  if (output?.type === 'float64') return { data: Float32Array.from(output.data as Float64Array), dims };
  // Newer runtimes of JavaScript have a Float16Array, whose items are numbers already.
  if (output?.type === 'float16')
    return { data: output.data instanceof Uint16Array ? halfToFloat(output.data) : Float32Array.from(output.data as never), dims };
  throw new AppError(
    'MODEL_FAILED',
    `Output "${key}" of ${name} holds ${output?.type ?? 'nothing'} where floats are due.`,
    'Name another output.',
  );
}
