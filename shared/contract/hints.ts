/** Hints whether a nugget is borne by its text: from what can be counted, and from a chat model where one is named. */
import { z } from 'zod';
import { NuggetSource, Progress } from '../domain';
import { EndpointName } from '../endpoints';
import { CollectionId, call, DocId, NoEvent } from './call';

const Verdict = z.enum(['support', 'partial', 'no_support']);

export const Hint = z.object({
  nugget_id: z.string(),
  version: z.string(),
  /** 0–1, from rules; the verdict also looks at numbers that are missing. */
  score: z.number(),
  verdict: Verdict,
  signals: z.object({
    /** How surely its evidence was located; the share of its words that the evidence has; how far the evidence stands out by its vector. */
    location: z.number(),
    lexical: z.number(),
    /** null where no encoder is on this machine. */
    embedding: z.number().nullable(),
  }),
  /** Numbers of the nugget that its evidence does not have. */
  missing_numbers: z.array(z.string()),
  /** What was looked at: its evidence, else the passage that is most like it. */
  evidence: z.array(z.object({ start: z.int(), end: z.int() })),
  /** What a chat model answered; null where none was asked, or it gave no usable answer. */
  model: Verdict.nullable(),
});
export type Hint = z.infer<typeof Hint>;

const Foresight = z.object({
  /** Of "no support" as foreseen, the share that people say too; of theirs, the share that was foreseen; null over nothing. */
  precision: z.number().nullable(),
  recall: z.number().nullable(),
  foreseen: z.int(),
  judged: z.int(),
  /** Share of equal verdicts. */
  same: z.number().nullable(),
});

export const HintAgreementOutput = z.object({
  /** Judged nuggets that were looked at. */
  nuggets: z.int(),
  rules: Foresight,
  model: Foresight.extend({ name: z.string() }).nullable(),
});
export type HintAgreementOutput = z.infer<typeof HintAgreementOutput>;

/** A chat model that is asked as well: a GGUF, or a remote endpoint that is turned on. */
const Asked = z.object({ model: z.string().optional(), endpoint: EndpointName.optional() });

export const hintCalls = {
  /** @throws USAGE where `blind` */
  hint: call(
    'read',
    Asked.extend({ collection: CollectionId, doc_id: DocId, nugget_id: z.string().min(1), blind: z.boolean().default(false) }),
    Hint,
    NoEvent,
  ),
  /** Hints held against what people say, over a sample of the judged nuggets. */
  hintAgreement: call(
    'read',
    Asked.extend({
      collection: CollectionId,
      extractor: NuggetSource.optional(),
      size: z.int().min(1).max(100_000).default(500),
      seed: z.int().min(0).max(4_294_967_295).default(1),
    }),
    HintAgreementOutput,
    Progress,
  ),
} as const;
