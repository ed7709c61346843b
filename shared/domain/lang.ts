/** The languages of decisions. */
import { z } from 'zod';

export const Lang = z.enum(['pt', 'en']);
export type Lang = z.infer<typeof Lang>;
