/** A document's structured summary through a language model: window by window, one retry each, merged, with its evidence. */
import type { Lang, SummaryItem } from '../../../../shared/domain';
import { throwIfAborted } from '../../../../shared/errors';
import type { ChatModel } from '../../chat/chatModel';
import type { Prompt } from '../../chat/prompt';
import { type AlignSource, alignSource } from '../align';
import { type Asked, askWindow, halves, type WindowRecord } from '../askWindow';
import { covered, type Range } from '../covered';
import type { SummaryProfile } from '../profile';
import { budgets, type DocumentReading, type ReadingLimits, type WindowOptions, windowsOf } from '../readDocument';
import type { Window } from '../windows';
import { mergeSummaries } from './mergeSummaries';
import { type DraftItem, readSummaryReply, type SummaryReply } from './summaryReply';
import { summarySchema } from './summarySchema';

interface Reader {
  readonly model: ChatModel;
  readonly profile: SummaryProfile;
  readonly prompt: Prompt;
  readonly text: string;
  readonly source: AlignSource;
  readonly ask: {
    readonly schema: ReturnType<typeof summarySchema>;
    readonly maxTokens: number;
    readonly seed: number;
    readonly signal?: AbortSignal;
  };
}

type Items = ReadonlyMap<string, readonly SummaryItem[]>;

/** What a window repeats of the one before would be told twice: a sentence or two for the sense is enough. */
export const forSummary = (limits: ReadingLimits): ReadingLimits => ({ ...limits, overlap: limits.overlap / 2 });

export async function readSummary(
  model: ChatModel,
  profile: SummaryProfile,
  { lang, text }: { readonly lang: Lang; readonly text: string },
  limits: ReadingLimits,
  { signal, onWindow, onRecord }: WindowOptions,
): Promise<DocumentReading> {
  const prompt = profile.prompts[lang];
  const { text: budget, answer } = budgets(model, prompt, limits);
  const count = (await model.counterFor?.(text, signal)) ?? model.count;
  const windows = windowsOf(text, budget, forSummary(limits), count);
  const ask = { schema: summarySchema(profile.fields), maxTokens: answer, seed: limits.seed, ...(signal && { signal }) };
  const reader: Reader = { model, profile, prompt, text, source: alignSource(text), ask };
  const parts: Items[] = [];
  const records: WindowRecord[] = [];
  const read: Range[] = [];
  const notes: string[] = [];
  let whole = true;
  for (const [i, window] of windows.entries()) {
    const result = await readWindow(reader, window, (record) => onRecord?.(record, i));
    parts.push(...result.items);
    records.push(result.record);
    read.push(...result.read);
    if (result.note) notes.push(`window ${i + 1} of ${windows.length}: ${result.note}`);
    whole &&= result.whole;
    onWindow?.(i + 1, windows.length);
  }
  const merged = mergeSummaries(parts, profile.fields);
  return {
    nuggets: [],
    summary: { fields: merged.fields },
    windows: records,
    status: whole ? 'done' : 'partial',
    covered: covered(text, read),
    note: [...notes, ...merged.notes].join('; '),
  };
}

interface Attempt extends Asked {
  readonly reply: SummaryReply;
}

/** What was whole in a first answer is kept; where a part of it is missing, the window's halves are asked about once. */
async function readWindow(reader: Reader, window: Window, onRecord: (record: WindowRecord) => void) {
  const { attempts, record } = await askWindow<Attempt>(window, onRecord, {
    ask: (asked, temperature) => attempt(reader, asked, temperature),
    rest: (first) => (first.reply.state === 'whole' ? [] : halves(window, reader.text)),
  });
  const last = attempts.length === 1 ? attempts : attempts.slice(1);
  const isWhole = ({ reply }: Attempt) => reply.state === 'whole';
  const note = attempts
    .map(({ asked, answer, reply: { state, repairs } }) => {
      if (state === 'whole') return repairs;
      return `characters ${asked.start}–${asked.end}, ${state === 'cut' ? 'the answer is not whole' : 'the answer holds nothing of the form asked for'} (${answer.stop})${repairs ? `; ${repairs}` : ''}`;
    })
    .filter(Boolean)
    .join('; ');
  return {
    items: attempts.map(({ reply }) => located(reader, reply, window)),
    record,
    // An answer that was cut names no place where it stopped: of such a part nothing is known to be read.
    read: last.filter(isWhole).map(({ asked }) => asked),
    note,
    whole: last.every(isWhole),
  };
}

async function attempt({ model, profile, prompt, text, ask }: Reader, asked: Window, temperature: number): Promise<Attempt> {
  throwIfAborted(ask.signal);
  const messages = { system: prompt.system, user: prompt.user(text.slice(asked.start, asked.end)) };
  const answer = await model.ask(messages, { ...ask, temperature });
  return { asked, answer, reply: readSummaryReply(answer.raw, profile.fields, `${prompt.system}\n${prompt.user('')}`) };
}

function located({ source }: Reader, { fields }: SummaryReply, window: Window): Items {
  return new Map([...fields].map(([name, drafts]) => [name, drafts.map((draft) => locate(source, draft, window))]));
}

/** By its quote; without one, where its own words stand in the text (a name, a provision), but never where similar ones do. */
function locate(source: AlignSource, { text, quote }: DraftItem, window: Window): SummaryItem {
  const span = source.locate(quote || text, window);
  if (!span || (!quote && span.kind === 'fuzzy')) return { text, status: 'none', spans: [] };
  return { text, status: span.kind, spans: [span] };
}
