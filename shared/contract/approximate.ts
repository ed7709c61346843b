/** Approximate indexes: made where the user says so, measured against the exact ranking, listed, removed. */
import { z } from 'zod';
import { ApproximateUse } from '../approximate';
import { Progress, Unit } from '../domain';
import { CollectionId, call, NoEvent } from './call';

const Which = z.object({ collection: CollectionId, encoder: z.string().optional(), unit: Unit.default('nugget') });

export const ApproximateInput = Which.extend({
  /** Made anew although it is up to date; without it, what is there is measured again. */
  again: z.boolean().default(false),
  /** Groups that a query looks through at least; without it, three in ten. */
  probes: z.int().min(1).max(100_000).optional(),
  /** What the user searched: recall is measured on these where the collection has no queries of its own, or where `searched` says so. */
  texts: z.array(z.string().min(1)).max(1000).default([]),
  queries: z.enum(['collection', 'searched']).optional(),
  /** At most so many queries, drawn by the seed. */
  sample: z.int().min(1).max(1000).default(100),
  seed: z.int().min(0).max(0xffffffff).default(1),
  /** N at which recall is measured. */
  candidates: z.int().min(1).max(1_000_000).default(10_000),
});
export type ApproximateInput = z.infer<typeof ApproximateInput>;

export const ApproximateState = z.object({
  encoder: z.string(),
  unit: Unit,
  /** Vectors of the unit as the collection was last indexed. */
  rows: z.int(),
  /** `stale`: units have come or gone since it was made; a search is exact until it is made anew. */
  state: z.enum(['none', 'current', 'stale']),
  /** Whether there are enough vectors to offer one. */
  offered: z.boolean(),
  index: ApproximateUse.extend({ seconds: z.number(), bytes: z.int() }).nullable(),
});
export type ApproximateState = z.infer<typeof ApproximateState>;

export const approximateCalls = {
  approximate: call('write', ApproximateInput, ApproximateState, Progress),
  approximateIndexes: call(
    'read',
    z.object({ collection: CollectionId }),
    z.object({
      /** Vectors of one unit from which on an index is offered. */
      from: z.int(),
      indexes: z.array(ApproximateState),
      /** Queries that the collection has. */
      queries: z.int(),
    }),
    NoEvent,
  ),
  dropApproximate: call('write', Which, z.object({ removed: z.boolean() }), NoEvent),
} as const;
