/** Collections and their documents. */
import { z } from 'zod';
import { Document, DocumentHead, Extraction, Lang, Nugget, NuggetSource, Summary, Tier } from '../domain';
import { CollectionId, call, DocId, NoEvent, Nothing } from './call';

/**
 * `current`: covers the collection as it now is · `outdated`: texts came or went since ·
 * `changed`: the encoder of this id is another than the index was made with · `missing`: it is not on this machine.
 */
export const IndexState = z.enum(['current', 'outdated', 'changed', 'missing']);

export const IndexedWith = z.object({ encoder: z.string(), current: z.boolean(), state: IndexState });

export const CollectionSummary = z.object({
  id: z.string(),
  documents: z.int(),
  words: z.int(),
  langs: z.array(Lang),
  queries: z.int(),
  judgments: z.int(),
  nuggets: z.array(z.object({ extractor: NuggetSource, tier: Tier, count: z.int() })),
  /** Structured summaries, by who made them and after which profile. */
  summaries: z.array(z.object({ extractor: NuggetSource, profile: z.string(), count: z.int() })),
  /** What its next nuggets are written after: a profile's id, or the path of its definition. */
  profile: z.string(),
  extracted_documents: z.int(),
  failed_documents: z.int(),
  /** Documents that an extraction could not read, or not wholly: what `failures` lists. */
  faults: z.int(),
  /** Encoders that the collection was indexed with, each once. */
  indexed: z.array(IndexedWith),
  /** Its own fitted encoder: the id, how many documents it saw (null: none was made), and whether the next index fits it again. */
  fitted: z.object({ encoder: z.string(), documents: z.int().nullable(), due: z.boolean() }),
});
export type CollectionSummary = z.infer<typeof CollectionSummary>;

export const libraryCalls = {
  collections: call('read', Nothing, z.object({ collections: z.array(CollectionSummary) }), NoEvent),
  documents: call(
    'read',
    z.object({
      collection: CollectionId,
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1000).default(100),
      find: z.string().default(''),
    }),
    z.object({ total: z.int(), documents: z.array(DocumentHead.extend({ nuggets: z.int(), extraction: Extraction.nullable() })) }),
    NoEvent,
  ),
  show: call(
    'read',
    z.object({ collection: CollectionId, doc_id: DocId }),
    z.object({ document: Document, nuggets: z.array(Nugget), summaries: z.array(Summary), extractions: z.array(Extraction) }),
    NoEvent,
  ),
  export: call(
    'read',
    z.object({
      kind: z.enum(['nuggets', 'summaries', 'qrels', 'corpus', 'extractions', 'annotations']),
      collection: CollectionId,
      out: z.string().min(1),
      offsets: z.enum(['utf16', 'codepoints', 'utf8']).default('utf16'),
    }),
    z.object({ path: z.string(), rows: z.int() }),
    NoEvent,
  ),
} as const;
