/** Graphs as functions over plain arrays. */
import { availableParallelism } from 'node:os';
import { AppError } from '../../../shared/errors';
import { halfToFloat } from './half';
import { type Output, openSession } from './session.mjs';
import { openSessionPool } from './sessionPool';
import { openSessionThread } from './sessionThread';

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
  /** Runs that are worth being open at once. */
  readonly lanes: number;
  /**
   * Runs once; `wanted` are names among the outputs. Half and double precision arrive as 32-bit floats.
   * @throws MODEL_FAILED where the runtime refuses the inputs or an output is no tensor of floats
   */
  run(feeds: Readonly<Record<string, Feed>>, wanted: readonly string[]): Promise<Record<string, Numbers>>;
  release(): Promise<void>;
}

export const defaultThreads = (): number => Math.min(8, availableParallelism());

/** A worker holds the graph's weights once more, so that there are not as many as a large machine has cores. */
const MAX_LANES = 4;

export interface GraphOptions {
  readonly threads?: number;
  /**
   * `one`: runs one after the other, with all threads, in the calling thread: what is fed is not copied.
   * `many`: several runs at once, each in a thread of its own; the calling thread stays free. Default `one`.
   */
  readonly runs?: 'one' | 'many';
}

/**
 * @param source the graph's bytes, or its path: weights in files beside it are found from a path alone
 * @param name what messages call it
 * @throws MODEL_FAILED where the runtime can't open it
 */
export async function openGraph(
  source: Uint8Array | string,
  name: string,
  { threads = defaultThreads(), runs = 'one' }: GraphOptions = {},
): Promise<Graph> {
  const lanes = runs === 'many' ? Math.min(MAX_LANES, threads) : 1;
  const opening =
    runs === 'many' ? openSessionPool(() => openSessionThread(source, Math.floor(threads / lanes)), lanes) : openSession(source, threads);
  const session = await opening.catch((error: unknown) => {
    throw new AppError('MODEL_FAILED', `${name} does not open: ${reason(error)}`, 'The file may be damaged: fetch or build it again.');
  });
  return {
    inputs: session.inputs,
    outputs: session.outputs,
    lanes,
    async run(feeds, wanted) {
      const results = await session.run(feeds, wanted).catch((error: unknown) => {
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

function numbers(output: Output | undefined, key: string, name: string): Numbers {
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
