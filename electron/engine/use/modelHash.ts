/** SHA-256 of a model file, remembered by path, size and time, so that 4 GB are not read at each start. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Store } from '../ports';

const FACT = 'model_hashes';

export async function modelSha256(store: Store, path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  const key = `${path}|${size}|${mtimeMs}`;
  const known = ((await store.getFact(FACT)) as Record<string, string> | undefined) ?? {};
  if (known[key]) return known[key];
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  const sha256 = hash.digest('hex');
  if (!store.readonly) await store.putFact(FACT, { ...known, [key]: sha256 });
  return sha256;
}
