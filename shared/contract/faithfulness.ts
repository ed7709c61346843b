/** What judgments tell: how far people agree, and how faithful the nuggets are. */
import { z } from 'zod';
import { AnnotatorName, Faithful, Label, Problem } from '../annotation';
import { Lang, NuggetSource } from '../domain';
import { CollectionId, call, NoEvent } from './call';

/** A label, or whether a problem is there. */
export const AgreementLabel = z.union([Label, Problem]);
export type AgreementLabel = z.infer<typeof AgreementLabel>;

/** The two ends; null where too little was judged to draw from. */
const Interval = z.tuple([z.number(), z.number()]).nullable();
/** null where it is not defined: nothing was judged twice, or only one category is in use. */
const Measure = z.number().nullable();
const Alpha = z.object({ nominal: Measure, ordinal: Measure });

export const AgreementOutput = z.object({
  label: AgreementLabel,
  /** From the worst to the best. */
  categories: z.array(z.string()),
  annotators: z.array(z.string()),
  /** Nuggets that two or more judged, that one did, and how often somebody did not know. */
  nuggets: z.int(),
  single: z.int(),
  unknown: z.int(),
  /** `n`: nuggets that both judged; `ci95` is of kappa. */
  pairs: z.array(z.object({ a: z.string(), b: z.string(), n: z.int(), raw: Measure, raw_ci95: Interval, kappa: Measure, ci95: Interval })),
  /** Share of equal pairs of judgments, over all annotators. */
  raw: Measure,
  raw_ci95: Interval,
  alpha: Alpha,
  alpha_ci95: z.object({ nominal: Interval, ordinal: Interval }),
  /** What the bootstrap draws: documents, for nuggets of one document hang together; nuggets where there is one document alone. */
  resampled: z.enum(['documents', 'nuggets']),
  samples: z.int(),
  seed: z.int(),
  /** Those with nuggets that two or more judged. */
  documents: z.array(z.object({ doc_id: z.string(), title: z.string(), nuggets: z.int(), raw: Measure, raw_ci95: Interval, alpha: Alpha })),
});
export type AgreementOutput = z.infer<typeof AgreementOutput>;

/** Shares from 0 to 1: of vital nuggets and of all; strict counts support alone, the other a half for each partial. */
export const TrecScores = z.object({ strict_vital: z.number(), strict_all: z.number(), vital: z.number(), all: z.number() });
export type TrecScores = Readonly<z.infer<typeof TrecScores>>;

/** `system`: an extractor under a profile. `length`: of the document, in characters. */
export const ScoreGrouping = z.enum(['extractor', 'profile', 'system', 'court', 'length']);
export type ScoreGrouping = z.infer<typeof ScoreGrouping>;

export const ScoreGroup = z.object({
  by: ScoreGrouping,
  name: z.string(),
  /** Documents that the means go over, and judged nuggets (known values alone), of these vital. */
  documents: z.int(),
  nuggets: z.int(),
  vital_nuggets: z.int(),
  support: z.int(),
  partial: z.int(),
  no_support: z.int(),
  /** Left out of the scores. */
  unknown: z.int(),
  disputed: z.int(),
  /** Mean over documents, as TREC means over topics, and over all nuggets at once. */
  mean: TrecScores,
  pooled: TrecScores,
  ci95: z.object({ strict_vital: Interval, strict_all: Interval, vital: Interval, all: Interval }),
});
export type ScoreGroup = z.infer<typeof ScoreGroup>;

export const ScoresOutput = z.object({
  collection: z.string(),
  /** Whose word: what is settled, or one annotator's. */
  judged_by: z.string(),
  groups: z.array(ScoreGroup),
  /** Extractors against each other on the documents that both have scores for: mean difference of `all`, with its interval. */
  pairs: z.array(z.object({ a: z.string(), b: z.string(), documents: z.int(), difference: Measure, ci95: Interval })),
  /** The extractor that is ahead of each other one with an interval clear of 0; null where none is. */
  most_faithful: z.string().nullable(),
  samples: z.int(),
  seed: z.int(),
});
export type ScoresOutput = z.infer<typeof ScoresOutput>;

/** A judged nugget and what it was judged by. */
export const JudgedExample = z.object({
  nugget_id: z.string(),
  doc_id: z.string(),
  extractor: NuggetSource,
  title: z.string(),
  text: z.string(),
  faithful: Faithful,
  /** Words of the document; '' where no place was given. */
  evidence: z.string(),
  edited: z.string(),
  note: z.string(),
  problems: z.array(Problem),
});
export type JudgedExample = Readonly<z.infer<typeof JudgedExample>>;

const ScoresInput = z.object({
  collection: CollectionId,
  by: z.array(ScoreGrouping).min(1).default(['extractor', 'profile', 'system', 'court', 'length']),
  /** This annotator's word instead of what is settled. */
  annotator: AnnotatorName.optional(),
  samples: z.int().min(100).max(100_000).default(2000),
  seed: z.int().min(0).max(4_294_967_295).default(1),
});

export const faithfulnessCalls = {
  /** How faithful nuggets are, by who made them, after which profile, in which decisions. */
  annotationScores: call('read', ScoresInput, ScoresOutput, NoEvent),
  /** A few nuggets of one group that are judged so; the same for the same judgments and seed. */
  annotationExamples: call(
    'read',
    z.object({
      collection: CollectionId,
      by: ScoreGrouping,
      /** The group's name, as the scores have it. */
      name: z.string(),
      faithful: Faithful,
      annotator: AnnotatorName.optional(),
      size: z.int().min(1).max(100).default(5),
      seed: z.int().min(0).max(4_294_967_295).default(1),
    }),
    z.object({ total: z.int(), examples: z.array(JudgedExample) }),
    NoEvent,
  ),
  /** The same with agreement and examples, as a page of its own that needs no network. */
  annotationReport: call(
    'read',
    ScoresInput.extend({ out: z.string().min(1), lang: Lang.default('en') }),
    z.object({ path: z.string(), nuggets: z.int() }),
    NoEvent,
  ),
  agreement: call(
    'read',
    z.object({
      collection: CollectionId,
      label: AgreementLabel.default('faithful'),
      /** These alone. */
      annotators: z.array(AnnotatorName).min(2).optional(),
      samples: z.int().min(100).max(100_000).default(2000),
      seed: z.int().min(0).max(4_294_967_295).default(1),
    }),
    AgreementOutput,
    NoEvent,
  ),
} as const;
