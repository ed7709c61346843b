/** What an experiment file says: which rankings of a collection are made, and how they are measured. */
import { z } from 'zod';
import { RankingInput } from './contract/ranking';
import { RerankKnobs } from './contract/reranking';

const Name = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._:+-]*$/u, 'letters, digits, spaces and . _ : + -, beginning with a letter or digit');

/** The knobs of a ranking without their defaults: what is not said here may be said by the file's `defaults`. */
const { collection, ...knobs } = RankingInput.shape;
const undefaulted = Object.fromEntries(
  Object.entries(knobs).map(([name, type]) => [name, (type instanceof z.ZodDefault ? type.unwrap() : type) as z.ZodType]),
);
const optional = Object.fromEntries(Object.entries(undefaulted).map(([name, type]) => [name, type.optional()]));

type Knobs = Omit<z.input<typeof RankingInput>, 'collection'>;
export type ExperimentRun = Knobs & { readonly name?: string | undefined; readonly rerank?: RerankKnobs | undefined };
const Defaults = z.strictObject(optional) as unknown as z.ZodType<Knobs>;
export const ExperimentRun = z.strictObject({
  ...optional,
  name: Name.optional(),
  /** Its head read anew by a language model. */
  rerank: z.strictObject(RerankKnobs.shape).optional(),
}) as unknown as z.ZodType<ExperimentRun>;

const AXES = ['unit', 'ranker', 'aggregate', 'encoder', 'extractor', 'fusion', 'normalisation', 'query_form'] as const;
export type Axis = (typeof AXES)[number];
/** Every combination becomes a run; what makes no difference (an encoder for BM25) makes no run of its own. */
const Grid = z.strictObject(
  Object.fromEntries(AXES.map((axis) => [axis, z.array(undefaulted[axis]!).min(1).max(50).optional()])),
) as unknown as z.ZodType<Readonly<Partial<Record<Axis, readonly string[]>>>>;

export const ExperimentFile = z
  .strictObject({
    /** Of this form. */
    version: z.literal(1),
    name: Name,
    description: z.string().max(2000).default(''),
    collection,
    /** The collection's own, those of them that are judged, or a file. */
    queries: z.string().min(1).default('all'),
    /** Documents kept for each query. */
    depth: z.int().min(1).max(100_000).default(1000),
    measures: z.array(z.string()).min(1).max(30).default(['ndcg@10', 'map@10', 'mrr@10']),
    convention: z.enum(['trec_eval', 'jua']).default('trec_eval'),
    /** Name of the run that the others are held against; without it, each pair. */
    baseline: z.string().optional(),
    /** What all runs share, where they do not say otherwise. */
    defaults: Defaults.default({}),
    runs: z.array(ExperimentRun).max(200).default([]),
    grid: Grid.optional(),
  })
  .refine(({ runs, grid }) => runs.length > 0 || grid !== undefined, { message: 'runs or grid is due', path: ['runs'] });
export type ExperimentFile = z.infer<typeof ExperimentFile>;
