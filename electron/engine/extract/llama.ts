/**
 * The one importer of node-llama-cpp: any chat GGUF as an extractor. The package is
 * loaded at first use, so that the engine starts without it.
 */
import { basename } from 'node:path';
import type { EvidenceSpan } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { ExtractedNugget, ExtractionResult, Extractor, TraceDraft } from '../ports';
import { alignSource } from './align';
import { dedupe } from './dedupe';
import { checkGgufHeader } from './ggufHeader';
import { loadProfile } from './profile';
import { type DraftNugget, REPLY_SCHEMA, readReply } from './reply';
import { cutWindows, type Window } from './windows';

const VERSION = '1';
/** Tokens that the chat template puts around the messages. */
const TEMPLATE_TOKENS = 64;
const SMALLEST_WINDOW = 64;
const SEED = 7;

export interface LlamaOptions {
  readonly modelPath: string;
  readonly modelSha256: string;
  readonly profileDir: string;
  readonly profile: string;
  /** Passed on explicitly: the library's own default of four is a hundred times slower on two cores. */
  readonly threads: number;
  /** Tokens; at most the model's own. */
  readonly contextSize?: number;
  /** Tokens of one answer. */
  readonly maxTokens?: number;
  readonly gpu?: 'auto' | false;
}

async function openModel(modelPath: string, threads: number, gpu: 'auto' | false) {
  const lib = await import('node-llama-cpp').catch((error: unknown) => {
    throw new AppError(
      'MODEL_FAILED',
      `The llama.cpp runtime does not load on this machine: ${String(error)}`,
      'The extractive extractor works without it.',
    );
  });
  try {
    const llama = await lib.getLlama({
      gpu,
      build: 'never',
      skipDownload: true,
      maxThreads: threads,
      logLevel: lib.LlamaLogLevel.error,
      progressLogs: false,
    });
    return { lib, llama, model: await llama.loadModel({ modelPath }) };
  } catch (error) {
    throw new AppError(
      'MODEL_FAILED',
      `${basename(modelPath)} does not load: ${error instanceof Error ? error.message : error}`,
      'A half-finished download, or a file that is no GGUF? Fetch it again.',
      { path: modelPath },
    );
  }
}

/** @throws MODEL_FAILED where the file does not load, BAD_INPUT where the context is too small for the prompt */
export async function createLlamaExtractor(options: LlamaOptions): Promise<Extractor> {
  const profile = await loadProfile(options.profileDir, options.profile);
  await checkGgufHeader(options.modelPath);
  const { lib, llama, model } = await openModel(options.modelPath, options.threads, options.gpu ?? 'auto');
  const contextSize = Math.min(options.contextSize ?? 8192, model.trainContextSize);
  const maxTokens = options.maxTokens ?? Math.min(1536, contextSize >> 2);
  const context = await model.createContext({ contextSize, sequences: 1, threads: options.threads });
  const sequence = context.getSequence();
  const grammar = await llama.createGrammarForJsonSchema(REPLY_SCHEMA);
  const count = (text: string) => model.tokenize(text).length;
  const params = {
    context_size: contextSize,
    max_tokens: maxTokens,
    temperature: 0,
    seed: SEED,
    overlap: 0.1,
    chat_template: Boolean(model.fileInfo.metadata?.tokenizer?.chat_template),
  };

  /** Tokens left for a window's text once the prompt, the template and the answer have their room. */
  const roomFor = (lang: 'pt' | 'en'): number => {
    const prompt = profile.prompts[lang];
    const room = contextSize - maxTokens - TEMPLATE_TOKENS - count(prompt.system) - count(prompt.user(''));
    if (room >= SMALLEST_WINDOW) return room;
    throw new AppError(
      'BAD_INPUT',
      `The context of ${contextSize} tokens has no room for a text beside the prompt.`,
      'Use a model with a longer context.',
    );
  };

  async function ask(lang: 'pt' | 'en', text: string, signal: AbortSignal | undefined): Promise<{ raw: string; stop: string }> {
    const prompt = profile.prompts[lang];
    // A context that overflows shifts in silence, so the count is taken once more, of all that goes in.
    const tokens = count(prompt.system) + count(prompt.user(text)) + TEMPLATE_TOKENS + maxTokens;
    if (tokens > contextSize) throw new AppError('INTERNAL', `A window of ${tokens} tokens does not fit the context of ${contextSize}.`);
    const session = new lib.LlamaChatSession({ contextSequence: sequence, systemPrompt: prompt.system, autoDisposeSequence: false });
    try {
      const answer = await session.promptWithMeta(prompt.user(text), {
        grammar,
        maxTokens,
        temperature: 0,
        seed: SEED,
        trimWhitespaceSuffix: false,
        ...(signal ? { signal } : {}),
      });
      return { raw: answer.responseText, stop: String(answer.stopReason) };
    } finally {
      session.dispose();
    }
  }

  return {
    id: 'llama',
    version: VERSION,
    model: { id: basename(options.modelPath), sha256: options.modelSha256 },
    profile: { id: profile.id, sha256: profile.sha256 },
    params,
    async extract({ lang, text }, { signal, onWindow }): Promise<ExtractionResult> {
      const room = roomFor(lang);
      const windows = cutWindows(text, room, Math.floor(room * params.overlap), count);
      const source = alignSource(text);
      const nuggets: ExtractedNugget[] = [];
      const traces: TraceDraft[] = [];
      const notes: string[] = [];

      const read = async (window: Window, attempt: 1 | 2): Promise<void> => {
        throwIfAborted(signal);
        const { raw, stop } = await ask(lang, text.slice(window.start, window.end), signal);
        throwIfAborted(signal);
        const reply = readReply(raw);
        const trace = traces.length;
        traces.push({
          extractor: 'llama',
          extractor_version: VERSION,
          model_id: basename(options.modelPath),
          model_sha256: options.modelSha256,
          profile_id: profile.id,
          profile_sha256: profile.sha256,
          params: JSON.stringify(params),
          window: trace,
          window_start: window.start,
          window_end: window.end,
          raw,
          stop_reason: stop,
          attempts: attempt,
        });
        const found = reply.nuggets.map((draft) => toNugget(draft, source.locate, window, trace));
        nuggets.push(...found);
        if (reply.state === 'whole') return;
        if (attempt === 2) {
          notes.push(`characters ${window.start}–${window.end}: ${reply.note}`);
          return;
        }
        // Once more, on what the answer did not reach: at temperature 0 the same window would give the same answer.
        for (const rest of remaining(window, found, text)) await read(rest, 2);
      };
      for (const [i, window] of windows.entries()) {
        await read(window, 1);
        onWindow?.(i + 1, windows.length);
      }
      return {
        nuggets: dedupe(nuggets),
        traces,
        status: notes.length > 0 ? 'partial' : 'done',
        covered: text.length,
        note: notes.join('; '),
      };
    },
    async dispose() {
      await context.dispose();
      await model.dispose();
      await llama.dispose();
    },
  };
}

