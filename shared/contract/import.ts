/** Files in: what was read, refused, seen twice. */
import { z } from 'zod';
import { EvidenceStatus, Lang, NuggetSource, Progress } from '../domain';
import { CollectionId, call } from './call';

export const ImportFormat = z.enum(['auto', 'text', 'beir', 'juristcu', 'aila', 'parquet', 'nuggets', 'label-studio']);

export const Rejected = z.object({ file: z.string(), row: z.int().nullable(), reason: z.string() });

export const Duplicate = z.object({ doc_id: z.string(), of: z.string(), by: z.enum(['id', 'content']), file: z.string() });

/** Something that was read after all, but not as it was meant: a guessed encoding, metadata without a document. */
export const ImportNote = z.object({ file: z.string(), text: z.string() });

/** A judgment or query that names an id which is not there. */
export const Unjoined = z.object({ kind: z.enum(['document', 'query']), id: z.string(), judgments: z.int() });

/** What became of nuggets that were made elsewhere. */
export const ImportedNuggets = z.object({
  systems: z.array(z.object({ system: NuggetSource, documents: z.int(), nuggets: z.int() })),
  /** Documents whose nuggets of a system were written; those that had the same already are `unchanged`. */
  documents: z.int(),
  unchanged: z.int(),
  nuggets: z.int(),
  located: z.record(EvidenceStatus, z.int()),
  /** Rows whose spans did not read as their quotes: these were looked for in the text anew. */
  realigned: z.array(z.object({ file: z.string(), row: z.int(), doc_id: z.string(), reason: z.string() })),
  /** Ids that no document has, with those that look most like them. */
  unknown: z.array(z.object({ doc_id: z.string(), rows: z.int(), nearest: z.array(z.string()) })),
});
export type ImportedNuggets = z.infer<typeof ImportedNuggets>;

export const ImportOutput = z.object({
  collection: z.string(),
  format: ImportFormat,
  added: z.int(),
  unchanged: z.int(),
  duplicates: z.array(Duplicate),
  rejected: z.array(Rejected),
  queries: z.int(),
  judgments: z.int(),
  unjoined: z.array(Unjoined),
  notes: z.array(ImportNote),
  /** Null where no nuggets were among the files. */
  nuggets: ImportedNuggets.nullable(),
});
export type ImportOutput = z.infer<typeof ImportOutput>;

export const ImportInput = z.object({
  collection: CollectionId,
  paths: z.array(z.string().min(1)).min(1),
  format: ImportFormat.default('auto'),
  lang: Lang.optional(),
  /** For nuggets: the system that made them (default: as each row says, else the file's name). */
  system: z.string().optional(),
  /** Of judgments in splits: the one that is read, or `all` (default: test where there is one, else all). */
  split: z.string().min(1).optional(),
});

export const importingCalls = {
  import: call('write', ImportInput, ImportOutput, Progress),
} as const;
