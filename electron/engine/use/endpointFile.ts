/**
 * The endpoints of a workspace, in a file of their own: it is not under the workspace's lock, so that an endpoint can be
 * turned off while another process works. It never holds a key.
 */
import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { EndpointSettings } from '../../../shared/endpoints';
import { AppError } from '../../../shared/errors';
import { readJsonFile, replaceJsonFile } from '../store/jsonFile';
import { underLock } from '../store/shortLock';

const Kept = EndpointSettings.extend({
  /** Where it was turned on: a workspace that is copied elsewhere, or comes from somebody else, has all of them off. */
  enabled_for: z.string().nullable(),
  /** Values of a vector as the server gave them. */
  seen_dimensions: z.int().min(1).nullable(),
});
export type KeptEndpoint = z.infer<typeof Kept>;

const File = z.object({ endpoints: z.record(z.string(), Kept) });

const pathOf = (workspace: string): string => join(workspace, 'endpoints.json');

/** @throws BAD_INPUT where the file is not as we wrote it: then none is on */
export async function readEndpoints(workspace: string): Promise<ReadonlyMap<string, KeptEndpoint>> {
  const json = await readJsonFile(pathOf(workspace));
  if (json === undefined) return new Map();
  const parsed = File.safeParse(json);
  if (parsed.success) return new Map(Object.entries(parsed.data.endpoints));
  throw new AppError(
    'BAD_INPUT',
    `${pathOf(workspace)} is not as Pepita wrote it: ${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}.`,
    'Remove the file and add the endpoints anew; until then none is turned on.',
  );
}

/**
 * The file holds all endpoints: of two changes at once the later must not bring back what the earlier turned off, so that they come
 * one after the other, also those of two processes.
 * @param to gets the endpoint as it is now; undefined removes it
 * @throws WORKSPACE_TAKEN where a process that changes the file is stuck
 */
export async function changeEndpoint<K extends KeptEndpoint | undefined>(
  workspace: string,
  name: string,
  to: (kept: KeptEndpoint | undefined) => K | Promise<K>,
): Promise<K> {
  await mkdir(workspace, { recursive: true });
  return underLock(`${pathOf(workspace)}.lock`, async () => {
    const all = new Map(await readEndpoints(workspace));
    const next = await to(all.get(name));
    if (next) all.set(name, next);
    else all.delete(name);
    const endpoints = Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
    await replaceJsonFile(pathOf(workspace), { endpoints }, 2);
    return next;
  });
}

/** Names machine, user and folder, and the address that was agreed to. */
export async function consent(workspace: string, url: string): Promise<string> {
  const folder = await realpath(workspace).catch(() => workspace);
  return createHash('sha256').update([hostname(), userInfo().username, folder, url].join('\n')).digest('hex');
}
