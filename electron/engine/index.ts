/**
 * The composition root: opens the workspace and the models, and serves the
 * contract over any port. Plain Node; it knows nothing of Electron.
 */
import { join } from 'node:path';
import { APPROXIMATE_FROM } from '../../shared/approximate';
import { endpointOf } from '../../shared/endpoints';
import { type AppError, throwIfAborted } from '../../shared/errors';
import type { Port } from '../../shared/rpc/port';
import { serve } from '../../shared/rpc/server';
import { openDotScorer } from './embed/dot';
import { defaultThreads } from './embed/onnx';
import { createHandlers } from './handlers';
import { type LlamaChatModel, openChatModel } from './llama/openChatModel';
import { once } from './once';
import type { Clock } from './ports';
import { openStore } from './store/open';
import type { EngineConfig, EngineContext } from './use/context';
import { openEndpoints } from './use/endpoints';
import { extractDocuments } from './use/extractDocuments';
import { formulateQueries } from './use/formulateQueries';
import { type ChatFile, createHeldChat } from './use/heldChat';
import { importFiles } from './use/importFiles';
import { indexCollection } from './use/indexCollection';
import { type JobRunner, openJobs } from './use/jobs';
import { makeApproximate } from './use/makeApproximate';
import { makeRun } from './use/makeRun';
import { DEFAULT_ENCODER, openEncoders } from './use/openEncoders';
import { openExtractor } from './use/openExtractor';
import { openRemoteEncoder } from './use/remote';
import { rerankRun } from './use/rerankRun';
import { runExperiment } from './use/runExperiment';
import { createSearchSpaces } from './use/searchSpaces';

export interface Engine {
  /** Serves one client until its port closes; returns a function that stops earlier. */
  serve(port: Port): () => void;
  /** Ends jobs after their current commit, closes the models and the workspace. */
  close(): Promise<void>;
}

/** What runs as a job. */
const WORK = {
  import: importFiles,
  extract: extractDocuments,
  index: indexCollection,
  formulate: formulateQueries,
  run: makeRun,
  rerank: rerankRun,
  approximate: makeApproximate,
  experiment: runExperiment,
} as const;

const systemClock: Clock = { now: () => new Date() };

export async function createEngine(
  config: EngineConfig,
  options: {
    clock?: Clock;
    onInternal?: (error: AppError, method: string) => void;
    /** Whether jobs that were interrupted go on by themselves (default: yes). A single command leaves them to the workbench. */
    takeUpJobs?: boolean;
    /** Vectors from which on an approximate index is offered (default: 200,000). */
    approximateFrom?: number;
    /** How a GGUF is opened as a chat model (default: by llama.cpp). */
    openChat?: (file: ChatFile) => Promise<LlamaChatModel>;
  } = {},
): Promise<Engine> {
  const clock = options.clock ?? systemClock;
  const threads = config.threads ?? defaultThreads();
  const store = await openStore(config.workspace, { mode: config.mode, clock, version: config.version });
  const encoders = openEncoders(config, threads);
  const endpoints = openEndpoints(config);
  const chats = createHeldChat(options.openChat ?? openChatModel);
  const context: EngineContext = {
    config,
    store,
    clock,
    threads,
    defaultEncoder: DEFAULT_ENCODER,
    encoder: (id) => {
      const endpoint = id === undefined ? undefined : endpointOf(id);
      return endpoint === undefined ? encoders.get(id) : openRemoteEncoder(endpoints, endpoint);
    },
    reopenEncoder: encoders.reopen,
    dot: once(() => openDotScorer(join(config.models, 'dot', 'model.onnx'), { threads })),
    chats,
    extractor: (choice, signal) => openExtractor(context, choice, signal),
    spaces: createSearchSpaces(store),
    approximateFrom: options.approximateFrom ?? APPROXIMATE_FROM,
    endpoints,
  };
  const runJob: JobRunner = (command, input, { onWait, ...run }) => {
    throwIfAborted(run.signal);
    // A job tells when it waits for a model.
    const own: EngineContext = {
      ...context,
      chats: { ...chats, own: (file, signal) => chats.own(file, signal, onWait) },
      extractor: (choice, signal) => openExtractor(own, choice, signal),
    };
    return WORK[command](own, input as never, run);
  };
  const jobs = await openJobs(store, clock, runJob, options.takeUpJobs);
  const handlers = createHandlers(context, jobs);

  return {
    serve: (port) => serve(port, handlers, () => new AbortController(), options.onInternal),
    async close() {
      await jobs.close();
      await chats.dispose();
      endpoints.close();
      await encoders.dispose();
      await store.close();
    },
  };
}
