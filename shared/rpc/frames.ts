/**
 * The frames between a client and the engine. A call ends in exactly one of
 * ok, err and cancelled; events come only before that.
 */
import { z } from 'zod';
import { AppErrorShape } from '../errors';

const Id = z.int().min(1);

export const ClientFrame = z.discriminatedUnion('t', [
  z.object({ t: z.literal('call'), id: Id, method: z.string(), input: z.unknown() }),
  z.object({ t: z.literal('cancel'), id: Id }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

export const ServerFrame = z.discriminatedUnion('t', [
  z.object({ t: z.literal('event'), id: Id, event: z.unknown() }),
  z.object({ t: z.literal('ok'), id: Id, value: z.unknown() }),
  z.object({ t: z.literal('err'), id: Id, error: AppErrorShape }),
  z.object({ t: z.literal('cancelled'), id: Id }),
  /** A frame that was no frame of ours: said, and otherwise ignored. */
  z.object({ t: z.literal('bad'), reason: z.string() }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;
