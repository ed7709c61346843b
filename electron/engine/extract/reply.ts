/** What a model answered → nuggets that hold what a nugget must; what was cut off is saved as far as it is whole. */
import { z } from 'zod';
import { isLoop } from '../chat/loops';
import { fold } from '../text/fold';
import { salvage } from './salvage';

export const MAX_NUGGETS = 24;
const MAX_TEXT = 1200;
const MIN_TEXT = 20;
const MAX_QUOTES = 3;

/** The grammar that the model's output is bound to (GBNF from a JSON schema). No lengths: a string cut at one is half a sentence. */
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

const Draft = z.object({ text: z.string(), quotes: z.array(z.string()).default([]) });
const Reply = z.object({ nuggets: z.array(z.unknown()) });

export interface DraftNugget {
  readonly text: string;
  readonly quotes: readonly string[];
}

export interface ReadReply {
  readonly nuggets: readonly DraftNugget[];
  /** `whole`: all of it was read · `cut`: a part is missing, what was whole is kept · `invalid`: nothing in it could be read. */
  readonly state: 'whole' | 'cut' | 'invalid';
  /** What was left out and why, '' where nothing. */
  readonly note: string;
}

/** @param prompt the words of the prompt: a model that says them again has found nothing */
export function readReply(raw: string, prompt = ''): ReadReply {
  const whole = Reply.safeParse(parseJson(raw));
  if (whole.success) {
    const { nuggets, note } = keepGood(whole.data.nuggets, prompt);
    if (nuggets.length < MAX_NUGGETS) return { nuggets, state: 'whole', note };
    return { nuggets, state: 'cut', note: join(`the list is full with ${MAX_NUGGETS}`, note) };
  }
  const saved = salvage(raw);
  const { nuggets, note } = keepGood(saved, prompt);
  if (nuggets.length === 0) return { nuggets, state: 'invalid', note: join('the answer holds nothing of the form asked for', note) };
  return { nuggets, state: 'cut', note: join('the answer is not whole', note) };
}

const join = (...notes: string[]): string => notes.filter(Boolean).join('; ');

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/** Valid, of a sensible length, not a loop, not the prompt's own words, and not said before in the same answer. */
function keepGood(items: readonly unknown[], prompt: string): { nuggets: DraftNugget[]; note: string } {
  const nuggets: DraftNugget[] = [];
  const seen = new Set<string>();
  const asked = fold(prompt).replace(/\s+/g, ' ');
  const left = { invalid: 0, repeated: 0, loops: 0, echoes: 0 };
  for (const item of items) {
    const draft = Draft.safeParse(item);
    const text = draft.success ? draft.data.text.replace(/\s+/g, ' ').trim() : '';
    const folded = fold(text);
    if (!draft.success || text.length < MIN_TEXT || text.length > MAX_TEXT || !/\p{L}/u.test(text)) left.invalid++;
    else if (isLoop(text)) left.loops++;
    else if (asked.includes(folded)) left.echoes++;
    else if (seen.has(folded)) left.repeated++;
    else {
      seen.add(folded);
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
