/**
 * What a model answered → the items of each field. A value of a wrong type is put right where its
 * meaning is plain, what is too long is cut, what is missing is empty, of an answer that ends early
 * what is whole is kept; all of it is told.
 */
import type { FormField } from '../../../../shared/profiles';
import { isLoop } from '../../chat/loops';
import { salvageFields } from '../../chat/salvageFields';
import { cutAtWord } from '../../text/cutAtWord';
import { fold } from '../../text/fold';

export interface DraftItem {
  readonly text: string;
  /** '' where the model gave none. */
  readonly quote: string;
}

export interface SummaryReply {
  readonly fields: ReadonlyMap<string, readonly DraftItem[]>;
  /** `whole`: the JSON was closed · `cut`: a part of it was saved · `invalid`: nothing in it could be read. */
  readonly state: 'whole' | 'cut' | 'invalid';
  /** What was put right or left out, '' where nothing. */
  readonly repairs: string;
}

/** @param prompt the words of the prompt: a model that says them again has found nothing */
export function readSummaryReply(raw: string, form: readonly FormField[], prompt = ''): SummaryReply {
  const names = form.map(({ name }) => name);
  const whole = parseObject(raw);
  const said = whole ?? salvageFields(raw, names);
  const known = names.filter((name) => Object.hasOwn(said, name));
  const repairs: string[] = [];
  const asked = fold(prompt).replace(/\s+/g, ' ');
  const fields = new Map<string, readonly DraftItem[]>();
  for (const field of form) fields.set(field.name, readField(said[field.name], field, asked, repairs));
  const missing = names.filter((name) => !known.includes(name));
  if (whole && known.length > 0 && missing.length > 0) repairs.push(`missing: ${missing.join(', ')}`);
  const others = Object.keys(said).filter((name) => !names.includes(name));
  if (others.length > 0) repairs.push(`not asked for: ${others.slice(0, 5).join(', ')}`);
  const state = known.length === 0 ? 'invalid' : whole ? 'whole' : 'cut';
  return { fields, state, repairs: repairs.join('; ') };
}

function parseObject(raw: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function readField(value: unknown, field: FormField, asked: string, repairs: string[]): DraftItem[] {
  const { name, type, max_chars } = field;
  const told = (what: string) => repairs.push(`${name}: ${what}`);
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) !== (type === 'list') && value !== '') told(`a ${Array.isArray(value) ? 'list' : 'single value'} was given`);
  const items: DraftItem[] = [];
  const seen = new Set<string>();
  const left = { invalid: 0, repeated: 0, loops: 0, echoes: 0, shortened: 0 };
  for (const entry of list) {
    const draft = readItem(entry);
    const key = fold(draft?.text ?? '');
    if (!draft) left.invalid++;
    else if (draft.text === '') continue;
    else if (isLoop(draft.text)) left.loops++;
    else if (key.length >= 20 && asked.includes(key)) left.echoes++;
    else if (seen.has(key)) left.repeated++;
    else {
      seen.add(key);
      const text = cutAtWord(draft.text, max_chars);
      if (text !== draft.text) left.shortened++;
      items.push({ text, quote: draft.quote });
    }
  }
  for (const [what, n] of Object.entries(left)) if (n > 0) told(`${n} ${what}`);
  if (type === 'list' || items.length <= 1) return items;
  return [{ text: cutAtWord(items.map(({ text }) => text).join('; '), max_chars), quote: items[0]!.quote }];
}

/** A text, a number, or an object with a text; undefined for anything else. "n/a" and the like are empty. */
function readItem(entry: unknown): DraftItem | undefined {
  const clean = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\s+/g, ' ').trim() : undefined;
  const direct = clean(entry);
  if (direct !== undefined) return { text: isNothing(direct) ? '' : direct, quote: '' };
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
  const { text, quote } = entry as { text?: unknown; quote?: unknown };
  const said = clean(text);
  if (said === undefined) return undefined;
  return { text: isNothing(said) ? '' : said, quote: typeof quote === 'string' ? quote.trim() : '' };
}

const isNothing = (text: string): boolean =>
  !/[\p{L}\p{N}]/u.test(text) ||
  /^(n\/?a|none|null|nil|not (mentioned|stated|available|applicable|specified)|nao (consta|ha|informado|se aplica)|nenhum[ao]?)[.!]?$/.test(
    fold(text),
  );
