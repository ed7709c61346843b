/**
 * What people say of nuggets, as zod schemas. A judgment is an event that is only ever added: the present state is a
 * fold over all of them (electron/engine/annotate/fold.ts). Offsets count UTF-16 code units of the stored text, end exclusive.
 */
import { z } from 'zod';
import { NuggetSource } from './domain';
import { actionOf } from './undo';

/** `adjudicator`: what they say settles what annotators disagree on. One person may do both; the two are kept apart. */
export const AnnotatorRole = z.enum(['annotator', 'adjudicator']);
export type AnnotatorRole = z.infer<typeof AnnotatorRole>;

/** How an annotator signs. */
export const AnnotatorName = z
  .string()
  .transform((name) => name.normalize('NFC').trim())
  .refine((name) => name.length > 0 && name.length <= 80 && !/\p{Cc}/u.test(name), 'a name of 1 to 80 characters is due');

/** `unknown` is "I don't know": it is counted, and left out of agreement and scores. */
export const Faithful = z.enum(['support', 'partial', 'no_support', 'unknown']);
export type Faithful = z.infer<typeof Faithful>;
export const Importance = z.enum(['vital', 'okay', 'unknown']);
export type Importance = z.infer<typeof Importance>;
export const SelfContained = z.enum(['yes', 'no', 'unknown']);
export type SelfContained = z.infer<typeof SelfContained>;
/** What is wrong with a nugget; `party_or_procedure`: a party or the course of the case was left in. */
export const Problem = z.enum([
  'hallucinated',
  'over_general',
  'missing_condition',
  'merged_theses',
  'party_or_procedure',
  'wrong_language',
]);
export type Problem = z.infer<typeof Problem>;

/** The labels that have one value, from the worst to the best: the order that ordinal agreement counts with. */
export const LABELS = {
  faithful: ['no_support', 'partial', 'support'],
  importance: ['okay', 'vital'],
  self_contained: ['no', 'yes'],
} as const satisfies Record<string, readonly string[]>;
export const Label = z.enum(['faithful', 'importance', 'self_contained']);
export type Label = z.infer<typeof Label>;

/** A place that a person marked; `quote` are its words, so that it can be found again where the text has changed. */
export const MarkedSpan = z.object({ start: z.int().min(0), end: z.int().min(1), quote: z.string() });
export type MarkedSpan = Readonly<z.infer<typeof MarkedSpan>>;

/** What one annotator says of one nugget. null: nothing yet. */
export const JudgedValues = z.object({
  faithful: Faithful.nullable(),
  importance: Importance.nullable(),
  self_contained: SelfContained.nullable(),
  /** Each once, in the order of `Problem`. */
  problems: z.array(Problem),
  note: z.string().max(20_000),
  /** The evidence as they mark it; an empty list says that the text holds none. */
  evidence: z.array(MarkedSpan).max(100).nullable(),
  /** The nugget as they would write it; the original stays. */
  text: z.string().min(1).max(20_000).nullable(),
  /** Labels of another scheme, of imported spans. */
  tags: z.array(z.string().min(1).max(200)).max(50),
});
export type JudgedValues = Readonly<z.infer<typeof JudgedValues>>;

/** A change of some of the values; null takes one back. */
export const JudgedChanges = JudgedValues.partial();
export type JudgedChanges = Readonly<z.infer<typeof JudgedChanges>>;

export const NO_VALUES: JudgedValues = {
  faithful: null,
  importance: null,
  self_contained: null,
  problems: [],
  note: '',
  evidence: null,
  text: null,
  tags: [],
};

/** The nugget as it was judged, whole: the judgment can be read when the extraction has been replaced. */
export const JudgedNugget = z.object({
  id: z.string(),
  doc_id: z.string(),
  extractor: NuggetSource,
  /** Key of its extraction, see Extraction.key. */
  key: z.string(),
  /** Profile that it was written after; '' where none was. */
  profile: z.string(),
  text: z.string(),
  spans: z.array(z.object({ start: z.int().min(0), end: z.int().min(0) })),
  /** SHA-256 of the document's text. */
  text_sha256: z.string(),
  /** What is judged: a hash over document, its text, the nugget's text and its spans. The same words with the same evidence keep it. */
  version: z.string(),
});
export type JudgedNugget = Readonly<z.infer<typeof JudgedNugget>>;

