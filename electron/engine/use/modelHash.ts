/** SHA-256 of a model, all parts of a split file together; remembered by path, size and time, so that 4 GB are not read at each start. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ggufParts } from '../llama/ggufFacts';
import type { Store } from '../ports';

const FACT = 'model_hashes';

export async function modelSha256(store: Store, path: string): Promise<string> {
  const parts = ggufParts(path);
  const stats = await Promise.all(parts.map((part) => stat(part)));
  const key = [path, ...stats.map(({ size, mtimeMs }) => `${size}|${mtimeMs}`)].join('|');
  const known = ((await store.getFact(FACT)) as Record<string, string> | undefined) ?? {};
  if (known[key]) return known[key];
  const hash = createHash('sha256');
  for (const part of parts) for await (const chunk of createReadStream(part)) hash.update(chunk as Buffer);
  const sha256 = hash.digest('hex');
  if (!store.readonly) await store.putFact(FACT, { ...known, [key]: sha256 });
  return sha256;
}
