/** Any chat GGUF as a chat model. */
import { basename } from 'node:path';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { ChatModel } from '../chat/chatModel';
import { orAbort } from '../chat/stops';
import { chatTemplate } from './chatTemplate';
import { grammars } from './grammars';
import { inspectGguf } from './inspectGguf';
import { openLane } from './lane';
import { openRuntime, type RuntimeOptions, reasonOf } from './runtime';

export interface ChatModelOptions extends RuntimeOptions {
  readonly modelPath: string;
  /** Tokens; at most the model's own. */
  readonly contextSize?: number;
}

const CONTEXT = 8192;

/** Loads a model with its context. @throws MODEL_FAILED where the file does not load */
export async function openChatModel(options: ChatModelOptions): Promise<ChatModel> {
  await inspectGguf(options.modelPath);
  const runtime = await openRuntime(options);
  const { lib, llama } = runtime;
  try {
    const model = await llama.loadModel({ modelPath: options.modelPath });
    const contextSize = Math.min(options.contextSize ?? CONTEXT, model.trainContextSize);
    const context = await model.createContext({ contextSize, sequences: 1, threads: llama.maxThreads });
    const template = chatTemplate(lib, model);
    const lane = openLane(lib, context.getSequence(), grammars(llama));
    /** What runs now; it is waited for before anything else touches the sequence. */
    let running: Promise<unknown> = Promise.resolve();
    return {
      contextSize,
      template: template.name,
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
        const work = running.then(() => lane.answer(tokens, template.prefixOf(messages), asked));
        running = work.catch(() => undefined);
        return orAbort(work, asked.signal);
      },
      async dispose() {
        await running;
        await context.dispose();
        await model.dispose();
        await llama.dispose();
      },
    };
  } catch (error) {
    await llama.dispose();
    throw new AppError(
      'MODEL_FAILED',
      `${basename(options.modelPath)} does not load: ${reasonOf(error)}`,
      'If memory is short, use a smaller model or close other programs; else the file may be damaged: fetch it again.',
      { path: options.modelPath, said: runtime.said },
    );
  }
}
