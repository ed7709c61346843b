/** Profiles: what a document is read for. */
import { z } from 'zod';
import { EvidenceSpan, EvidenceStatus, ExtractorId, Lang, NuggetFields, Progress, SummaryField, Tier } from '../domain';
import { EndpointName, RemoteUsage } from '../endpoints';
import { ProfileEntry } from '../profiles';
import { CollectionId, call, DocId, NoEvent, Nothing } from './call';

/** A nugget that a preview made: nothing of it is stored. */
export const PreviewNugget = z.object({
  text: z.string(),
  tier: Tier,
  status: EvidenceStatus,
  spans: z.array(EvidenceSpan),
  quotes: z.array(z.string()),
  fields: NuggetFields,
  failed_checks: z.array(z.string()),
});

export const PreviewOutput = z.object({
  profile: ProfileEntry,
  doc_id: z.string(),
  title: z.string(),
  /** The document's language and the prompt's: another where the profile has none of the document's. */
  lang: Lang,
  prompt_lang: Lang,
  /** The prompt as it would be sent with the first window in it, and the JSON schema that the answer is bound to. */
  prompt: z.object({ system: z.string(), user: z.string() }),
  schema: z.unknown(),
  windows: z.array(
    z.object({
      start: z.int(),
      end: z.int(),
      /** Of the whole prompt; counted by the model where one read it, else estimated from its characters. */
      prompt_tokens: z.int(),
      counted: z.boolean(),
      answer_tokens: z.int().nullable(),
      stop: z.string(),
      raw: z.string(),
    }),
  ),
  /** Characters that were or would be read, of all; and how many windows the whole text has, about. */
  read_chars: z.int(),
  chars: z.int(),
  all_windows: z.int(),
  /** What a model made of it; null where none was named, or where the rules can't stand in. */
  made: z
    .object({
      extractor: ExtractorId,
      model: z.string(),
      nuggets: z.array(PreviewNugget),
      /** Of a profile that makes summaries; without a model the rules fill it. */
      summary: z.array(SummaryField).nullable(),
      status: z.enum(['done', 'partial']),
      note: z.string(),
      seconds: z.number(),
      /** What a remote endpoint was sent; null where nothing left the machine. */
      usage: RemoteUsage.nullable(),
    })
    .nullable(),
});
export type PreviewOutput = z.infer<typeof PreviewOutput>;

export const profilesCalls = {
  /** Those that come along and those of the workspace; one that can't be used says why. */
  profiles: call('read', Nothing, z.object({ profiles: z.array(ProfileEntry), folder: z.string() }), NoEvent),
  /** What a collection's nuggets are written after from now on: an id, or the path of a definition. */
  chooseProfile: call('write', z.object({ collection: CollectionId, profile: z.string().min(1) }), ProfileEntry, NoEvent),
  /** One document with one profile: the prompt, the windows, and with a model what it makes of them. Stores nothing. */
  previewProfile: call(
    'read',
    z.object({
      profile: z.string().min(1),
      collection: CollectionId,
      doc_id: DocId,
      model: z.string().optional(),
      /** A remote endpoint that is turned on: the windows' text is sent to it. */
      endpoint: EndpointName.optional(),
      /** Windows that are shown and read, from the text's beginning. */
      windows: z.int().min(1).max(1000).default(2),
    }),
    PreviewOutput,
    Progress,
  ),
} as const;
