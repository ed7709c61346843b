/**
 * What a profile says: who reads (the prompt, beside it in Markdown), what a reply
 * holds (fields), how a nugget's own text is made of them, and which checks it must pass.
 */
import { z } from 'zod';

/** What a nugget can be checked for. What fails is kept and told, never dropped. */
export const CheckId = z.enum([
  'evidence', // at least one of its quotes was located in the text
  'self-contained', // no pronoun or "the appellant" at its start, no "this appeal" in it
  'no-party-names', // none of the names of the decision's parties, no "Mr X"
  'no-case-numbers', // no number of a case, a petition, a page or a document; statutes keep theirs
  'language', // written in the document's language
  'length', // within the profile's length
  'whole-sentence', // begins in upper case or with a figure, ends with a full stop
]);
export type CheckId = z.infer<typeof CheckId>;

/** A text for each language that the profile is written in; at least one. */
const Worded = z.strictObject({ pt: z.string().min(1).optional(), en: z.string().min(1).optional() }).refine((w) => w.pt ?? w.en, {
  message: 'needs "pt", "en" or both',
});
export type Worded = Readonly<z.infer<typeof Worded>>;

const FieldName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'lower-case letters, digits and _, at most 40, beginning with a letter')
  .refine((name) => name !== 'text' && name !== 'quotes', { message: 'text and quotes are every nugget’s own: choose another name' });

/** A field of a reply: one string, or a list of them. */
export const ProfileField = z.strictObject({
  name: FieldName,
  type: z.enum(['text', 'list']).default('text'),
  label: Worded,
  /** A reply without it is not a nugget. */
  required: z.boolean().default(false),
  /** UTF-16 code units of one text; what is longer is cut at a word and told. */
  max_chars: z.int().min(1).max(20_000).default(600),
  max_items: z.int().min(1).max(50).default(12),
});
export type ProfileField = Readonly<z.infer<typeof ProfileField>>;

/** A field of a summary's form. */
export const FormField = ProfileField.omit({ required: true }).extend({
  /** Each item brings the words of the decision that bear it. */
  quoted: z.boolean().default(false),
  /** It is part of the text that is searched. */
  ranked: z.boolean().default(true),
});
export type FormField = Readonly<z.infer<typeof FormField>>;

const ProfileId = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,59}$/, 'lower-case letters, digits, ".", "_" and "-", at most 60');

const head = { id: ProfileId, version: z.int().min(1), name: Worded, description: Worded };

const NuggetProfile = z.strictObject({
  ...head,
  kind: z.literal('nuggets'),
  fields: z.array(ProfileField).max(20).default([]),
  /** The nugget's text, of its fields: `{{name}}`; what stands in […] is left out where its field is empty. Without it, the model writes `text`. */
  text: Worded.optional(),
  quotes: z.strictObject({ least: z.int().min(0).max(10), most: z.int().min(1).max(10) }).default({ least: 1, most: 3 }),
  max_nuggets: z.int().min(1).max(100).default(24),
  /** Characters that a nugget should have, for the check `length`. */
  length: z.strictObject({ least: z.int().min(1), most: z.int().min(1).max(1200) }).default({ least: 40, most: 800 }),
  checks: z.array(CheckId).default([]),
});
const SummaryProfile = z.strictObject({ ...head, kind: z.literal('summary'), fields: z.array(FormField).min(1).max(40) });

/** `<id>.json`: what goes over its prompts, `<id>.pt.md` and `<id>.en.md`. */
export const ProfileFile = z.discriminatedUnion('kind', [NuggetProfile, SummaryProfile]).superRefine((profile, issues) => {
  const names = profile.fields.map(({ name }) => name);
  const twice = names.findIndex((name, i) => names.indexOf(name) < i);
  if (twice >= 0) issues.addIssue({ code: 'custom', path: ['fields', twice, 'name'], message: `"${names[twice]}" is there twice` });
  if (profile.kind === 'summary') return;
  for (const [lang, template] of Object.entries(profile.text ?? {})) {
    const unknown = slotsOf(template).find((slot) => slot !== 'text' && !names.includes(slot));
    if (unknown !== undefined)
      issues.addIssue({ code: 'custom', path: ['text', lang], message: `names {{${unknown}}}, which is no field` });
    if (slotsOf(template).length === 0) issues.addIssue({ code: 'custom', path: ['text', lang], message: 'names no field' });
  }
  if (profile.quotes.least > profile.quotes.most)
    issues.addIssue({ code: 'custom', path: ['quotes'], message: '"least" is more than "most"' });
  if (profile.length.least > profile.length.most)
    issues.addIssue({ code: 'custom', path: ['length'], message: '"least" is more than "most"' });
  if (profile.checks.includes('evidence') && profile.quotes.least === 0)
    issues.addIssue({ code: 'custom', path: ['quotes', 'least'], message: 'must be 1 or more where "evidence" is checked' });
});
export type ProfileFile = Readonly<z.infer<typeof ProfileFile>>;
export type NuggetProfileFile = Readonly<z.infer<typeof NuggetProfile>>;
export type SummaryProfileFile = Readonly<z.infer<typeof SummaryProfile>>;

/** The fields that a template names. */
export const slotsOf = (template: string): string[] => [...template.matchAll(/\{\{\s*([a-z0-9_]*)\s*\}\}/g)].map(([, name]) => name!);

/** A profile as it is listed. */
export const ProfileEntry = z.object({
  id: z.string(),
  kind: z.enum(['nuggets', 'summary']),
  name: z.object({ pt: z.string().optional(), en: z.string().optional() }),
  description: z.object({ pt: z.string().optional(), en: z.string().optional() }),
  langs: z.array(z.enum(['pt', 'en'])),
  /** `built-in`: comes along · `workspace`: a file in its profiles folder · `path`: a file that was named. */
  source: z.enum(['built-in', 'workspace', 'path']),
  path: z.string(),
  /** Over the definition and its prompts; '' where it can't be read. */
  sha256: z.string(),
  fields: z.array(z.object({ name: z.string(), label: z.object({ pt: z.string().optional(), en: z.string().optional() }) })),
  checks: z.array(z.string()),
  /** What is wrong with it, with the place and what to do; '' where it can be used. */
  error: z.string(),
});
export type ProfileEntry = z.infer<typeof ProfileEntry>;
