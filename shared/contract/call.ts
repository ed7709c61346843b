/** What a command of the contract is made of. */
import { z } from 'zod';

/** Whether it writes, what goes in, what comes out, which events it sends on the way. */
export const call = <I extends z.ZodType, O extends z.ZodType, E extends z.ZodType>(
  effect: 'read' | 'write',
  input: I,
  output: O,
  event: E,
) => ({
  effect,
  input,
  output,
  event,
});

export const Nothing = z.object({});
export const NoEvent = z.never();
export const CollectionId = z.string().min(1).max(120);
export const DocId = z.string().min(1);
