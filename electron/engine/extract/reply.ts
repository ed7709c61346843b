/** What a model answered → nuggets that hold what a nugget must; what was cut off is saved as far as it is whole. */
import { z } from 'zod';
import { fold } from '../text/fold';

export const MAX_NUGGETS = 24;
const MAX_TEXT = 1200;
const MIN_TEXT = 20;
const MAX_QUOTES = 3;

/** The grammar that the model's output is bound to (GBNF from a JSON schema). */
export const REPLY_SCHEMA = {
  type: 'object',
  properties: {
    nuggets: {
      type: 'array',
      maxItems: MAX_NUGGETS,
      items: {
        type: 'object',
        properties: { text: { type: 'string' }, quotes: { type: 'array', minItems: 1, maxItems: MAX_QUOTES, items: { type: 'string' } } },
        required: ['text', 'quotes'],
        additionalProperties: false,
      },
    },
  },
  required: ['nuggets'],
  additionalProperties: false,
} as const;

const Draft = z.object({ text: z.string(), quotes: z.array(z.string()) });
const Reply = z.object({ nuggets: z.array(z.unknown()) });

export interface DraftNugget {
  readonly text: string;
  readonly quotes: readonly string[];
}

export interface ReadReply {
  readonly nuggets: readonly DraftNugget[];
  /** `whole`: all of it was read · `cut`: it ended early, what was whole is kept · `invalid`: nothing in it could be read. */
  readonly state: 'whole' | 'cut' | 'invalid';
  /** What was left out and why, '' where nothing. */
  readonly note: string;
}

export function readReply(raw: string): ReadReply {
  const parsed = parseJson(raw);
  const whole = Reply.safeParse(parsed);
  if (whole.success) return { ...keepGood(whole.data.nuggets), state: 'whole' };
  const saved = salvage(raw);
  if (saved.length === 0) return { nuggets: [], state: 'invalid', note: 'the answer is no JSON of the form asked for' };
  const { nuggets, note } = keepGood(saved);
  return { nuggets, state: 'cut', note: ['the answer was cut off', note].filter(Boolean).join('; ') };
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/** Valid, of a sensible length, not a loop, and not said before in the same answer. */
function keepGood(items: readonly unknown[]): { nuggets: DraftNugget[]; note: string } {
  const nuggets: DraftNugget[] = [];
  const seen = new Set<string>();
  const left = { invalid: 0, repeated: 0, loops: 0 };
  for (const item of items) {
    const draft = Draft.safeParse(item);
    const text = draft.success ? draft.data.text.replace(/\s+/g, ' ').trim() : '';
    if (!draft.success || text.length < MIN_TEXT || text.length > MAX_TEXT) left.invalid++;
    else if (isLoop(text)) left.loops++;
    else if (seen.has(fold(text))) left.repeated++;
    else {
      seen.add(fold(text));
      const quotes = draft.data.quotes.map((quote) => quote.trim()).filter(Boolean);
      nuggets.push({ text, quotes: [...new Set(quotes)].slice(0, MAX_QUOTES) });
    }
  }
  const note = Object.entries(left)
    .filter(([, n]) => n > 0)
    .map(([what, n]) => `${n} ${what}`)
    .join(', ');
  return { nuggets: nuggets.slice(0, MAX_NUGGETS), note };
}

/** A text that says the same four words again and again. */
function isLoop(text: string): boolean {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let i = 0; i + 4 <= words.length; i++) {
    const gram = words.slice(i, i + 4).join(' ');
    const n = (counts.get(gram) ?? 0) + 1;
    if (n >= 4) return true;
    counts.set(gram, n);
  }
  return false;
}

/**
 * The whole objects of a list that was cut off, and of a last, open object its text
 * where that is whole: of `{"nuggets":[{"text":"A"},{"text":"B` it keeps A.
 */
function salvage(raw: string): unknown[] {
  const list = raw.indexOf('[');
  if (list < 0 || !/"nuggets"\s*:\s*$/.test(raw.slice(0, list))) return [];
  const found: unknown[] = [];
  let depth = 0;
  let start = -1;
  let inString = false;
  for (let i = list + 1; i < raw.length; i++) {
    const c = raw[i];
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '{' && depth++ === 0) start = i;
    else if (c === '}' && --depth === 0) found.push(withQuotes(parseJson(raw.slice(start, i + 1))));
  }
  return found;
}

/** An object that was whole before the cut may lack its quotes: it is kept, and its evidence is then not located. */
function withQuotes(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !('quotes' in value) ? { ...value, quotes: [] } : value;
}
