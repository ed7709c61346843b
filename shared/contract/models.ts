/** Encoders and language models on this machine, and its state. */
import { z } from 'zod';
import { AbilityReport } from '../ability';
import { ExtractorId, Progress } from '../domain';
import { EncoderChoices, GraphInput, LongTexts, Pooling } from '../encoders';
import { EndpointName } from '../endpoints';
import { call, NoEvent, Nothing } from './call';

export const ModelEntry = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  licence: z.string(),
  ready: z.boolean(),
  /** Why it is not ready, else ''. */
  reason: z.string(),
  /** How an encoder turns texts into vectors; null for a language model, or where no manifest says it. */
  encoder: z
    .object({
      dimensions: z.int(),
      max_tokens: z.int(),
      pooling: Pooling,
      long_texts: LongTexts,
      identity: z.string(),
      /** The one collection that it was fitted to and may be used in, else null. */
      fitted_to: z.string().nullable(),
    })
    .nullable(),
});
export type ModelEntry = z.infer<typeof ModelEntry>;

export const Check = z.object({ name: z.string(), ok: z.boolean(), found: z.string(), remedy: z.string() });

/** A value of a manifest, where it comes from, and whether it is more than a guess. */
export const ProposedValue = z.object({
  field: EncoderChoices.keyof(),
  value: z.union([z.string(), z.int()]),
  from: z.string(),
  sure: z.boolean(),
});

export const EncoderFolderInput = z.object({
  dir: z.string().min(1),
  /** Path of the graph below the folder, where it holds several. */
  graph: z.string().min(1).optional(),
  choices: EncoderChoices.default({}),
});

export const modelsCalls = {
  info: call(
    'read',
    Nothing,
    z.object({
      version: z.string(),
      workspace: z.string(),
      readonly: z.boolean(),
      /** Hosts that something was or may be sent to; empty means that nothing leaves the machine. */
      remote_hosts: z.array(z.string()),
      default_encoder: z.string(),
      threads: z.int(),
    }),
    NoEvent,
  ),
  models: call(
    'read',
    Nothing,
    z.object({
      encoders: z.array(ModelEntry),
      llms: z.array(ModelEntry),
      folders: z.array(z.string()),
      /** What extractors were found able to do, the latest of each model and profile. */
      abilities: z.array(AbilityReport),
    }),
    NoEvent,
  ),
  /** Tries an extractor on twelve short decisions; the report is kept. */
  measureAbility: call(
    'write',
    z.object({
      extractor: ExtractorId.optional(),
      model: z.string().optional(),
      endpoint: EndpointName.optional(),
      profile: z.string().optional(),
    }),
    AbilityReport,
    Progress,
  ),
  doctor: call('read', Nothing, z.object({ checks: z.array(Check) }), NoEvent),
  inspectEncoder: call(
    'read',
    EncoderFolderInput,
    z.object({
      path: z.string(),
      graph: z.object({
        path: z.string(),
        inputs: z.array(GraphInput),
        outputs: z.array(z.object({ name: z.string(), dims: z.array(z.int()) })),
      }),
      tokenizer: z.object({ kind: z.string(), vocabulary: z.int() }),
      proposal: z.array(ProposedValue),
      notes: z.array(z.string()),
      has_manifest: z.boolean(),
    }),
    NoEvent,
  ),
  addEncoder: call(
    'write',
    EncoderFolderInput.extend({ force: z.boolean().default(false) }),
    z.object({
      id: z.string(),
      /** The manifest that was written. */
      path: z.string(),
      /** A link to the folder in the workspace's models, where it was needed. */
      linked: z.string().nullable(),
      proposal: z.array(ProposedValue),
      batch_rows: z.int(),
      checks: z.array(Check),
      notes: z.array(z.string()),
    }),
    NoEvent,
  ),
} as const;
