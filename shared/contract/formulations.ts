/** Queries in other words: made, listed, edited before they are searched with, restored. */
import { z } from 'zod';
import { ExtractorId, Progress } from '../domain';
import { EndpointName, RemoteUsage } from '../endpoints';
import { Formulation, PHRASES } from '../formulation';
import { CollectionId, call, NoEvent } from './call';

export const FormulateInput = z.object({
  collection: CollectionId,
  /** Without it: remote where an endpoint is named, llama where a language model is, else extractive (rules). */
  formulator: ExtractorId.optional(),
  model: z.string().optional(),
  /** A remote endpoint that is turned on: the text of the queries is sent to it. */
  endpoint: EndpointName.optional(),
  /** Ids; without them, all queries of the collection. */
  queries: z.array(z.string().min(1)).min(1).optional(),
  /** In their place one text that need not be a query of the collection. */
  text: z.string().trim().min(1).optional(),
  /** Makes also what is there. What was edited by hand stays edited. */
  again: z.boolean().default(false),
});
export type FormulateInput = z.output<typeof FormulateInput>;

export const FormulateOutput = z.object({
  formulator: ExtractorId,
  /** Of this formulator with this model, prompt and parameters; it is now the one that the collection's queries are searched with. */
  key: z.string(),
  queries: z.int(),
  skipped: z.int(),
  /** Query id ('' for a text of its own) and what is missing. */
  partial: z.array(z.object({ query_id: z.string(), note: z.string() })),
  failed: z.array(z.object({ query_id: z.string(), code: z.string(), message: z.string() })),
  seconds: z.number(),
  /** What a remote endpoint was sent; null where nothing left the machine. */
  usage: RemoteUsage.nullable(),
});
export type FormulateOutput = z.infer<typeof FormulateOutput>;

/** Which formulations: a formulator (its latest), a key, or without either those that were made last. */
export const FormulationChoice = z.string().min(1).max(40);

const Formulated = z.object({ collection: CollectionId, text_sha256: z.string(), key: z.string() });

export const formulationCalls = {
  formulate: call('write', FormulateInput, FormulateOutput, Progress),
  /** Of the collection's queries, or of one text. */
  formulations: call(
    'read',
    z.object({ collection: CollectionId, formulation: FormulationChoice.optional(), text: z.string().trim().min(1).optional() }),
    z.object({
      /** The key that was chosen; null where nothing was made yet. */
      key: z.string().nullable(),
      /** What there is to choose from, the latest first. */
      made: z.array(
        z.object({ key: z.string(), formulator: ExtractorId, model_id: z.string(), texts: z.int(), edited: z.int(), at: z.string() }),
      ),
      /** In the order of the queries; `formulation` is null where there is none of this key. */
      queries: z.array(z.object({ query_id: z.string(), text: z.string(), formulation: Formulation.nullable() })),
    }),
    NoEvent,
  ),
  /** Another wording by hand; what was made stays beside it. What is not given stays as it is. */
  editFormulation: call(
    'write',
    Formulated.extend({
      phrases: z.array(z.string().trim().min(1).max(400)).min(1).max(PHRASES).optional(),
      /** In place of the query's own text. */
      facts: z.string().trim().min(1).optional(),
    }),
    Formulation,
    NoEvent,
  ),
  /** What was made counts again, and the query's own text. */
  restoreFormulation: call('write', Formulated, Formulation, NoEvent),
} as const;
