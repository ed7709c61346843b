/** SHA-256 of files that are asked about often and change seldom: read again only when size, time or place have changed. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

const known = new Map<string, { readonly stamp: string; readonly sha256: string }>();

/** Hex; undefined where there is no such file. */
export async function knownHash(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const stamp = [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
  const before = known.get(path);
  if (before?.stamp === stamp) return before.sha256;
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  known.set(path, { stamp, sha256 });
  return sha256;
}
