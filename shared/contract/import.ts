/** Files in: what was read, refused, seen twice. */
import { z } from 'zod';
import { Lang, Progress } from '../domain';
import { CollectionId, call } from './call';

export const ImportFormat = z.enum(['auto', 'text', 'beir', 'juristcu', 'aila']);

export const Rejected = z.object({ file: z.string(), row: z.int().nullable(), reason: z.string() });

export const Duplicate = z.object({ doc_id: z.string(), of: z.string(), by: z.enum(['id', 'content']), file: z.string() });

/** Something that was read after all, but not as it was meant: a guessed encoding, metadata without a document. */
export const ImportNote = z.object({ file: z.string(), text: z.string() });

/** A judgment or query that names an id which is not there. */
export const Unjoined = z.object({ kind: z.enum(['document', 'query']), id: z.string(), judgments: z.int() });

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
});
export type ImportOutput = z.infer<typeof ImportOutput>;

export const ImportInput = z.object({
  collection: CollectionId,
  paths: z.array(z.string().min(1)).min(1),
  format: ImportFormat.default('auto'),
  lang: Lang.optional(),
});

export const importingCalls = {
  import: call('write', ImportInput, ImportOutput, Progress),
} as const;
