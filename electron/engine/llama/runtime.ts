/**
 * The one importer of node-llama-cpp, loaded at first use, so that the engine starts
 * without it. Its neighbours get what they need of it from here.
 */
import { availableParallelism } from 'node:os';
import type { Llama } from 'node-llama-cpp';
import { AppError } from '../../../shared/errors';

export type { Llama, LlamaContextSequence, LlamaGrammar, LlamaModel, Token } from 'node-llama-cpp';

export type Lib = typeof import('node-llama-cpp');

export interface RuntimeOptions {
  /** Default: the physical cores. Passed on explicitly: the library's own default of four is a hundred times slower on two cores. */
  readonly threads?: number;
  readonly gpu?: 'auto' | false;
}

export interface Runtime {
  readonly lib: Lib;
  readonly llama: Llama;
  /** What llama.cpp complained of, for the details of an error. */
  readonly said: readonly string[];
}

/** @throws MODEL_FAILED where the package does not load on this machine */
export async function loadLib(): Promise<Lib> {
  return import('node-llama-cpp').catch((error: unknown) => {
    throw new AppError(
      'MODEL_FAILED',
      `The llama.cpp runtime does not load on this machine: ${reasonOf(error)}`,
      'The extractive extractor works without it.',
    );
  });
}

/** @throws MODEL_FAILED where llama.cpp does not load or start */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const lib = await loadLib();
  const said: string[] = [];
  const open = (gpu: 'auto' | false) =>
    lib.getLlama({
      gpu,
      build: 'never',
      skipDownload: true,
      maxThreads: options.threads ?? availableParallelism(),
      logLevel: lib.LlamaLogLevel.error,
      logger: (_level, message) => said.push(message.trim()),
      progressLogs: false,
    });
  const gpu = options.gpu ?? 'auto';
  // A graphics driver that is there but broken must not keep the processor from the work.
  const opening = open(gpu).catch((error: unknown) => (gpu === false ? Promise.reject(error) : open(false)));
  const llama = await opening.catch((error: unknown) => {
    throw new AppError(
      'MODEL_FAILED',
      `The llama.cpp runtime does not start on this machine: ${reasonOf(error)}`,
      'The extractive extractor works without it.',
    );
  });
  if (options.threads === undefined) llama.maxThreads = Math.max(1, Math.min(llama.cpuMathCores, availableParallelism()));
  return { lib, llama, said };
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
