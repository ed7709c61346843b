/** Where a text bears what is said of it. Offsets count UTF-16 code units of the stored text, end exclusive. */
import { z } from 'zod';

/** How surely quoted words were found in the source. `none` means "not located". */
export const EvidenceKind = z.enum(['exact', 'normalised', 'fuzzy']);
export type EvidenceKind = z.infer<typeof EvidenceKind>;
export const EvidenceStatus = z.enum(['exact', 'normalised', 'fuzzy', 'none']);
export type EvidenceStatus = z.infer<typeof EvidenceStatus>;

/** A place in the source that bears a nugget. `score` is 1 for exact and normalised, the similarity (0–1) for fuzzy. */
export const EvidenceSpan = z.object({
  start: z.int().min(0),
  end: z.int().min(0),
  kind: EvidenceKind,
  score: z.number().min(0).max(1),
});
export type EvidenceSpan = Readonly<z.infer<typeof EvidenceSpan>>;
