/** Any chat GGUF as a chat model. */
import { basename } from 'node:path';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { ChatModel } from '../chat/chatModel';
import { orAbort } from '../chat/stops';
import { chatTemplate } from './chatTemplate';
import { grammars } from './grammars';
import { inspectChatGguf } from './inspectGguf';
import { openLane } from './lane';
import { lanePool } from './lanePool';
import { CONTEXT, measurePace } from './measurePace';
import type { Pace, Speed } from './pace';
import { prefixStates } from './prefixStates';
import { type LlamaModel, openRuntime, type Runtime, type RuntimeOptions, reasonOf } from './runtime';

export interface ChatModelOptions extends RuntimeOptions {
  readonly modelPath: string;
  /** Tokens; at most the model's own. */
  readonly contextSize?: number;
  /** How the processor is shared out, where that is known; else it is measured. A graphics card reads one document at a time. */
  readonly pace?: Pace;
  /** Hears what was measured. */
  readonly onPace?: (speed: Speed) => Promise<void>;
}

export interface LlamaChatModel extends ChatModel {
  /** Documents that it reads at once. */
  readonly lanes: number;
  readonly flashAttention: boolean;
}

const CONTEXT_SIZE = 8192;

/** Loads a model with its first context. @throws MODEL_FAILED where the file does not load, or is an encoder */
export async function openChatModel(options: ChatModelOptions): Promise<LlamaChatModel> {
  await inspectChatGguf(options.modelPath);
  const runtime = await openRuntime(options);
  try {
    const model = await runtime.llama.loadModel({ modelPath: options.modelPath });
    return await createChatModel(runtime, model, options, await paceOf(runtime, model, options));
  } catch (error) {
    await runtime.llama.dispose();
    throw new AppError(
      'MODEL_FAILED',
      `${basename(options.modelPath)} does not load: ${reasonOf(error)}`,
      'If memory is short, use a smaller model or close other programs; else the file may be damaged: fetch it again.',
      { path: options.modelPath, said: runtime.said },
    );
  }
}

/** One thread has nothing to share out, and a graphics card is not shared. */
async function paceOf({ llama }: Runtime, model: LlamaModel, { pace, onPace }: ChatModelOptions): Promise<Pace> {
  const threads = llama.maxThreads;
  if (llama.gpu !== false || threads === 1) return { lanes: 1, threads };
  if (pace) return pace;
  const speed = await measurePace(model, threads);
  await onPace?.(speed);
  return speed;
}

async function createChatModel(
  { lib, llama }: Runtime,
  model: LlamaModel,
  options: ChatModelOptions,
  { lanes, threads }: Pace,
): Promise<LlamaChatModel> {
  const contextSize = Math.min(options.contextSize ?? CONTEXT_SIZE, model.trainContextSize);
  const shape = llama.gpu === false ? CONTEXT : { sequences: 1 };
  const template = chatTemplate(lib, model);
  const grammarOf = grammars(llama);
  const states = prefixStates(lanes > 1);
  const open = async () => {
    const context = await model.createContext({ ...shape, contextSize, threads });
    return openLane(lib, context.getSequence(), grammarOf, states);
  };
  const pool = lanePool(await open(), lanes, open);
  return {
    contextSize,
    template: template.name,
    lanes,
    flashAttention: llama.gpu !== false,
    count: (text) => model.tokenize(text).length,
    countMessages: (messages) => template.render(messages).length,
    async ask(messages, asked) {
      throwIfAborted(asked.signal);
      const tokens = template.render(messages);
      if (tokens.length + asked.maxTokens > contextSize)
        throw new AppError(
          'INTERNAL',
          `${tokens.length} tokens and an answer of ${asked.maxTokens} do not fit a context of ${contextSize}.`,
        );
      const prefix = template.prefixOf(messages);
      return orAbort(
        pool.run((lane) => lane.answer(tokens, prefix, asked)),
        asked.signal,
      );
    },
    async dispose() {
      await pool.settled();
      await states.dispose();
      await model.dispose();
      await llama.dispose();
    },
  };
}
