/** Who makes nuggets and summaries. */
import { z } from 'zod';

/** Who made a nugget. */
export const ExtractorId = z.enum(['extractive', 'llama', 'remote']);
export type ExtractorId = z.infer<typeof ExtractorId>;

/** Nuggets that were made elsewhere carry the name of the system that made them, so that several are kept apart. */
export const IMPORTED = 'imported:';
export const ImportedId = z.custom<`${typeof IMPORTED}${string}`>(
  (value) => typeof value === 'string' && /^imported:[\p{L}\p{N}][\p{L}\p{N} ._+-]{0,59}$/u.test(value),
  'imported: and a name of at most 60 letters, digits, spaces or . _ + - is due',
);
/** Where nuggets come from: an extractor of ours, or a system elsewhere. */
export const NuggetSource = z.union([ExtractorId, ImportedId]);
export type NuggetSource = z.infer<typeof NuggetSource>;
