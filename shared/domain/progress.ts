/** How far long work is. */
import { z } from 'zod';
import { RemoteUsage } from '../endpoints';

/** Progress of a stage of long work; at most ten a second, the last always sent. */
export const Progress = z.object({
  stage: z.enum(['read', 'extract', 'embed', 'store', 'search', 'download', 'fit', 'formulate', 'rerank', 'test', 'approximate']),
  done: z.int(),
  total: z.int().nullable(),
  unit: z.enum(['document', 'text', 'query', 'byte', 'step']),
  /** Units a second over the last stretch, null until known. */
  rate: z.number().nullable(),
  /** Seconds left, null until known. */
  eta: z.number().nullable(),
  /** Tokens a second that a language model reads and writes, null where none is at work or it does not tell. */
  tokens: z.number().nullable(),
  /** What is being worked on now: a decision's title, a file's name. */
  current: z.string(),
  /** What a remote endpoint was sent so far; not there where nothing leaves the machine. */
  usage: RemoteUsage.optional(),
});
export type Progress = Readonly<z.infer<typeof Progress>>;
