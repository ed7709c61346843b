/**
 * The one importer of node-llama-cpp: any chat GGUF as an extractor. The package is
 * loaded at first use, so that the engine starts without it.
 */
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { Llama, LlamaContextSequence, LlamaGrammar, LlamaModel, Token } from 'node-llama-cpp';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { Extractor } from '../ports';
import type { Answer, AskOptions, ChatModel, JsonSchema, Messages, StopReason } from './chat';
import { createChatExtractor } from './chatExtractor';
import { checkWhole, type GgufFacts, ggufFacts } from './ggufFacts';
import { checkGgufHeader } from './ggufHeader';
import { loadProfile } from './profile';
import { endOfAnswer, orAbort } from './stops';

type Lib = typeof import('node-llama-cpp');

export interface LlamaOptions {
  readonly modelPath: string;
  readonly modelSha256: string;
  readonly profileDir: string;
  readonly profile: string;
  /** Default: the physical cores. Passed on explicitly: the library's own default of four is a hundred times slower on two cores. */
  readonly threads?: number;
  /** Tokens; at most the model's own. */
  readonly contextSize?: number;
  /** Tokens of one answer. */
  readonly maxTokens?: number;
  /** Tokens of text in one window. */
  readonly windowTokens?: number;
  readonly gpu?: 'auto' | false;
}

const CONTEXT = 8192;
/** Tokens of a prompt that are read between two looks at the signal. */
const CHUNK = 256;
const SEED = 7;

/** @throws MODEL_FAILED where the file does not load, NOT_FOUND or BAD_INPUT where the profile does not, BAD_INPUT where the context is too small for the prompt */
export async function createLlamaExtractor(options: LlamaOptions): Promise<Extractor> {
  const profile = await loadProfile(options.profileDir, options.profile);
  await inspectGguf(options.modelPath);
  const model = await openChatModel(options);
  const maxTokens = options.maxTokens ?? 1536;
  const windowTokens = options.windowTokens ?? 3072;
  try {
    return createChatExtractor(model, profile, {
      modelId: basename(options.modelPath),
      modelSha256: options.modelSha256,
      limits: { maxTokens, windowTokens, overlap: 0.1, seed: SEED },
    });
  } catch (error) {
    await model.dispose();
    throw error;
  }
}

async function loadLib(): Promise<Lib> {
  return import('node-llama-cpp').catch((error: unknown) => {
    throw new AppError(
      'MODEL_FAILED',
      `The llama.cpp runtime does not load on this machine: ${reason(error)}`,
      'The extractive extractor works without it.',
    );
  });
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function openLlama(lib: Lib, options: LlamaOptions) {
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
  const llama = await open(gpu).catch((error: unknown) => (gpu === false ? Promise.reject(error) : open(false)));
  if (options.threads === undefined) llama.maxThreads = Math.max(1, Math.min(llama.cpuMathCores, availableParallelism()));
  return { llama, said };
}

/** Loads a model with its context. */
export async function openChatModel(options: LlamaOptions): Promise<ChatModel> {
  const lib = await loadLib();
  const name = basename(options.modelPath);
  const { llama, said } = await openLlama(lib, options).catch((error: unknown) => {
    throw new AppError(
      'MODEL_FAILED',
      `The llama.cpp runtime does not start on this machine: ${reason(error)}`,
      'The extractive extractor works without it.',
    );
  });
  try {
    const model = await llama.loadModel({ modelPath: options.modelPath });
    const contextSize = Math.min(options.contextSize ?? CONTEXT, model.trainContextSize);
    const context = await model.createContext({ contextSize, sequences: 1, threads: llama.maxThreads });
    const chat = createChat(lib, model, context.getSequence(), grammars(llama), contextSize);
    return { ...chat, dispose: () => chat.dispose().then(() => llama.dispose()) };
  } catch (error) {
    await llama.dispose();
    throw new AppError(
      'MODEL_FAILED',
      `${name} does not load: ${reason(error)}`,
      'If memory is short, use a smaller model or close other programs; else the file may be damaged: fetch it again.',
      { path: options.modelPath, said },
    );
  }
}

type Grammars = (schema: JsonSchema) => Promise<LlamaGrammar>;

/** A grammar for each schema that is asked for, made once. */
function grammars(llama: Llama): Grammars {
  const made = new Map<string, Promise<LlamaGrammar>>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const grammar = made.get(key) ?? llama.createGrammarForJsonSchema(schema as { readonly type: 'object' });
    made.set(key, grammar);
    return grammar;
  };
}