function toNugget(
  draft: DraftNugget,
  locate: (quote: string, near: Window) => EvidenceSpan | null,
  window: Window,
  trace: number,
): ExtractedNugget {
  const spans = draft.quotes.map((quote) => locate(quote, window)).filter((span) => span !== null);
  const weakest = (['fuzzy', 'normalised', 'exact'] as const).find((kind) => spans.some((span) => span.kind === kind));
  return { text: draft.text, context: '', tier: 'written', status: weakest ?? 'none', spans, quotes: draft.quotes, cue: null, trace };
}

/** From the last evidence on where there is some in the window, else both halves. */
function remaining(window: Window, found: readonly ExtractedNugget[], text: string): Window[] {
  const ends = found.flatMap((nugget) => nugget.spans.map((span) => span.end)).filter((end) => end > window.start && end < window.end);
  const from = Math.max(0, ...ends);
  if (from > 0 && from - window.start > (window.end - window.start) / 4) return [{ start: from, end: window.end }];
  const middle = text.indexOf(' ', (window.start + window.end) >> 1);
  const cut = middle > window.start && middle < window.end ? middle : (window.start + window.end) >> 1;
  return [
    { start: window.start, end: cut },
    { start: cut, end: window.end },
  ];
}

/** What a GGUF says of itself, without loading its weights. @throws MODEL_FAILED where it can't be read */
export async function inspectGguf(
  path: string,
): Promise<{ name: string; architecture: string; context: number; licence: string; chatTemplate: boolean }> {
  await checkGgufHeader(path);
  const lib = await import('node-llama-cpp');
  const info = await lib.readGgufFileInfo(path, { logWarnings: false }).catch((error: unknown) => {
    throw new AppError(
      'MODEL_FAILED',
      `${basename(path)} is no whole GGUF file: ${error instanceof Error ? error.message : error}`,
      'A half-finished download? Fetch it again.',
      { path },
    );
  });
  const general = info.metadata.general as unknown as { name?: string; architecture?: string; license?: string };
  return {
    name: general.name ?? basename(path),
    architecture: general.architecture ?? '',
    context: Number((info.architectureMetadata as { context_length?: number }).context_length ?? 0),
    licence: general.license ?? '',
    chatTemplate: Boolean(info.metadata.tokenizer?.chat_template),
  };
}
