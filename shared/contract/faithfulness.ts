/** What judgments tell: how far people agree, and how faithful the nuggets are. */
import { z } from 'zod';
import { AnnotatorName, Label, Problem } from '../annotation';
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

export const faithfulnessCalls = {
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
