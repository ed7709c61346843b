/** What one nugget of a reply holds, as a profile says it: the schema that the model is bound to, its fields read back, its text made of them. */
import type { Lang, NuggetFields } from '../../../shared/domain';
import type { NuggetProfileFile, ProfileField, Worded } from '../../../shared/profiles';
import type { JsonSchema } from '../chat/chatModel';
import { cutAtWord } from '../text/cutAtWord';

export interface ItemForm {
  readonly fields: readonly ProfileField[];
  /** How the nugget's text is made of its fields; without it the model writes it. */
  readonly template: Worded | undefined;
  /** The model writes a `text`. */
  readonly writesText: boolean;
  readonly quotes: { readonly least: number; readonly most: number };
  readonly maxNuggets: number;
  /** What the whole reply is bound to. No lengths: a string cut at one is half a sentence. */
  readonly schema: JsonSchema;
}

type FormChoices = Pick<NuggetProfileFile, 'fields' | 'text' | 'quotes' | 'max_nuggets'>;

export function itemForm({ fields, text, quotes, max_nuggets }: FormChoices): ItemForm {
  const writesText = text === undefined || Object.values(text).some((template) => /\{\{\s*text\s*\}\}/.test(template));
  const strings = (least: number, most: number) => ({ type: 'array', minItems: least, maxItems: most, items: { type: 'string' } });
  const properties = {
    ...Object.fromEntries(fields.map(({ name, type, max_items }) => [name, type === 'list' ? strings(0, max_items) : { type: 'string' }])),
    ...(writesText && { text: { type: 'string' } }),
    quotes: strings(quotes.least, quotes.most),
  };
  const item = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  const schema = {
    type: 'object',
    properties: { nuggets: { type: 'array', maxItems: max_nuggets, items: item } },
    required: ['nuggets'],
    additionalProperties: false,
  };
  return { fields, template: text, writesText, quotes, maxNuggets: max_nuggets, schema };
}

/** A text and its quotes, no more: what a profile without fields asks for. */
export const THESES: ItemForm = itemForm({ fields: [], text: undefined, quotes: { least: 1, most: 3 }, max_nuggets: 24 });

export interface ReadFields {
  readonly fields: NuggetFields;
  /** Fields whose words were longer or more than allowed, and were cut. */
  readonly cut: readonly string[];
}

/**
 * The fields of one item; a single string stands for a list of one, a list for a text of its parts.
 * @returns undefined where a required field is empty, or where a value is neither text, number nor list
 */
export function readFields(item: Readonly<Record<string, unknown>>, form: ItemForm): ReadFields | undefined {
  const fields: Record<string, string | string[]> = {};
  const cut: string[] = [];
  for (const { name, type, required, max_chars, max_items } of form.fields) {
    const said = stringsOf(item[name]);
    if (!said || (required && said.length === 0)) return undefined;
    const whole = type === 'list' ? said : said.length > 0 ? [said.join('; ')] : [];
    const kept = whole.slice(0, type === 'list' ? max_items : 1).map((text) => cutAtWord(text, max_chars));
    if (kept.length < whole.length || kept.some((text, i) => text !== whole[i])) cut.push(name);
    fields[name] = type === 'list' ? kept : (kept[0] ?? '');
  }
  return { fields, cut };
}

/** Texts without white space at their ends, empty ones left out; undefined where it is no text at all. */
export function stringsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.some((part) => typeof part !== 'string' && typeof part !== 'number')) return undefined;
  return list.map((part) => String(part).replace(/\s+/g, ' ').trim()).filter((part) => /[\p{L}\p{N}]/u.test(part));
}

const GROUP = /\[([^[\]]*\{\{[^[\]]*)\]/g;
const SLOT = /\{\{\s*([a-z0-9_]+)\s*\}\}(.?)/gs;

/** A nugget's own text. A part in […] is left out where one of its fields is empty; a full stop is not doubled. */
export function renderText(form: ItemForm, lang: Lang, fields: NuggetFields, written: string): string {
  const template = form.template?.[lang] ?? form.template?.pt ?? form.template?.en;
  if (template === undefined) return written;
  const values: Record<string, string> = { text: written };
  for (const [name, value] of Object.entries(fields))
    values[name] = typeof value === 'string' ? value : value.map((part) => part.replace(/[.;,\s]+$/, '')).join('; ');
  const fill = (part: string) =>
    part.replace(SLOT, (_, name: string, next: string) => {
      const value = values[name] ?? '';
      return /[.!?]$/.test(value) && next === '.' ? value : value + next;
    });
  const isFull = (part: string) => [...part.matchAll(SLOT)].every(([, name]) => values[name!]);
  return fill(template.replace(GROUP, (_, part: string) => (isFull(part) ? part : '')))
    .replace(/\s+/g, ' ')
    .trim();
}
