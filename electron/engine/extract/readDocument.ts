/** A document through a language model: windows, answers, one retry each, evidence, no thesis twice, an honest account of what was read. */
import type { Lang } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { ChatModel } from '../chat/chatModel';
import type { Prompt } from '../chat/prompt';
import type { ExtractedNugget, ExtractionResult, ReadingOptions } from '../ports';
import { type AlignSource, alignSource } from './align';
import { type Asked, askWindow, halves, type WindowRecord } from './askWindow';
import { covered, type Range } from './covered';
import { dedupe } from './dedupe';
import { type Judging, withEvidence } from './evidence';
import { partyNames } from './partyNames';
import type { NuggetProfile } from './profile';
import { readReply } from './reply';
import { type CountTokens, cutWindows, type Window } from './windows';

export interface ReadingLimits {
  /** Tokens of one answer. */
  readonly maxTokens: number;
  /** Tokens of text in one window, where the context has room for so many. */
  readonly windowTokens: number;
  /** Share of a window that the next one repeats. */
  readonly overlap: number;
  readonly seed: number;
}

/** What a document is read with where nobody says otherwise. */
export const READING: ReadingLimits = { maxTokens: 1536, windowTokens: 3072, overlap: 0.1, seed: 7 };

export interface DocumentReading extends Omit<ExtractionResult, 'traces'> {
  readonly windows: readonly WindowRecord[];
}

const SMALLEST_WINDOW = 64;

/**
 * Tokens that a window's text and an answer may have: in a small context both shrink.
 * @throws BAD_INPUT where the context has no room for a text beside the prompt
 */
export function budgets(
  model: Pick<ChatModel, 'contextSize' | 'countMessages'>,
  prompt: Prompt,
  limits: ReadingLimits,
): { text: number; answer: number } {
  const room = model.contextSize - model.countMessages({ system: prompt.system, user: prompt.user('') }) - 8;
  const answer = Math.min(limits.maxTokens, Math.floor(room / 2));
  const text = Math.min(limits.windowTokens, room - answer);
  if (text >= SMALLEST_WINDOW) return { text, answer };
  throw new AppError(
    'BAD_INPUT',
    `A context of ${model.contextSize} tokens has no room for a text beside the prompt.`,
    `It needs at least ${model.contextSize - room + 2 * SMALLEST_WINDOW}: use a model with a longer context, or a shorter prompt.`,
  );
}

/** The windows of a text that hold words. @param budget tokens of each */
export function windowsOf(text: string, budget: number, limits: ReadingLimits, count: CountTokens): Window[] {
  const all = cutWindows(text, budget, Math.floor(budget * limits.overlap), count);
  return all.filter(({ start, end }) => /\S/.test(text.slice(start, end)));
}

export type WindowOptions = Omit<ReadingOptions, 'onTrace'> & {
  /** Hears of each window as soon as it was answered, and of what was answered in one before a fault. */
  readonly onRecord?: (record: WindowRecord, window: number) => void;
};

export async function readDocument(
  model: ChatModel,
  profile: NuggetProfile,
  { lang, text }: { readonly lang: Lang; readonly text: string },
  limits: ReadingLimits,
  options: WindowOptions,
): Promise<DocumentReading> {
  const prompt = profile.prompts[lang];
  const { text: budget, answer } = budgets(model, prompt, limits);
  const count = (await model.counterFor?.(text, options.signal)) ?? model.count;
  const windows = windowsOf(text, budget, limits, count);
  const reader: Reader = {
    model,
    profile,
    prompt,
    text,
    answer,
    limits,
    // A prompt in the other language may answer in it: that is for the check to tell.
    judging: { checks: profile.checks, length: profile.length, lang, parties: partyNames(text) },
    source: alignSource(text),
    ...(options.signal && { signal: options.signal }),
  };
  const nuggets: ExtractedNugget[] = [];
  const records: WindowRecord[] = [];
  const read: Range[] = [];
  const notes: string[] = [];
  for (const [i, window] of windows.entries()) {
    const result = await readWindow(reader, window, i, (record) => options.onRecord?.(record, i));
    nuggets.push(...result.nuggets);
    records.push(result.record);
    read.push(...result.read);
    if (result.note) notes.push(`window ${i + 1} of ${windows.length}: ${result.note}`);
    options.onWindow?.(i + 1, windows.length);
  }
  return {
    nuggets: dedupe(nuggets),
    windows: records,
    status: notes.length > 0 ? 'partial' : 'done',
    covered: covered(text, read),
    note: notes.join('; '),
  };
}

interface Reader {
  readonly model: ChatModel;
  readonly profile: NuggetProfile;
  readonly prompt: Prompt;
  readonly text: string;
  readonly answer: number;
  readonly limits: ReadingLimits;
  readonly judging: Judging;
  readonly source: AlignSource;
  readonly signal?: AbortSignal;
}

interface Attempt extends Asked {
  readonly nuggets: readonly ExtractedNugget[];
  readonly state: 'whole' | 'cut' | 'invalid';
  readonly note: string;
  /** How far the answer is known to have read: to the end where it is whole, else to its last evidence. */
  readonly reached: number;
}

async function readWindow(reader: Reader, window: Window, trace: number, onRecord: (record: WindowRecord) => void) {
  const { attempts, record } = await askWindow<Attempt>(window, onRecord, {
    ask: (asked, temperature) => attempt(reader, asked, window, trace, temperature),
    rest: (first) => (first.state === 'whole' ? [] : remaining(first, reader.text)),
  });
  return {
    nuggets: attempts.flatMap(({ nuggets }) => nuggets),
    record,
    read: attempts.map(({ asked, reached }) => ({ start: asked.start, end: reached })),
    note: attempts
      .filter(({ state }) => state !== 'whole')
      .map(({ asked, note, nuggets }) => `characters ${asked.start}–${asked.end}, ${note}, ${nuggets.length} kept`)
      .join('; '),
  };
}

async function attempt(reader: Reader, asked: Window, window: Window, trace: number, temperature: number): Promise<Attempt> {
  const { model, profile, prompt, text, limits, source, signal } = reader;
  throwIfAborted(signal);
  const messages = { system: prompt.system, user: prompt.user(text.slice(asked.start, asked.end)) };
  const bounds = { schema: profile.form.schema, maxTokens: reader.answer, temperature, seed: limits.seed };
  const answer = await model.ask(messages, { ...bounds, ...(signal && { signal }) });
  const reply = readReply(answer.raw, { form: profile.form, lang: prompt.lang, prompt: `${prompt.system}\n${prompt.user('')}` });
  const nuggets = reply.nuggets.map((draft) => withEvidence(draft, source, window, trace, reader.judging));
  const ends = nuggets.flatMap(({ spans }) => spans.map(({ end }) => end)).filter((end) => end > asked.start && end <= asked.end);
  const reached = reply.state === 'whole' ? asked.end : Math.max(asked.start, ...ends);
  return { asked, answer, nuggets, state: reply.state, note: `${reply.note} (${answer.stop})`, reached };
}

/** What to ask about again: from the last evidence on where that is a good way into the window, else both halves, else the same. */
function remaining({ asked, reached }: Attempt, text: string): Window[] {
  const { start, end } = asked;
  if (reached - start > (end - start) / 4) return /\S/.test(text.slice(reached, end)) ? [{ start: reached, end }] : [];
  return halves(asked, text);
}