/** What every judgment that is kept says of itself, whatever is judged. */
export const JudgmentEvent = z.object({
  v: z.literal(1),
  /** Unique everywhere: two workspaces that share an event count it once. */
  id: z.string().min(1).max(100),
  collection: z.string(),
  annotator: AnnotatorName,
  role: AnnotatorRole,
  /** ISO time, later than that of the annotator's event before. */
  at: z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString()),
});

export const AnnotationEvent = JudgmentEvent.extend({
  /** '' for what was judged here, else the file that it was imported from. */
  origin: z.string(),
  nugget: JudgedNugget,
  action: actionOf({ changes: JudgedChanges }),
});
export type AnnotationEvent = Readonly<z.infer<typeof AnnotationEvent>>;

/** What one annotator says now. */
export const AnnotatorJudgment = z.object({
  annotator: z.string(),
  role: AnnotatorRole,
  /** Of the first and the last judgment that counts. */
  first_at: z.string(),
  at: z.string(),
  values: JudgedValues,
});
export type AnnotatorJudgment = Readonly<z.infer<typeof AnnotatorJudgment>>;

/** `agreed`: two or more say the same · `single`: one says it · `disputed`: they differ, and nobody has settled it · `none`: nobody says anything. */
export const SettledHow = z.enum(['adjudicated', 'agreed', 'single', 'disputed', 'none']);
export type SettledHow = z.infer<typeof SettledHow>;

const settled = <T extends z.ZodType>(value: T) => z.object({ value: value.nullable(), how: SettledHow });
export const Settled = z.object({
  faithful: settled(Faithful),
  importance: settled(Importance),
  self_contained: settled(SelfContained),
});
export type Settled = Readonly<z.infer<typeof Settled>>;

/** Everything that is said of one version of a nugget. */
export const NuggetAnnotation = z.object({
  version: z.string(),
  nugget: JudgedNugget,
  /** Annotators by name, then adjudicators by name; in blind work, the asker's own alone. */
  by: z.array(AnnotatorJudgment),
  /** null in blind work. */
  settled: Settled.nullable(),
});
export type NuggetAnnotation = Readonly<z.infer<typeof NuggetAnnotation>>;

/** A line of the stored events that can't be read, or was cut off and set aside. Nothing else is lost by it. */
export const EventFault = z.object({ file: z.string(), row: z.int(), reason: z.string() });
export type EventFault = Readonly<z.infer<typeof EventFault>>;

/**
 * Which nuggets, in which order. The order is the same for everybody and does not change with what is judged.
 * `all`: document by document · `sample`: at random, by seed · `stratified`: a sample that is shared out over courts, or over
 * quarters of a score · `unlocated`: no place of their evidence was found · `disagreements`: annotators differ ·
 * `query`: what a query retrieved, best first.
 */
export const QueueSpec = z.object({
  kind: z.enum(['all', 'sample', 'stratified', 'unlocated', 'disagreements', 'query']).default('all'),
  /** At most so many; without it all. */
  size: z.int().min(1).max(1_000_000).optional(),
  seed: z.int().min(0).max(4_294_967_295).default(1),
  /** Of this extractor or system alone. */
  extractor: NuggetSource.optional(),
  /** For `stratified`. `score`: of a kept run where `run_id` is given, else of the evidence. */
  by: z.enum(['court', 'score']).default('court'),
  strata: z.int().min(2).max(20).default(4),
  /** A kept run: for `query` with `query_id`, for `stratified` by score. */
  run_id: z.string().optional(),
  query_id: z.string().optional(),
  /** For `query`: words that are searched for now. */
  query: z.string().max(20_000).optional(),
  /** For `disagreements`: on this label; without it on any. */
  label: Label.optional(),
});
export type QueueSpec = z.output<typeof QueueSpec>;