function createChat(lib: Lib, model: LlamaModel, sequence: LlamaContextSequence, grammarOf: Grammars, contextSize: number): ChatModel {
  const hasTemplate = Boolean(model.fileInfo.metadata?.tokenizer?.chat_template?.trim());
  // The grammar leaves no room for thoughts, so templates that think are told not to.
  const wrapper = hasTemplate
    ? lib.resolveChatWrapper(model, {
        warningLogs: false,
        customWrapperSettings: { qwen: { thoughts: 'discourage' }, jinjaTemplate: { reasoning: false }, gemma4: { reasoning: false } },
      })
    : new lib.GeneralChatWrapper();
  const prefixes = new Map<string, Token[]>();
  /** What runs now; it is waited for before anything else touches the sequence. */
  let running: Promise<unknown> = Promise.resolve();

  function render({ system, user }: Messages): Token[] {
    const state = wrapper.generateContextState({
      chatHistory: [
        { type: 'system', text: system },
        { type: 'user', text: user },
        { type: 'model', response: [] },
      ],
    });
    const opening = state.noPrefixTrigger?.type === 'response' ? state.noPrefixTrigger.inject : '';
    const tokens = lib.LlamaText([state.contextText, opening]).tokenize(model.tokenizer);
    // Some templates open a thought at once: it is closed again, empty.
    const thinks = model.detokenize(tokens.slice(-8), true).trimEnd().endsWith('<think>');
    return thinks ? [...tokens, ...model.tokenize('\n\n</think>\n\n', true)] : tokens;
  }

  /** The tokens that all windows of a prompt begin with. */
  function prefixOf(system: string, user: string): Token[] {
    const known = prefixes.get(system);
    if (known) return known;
    const [a, b] = [render({ system, user }), render({ system, user: '' })];
    let same = 0;
    while (same < a.length && same < b.length && a[same] === b[same]) same++;
    const prefix = a.slice(0, same);
    prefixes.set(system, prefix);
    return prefix;
  }

  async function evaluate(tokens: readonly Token[], signal: AbortSignal | undefined): Promise<void> {
    for (let i = 0; i < tokens.length; i += CHUNK) {
      throwIfAborted(signal);
      await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(i, i + CHUNK));
    }
  }

  /** Leaves exactly the prefix in the context, read in one way whatever came before: the same text always gives the same answer. */
  async function keepPrefix(prefix: readonly Token[], signal: AbortSignal | undefined): Promise<void> {
    const held = sequence.contextTokens;
    if (prefix.length > 0 && held.length >= prefix.length && prefix.every((token, i) => held[i] === token)) {
      if (held.length > prefix.length) await sequence.eraseContextTokenRanges([{ start: prefix.length, end: held.length }]);
      if (sequence.nextTokenIndex === prefix.length) return;
    }
    await sequence.clearHistory();
    await evaluate(prefix, signal);
  }

  async function answer(messages: Messages, tokens: readonly Token[], options: AskOptions): Promise<Answer> {
    const { signal, maxTokens, temperature, seed, schema } = options;
    const common = prefixOf(messages.system, messages.user);
    // A text can grow together with the prompt's last token: such a window goes without the prefix.
    const prefix = common.every((token, i) => tokens[i] === token) && common.length < tokens.length ? common : [];
    await keepPrefix(prefix, signal);
    await evaluate(tokens.slice(prefix.length, -1), signal);
    if (sequence.nextTokenIndex !== tokens.length - 1) throw new AppError('INTERNAL', 'The context was shifted while a prompt was read.');
    const bound = schema && { grammarEvaluationState: new lib.LlamaGrammarEvaluationState({ model, grammar: await grammarOf(schema) }) };
    let raw = '';
    let pending: Token[] = [];
    let answerTokens = 0;
    let stop: StopReason = 'eog';
    // No penalty on repetition: quotes repeat the source letter by letter.
    for await (const token of sequence.evaluate(tokens.slice(-1), { temperature, seed, ...bound })) {
      throwIfAborted(signal);
      answerTokens++;
      pending.push(token);
      const piece = model.detokenize(pending);
      // A character of several bytes may come in several tokens.
      if (!piece.endsWith('\ufffd')) {
        raw += piece;
        pending = [];
        const ended = endOfAnswer(raw, piece);
        if (ended) {
          stop = ended;
          break;
        }
      }
      if (answerTokens >= maxTokens) {
        stop = 'maxTokens';
        break;
      }
    }
    return { raw, stop, promptTokens: tokens.length, answerTokens };
  }

  return {
    contextSize,
    template: hasTemplate ? wrapper.wrapperName : `${wrapper.wrapperName}, for the file has no chat template`,
    count: (text) => model.tokenize(text).length,
    countMessages: (messages) => render(messages).length,
    async ask(messages, options) {
      throwIfAborted(options.signal);
      const tokens = render(messages);
      if (tokens.length + options.maxTokens > contextSize)
        throw new AppError(
          'INTERNAL',
          `${tokens.length} tokens and an answer of ${options.maxTokens} do not fit a context of ${contextSize}.`,
        );
      const work = running.then(() => answer(messages, tokens, options));
      running = work.catch(() => undefined);
      return orAbort(work, options.signal);
    },
    async dispose() {
      await running;
      await sequence.context.dispose();
      await model.dispose();
    },
  };
}

/** Long lists that a header may hold and that nothing here asks for. */
const LISTS = ['tokens', 'merges', 'scores', 'token_type'].map((key) => `tokenizer.ggml.${key}`);

/** What a GGUF says of itself, without loading its weights. @throws MODEL_FAILED where it is no whole GGUF */
export async function inspectGguf(path: string): Promise<GgufFacts> {
  await checkGgufHeader(path);
  const lib = await loadLib();
  const info = await lib
    .readGgufFileInfo(path, { sourceType: 'filesystem', logWarnings: false, ignoreKeys: LISTS })
    .catch((error: unknown) => {
      throw new AppError(
        'MODEL_FAILED',
        `${basename(path)} is no whole GGUF file: ${reason(error)}`,
        'A half-finished download? Fetch it again.',
        {
          path,
        },
      );
    });
  const insights = await lib.GgufInsights.from(info);
  await checkWhole(path, info, insights.modelSize);
  return ggufFacts(path, info, insights.totalParameters);
}
