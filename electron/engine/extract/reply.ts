/** What a model answered → nuggets that hold what a nugget must; what was cut off is saved as far as it is whole. */
import { z } from 'zod';
import type { Lang, NuggetFields } from '../../../shared/domain';
import { isLoop } from '../chat/loops';
import { salvage } from '../chat/salvage';
import { fold } from '../text/fold';
import { type ItemForm, readFields, renderText, stringsOf, THESES } from './itemForm';

const MAX_TEXT = 1200;
const MIN_TEXT = 20;

const Reply = z.object({ nuggets: z.array(z.unknown()) });

export interface DraftNugget {
  readonly text: string;
  readonly fields: NuggetFields;
  readonly quotes: readonly string[];
  /** Fields that said more than the profile allows, and were cut. */
  readonly shortened: readonly string[];
}

export interface ReadReply {
  readonly nuggets: readonly DraftNugget[];
  /** `whole`: all of it was read · `cut`: a part is missing, what was whole is kept · `invalid`: nothing in it could be read. */
  readonly state: 'whole' | 'cut' | 'invalid';
  /** What was left out and why, '' where nothing. */
  readonly note: string;
}

export interface ReplyReading {
  readonly form?: ItemForm;
  readonly lang?: Lang;
  /** The words of the prompt: a model that says them again has found nothing. */
  readonly prompt?: string;
}

export function readReply(raw: string, { form = THESES, lang = 'pt', prompt = '' }: ReplyReading = {}): ReadReply {
  const most = form.maxNuggets;
  const whole = Reply.safeParse(parseJson(raw));
  if (whole.success) {
    const { nuggets, note } = keepGood(whole.data.nuggets, form, lang, prompt);
    if (nuggets.length < most) return { nuggets, state: 'whole', note };
    return { nuggets, state: 'cut', note: join(`the list is full with ${most}`, note) };
  }
  const saved = salvage(raw, [...form.fields.map(({ name }) => name), ...(form.writesText ? ['text'] : [])]);
  const { nuggets, note } = keepGood(saved, form, lang, prompt);
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
function keepGood(items: readonly unknown[], form: ItemForm, lang: Lang, prompt: string): { nuggets: DraftNugget[]; note: string } {
  const nuggets: DraftNugget[] = [];
  const seen = new Set<string>();
  const asked = fold(prompt).replace(/\s+/g, ' ');
  const left = { invalid: 0, repeated: 0, loops: 0, echoes: 0 };
  for (const item of items) {
    const draft = readItem(item, form, lang);
    const folded = fold(draft?.text ?? '');
    if (!draft || draft.text.length < MIN_TEXT || draft.text.length > MAX_TEXT || !/\p{L}/u.test(draft.text)) left.invalid++;
    else if (isLoop(draft.text)) left.loops++;
    else if (asked.includes(folded)) left.echoes++;
    else if (seen.has(folded)) left.repeated++;
    else {
      seen.add(folded);
      nuggets.push(draft);
    }
  }
  const note = Object.entries(left)
    .filter(([, n]) => n > 0)
    .map(([what, n]) => `${n} ${what}`)
    .join(', ');
  return { nuggets: nuggets.slice(0, form.maxNuggets), note };
}

function readItem(item: unknown, form: ItemForm, lang: Lang): DraftNugget | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
  const said = item as Readonly<Record<string, unknown>>;
  if (form.writesText && typeof said.text !== 'string') return undefined;
  const read = readFields(said, form);
  const quotes = quotesOf(said.quotes);
  if (!read || !quotes) return undefined;
  const written = typeof said.text === 'string' ? said.text.replace(/\s+/g, ' ').trim() : '';
  const text = renderText(form, lang, read.fields, written);
  return { text, fields: read.fields, quotes: [...new Set(quotes)].slice(0, form.quotes.most), shortened: read.cut };
}

/** Quotes keep their white space inside: they are looked for in the source. */
function quotesOf(value: unknown): string[] | undefined {
  if (stringsOf(value) === undefined) return undefined;
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return list.map((quote) => String(quote).trim()).filter(Boolean);
}
