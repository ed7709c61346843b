/** GGUF files in the user's model folders (ours, the Hugging Face cache, LM Studio's). */
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

export interface GgufFile {
  readonly path: string;
  readonly bytes: number;
}

const MAX_DEPTH = 6;

/** Half-finished downloads, image projectors, later parts of split files and encoders are left out. Sorted by path. */
export async function findGgufs(folders: readonly string[]): Promise<GgufFile[]> {
  const found = new Map<string, GgufFile>();
  for (const folder of folders) await look(folder, 0, found);
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function look(dir: string, depth: number, found: Map<string, GgufFile>): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(dir, entry.name);
    if (entry.isDirectory() && depth < MAX_DEPTH && !entry.name.startsWith('.no_exist')) await look(path, depth + 1, found);
    else if (isChatModel(entry.name)) {
      // The Hugging Face cache holds links to blobs: the same file under two names is one model.
      const real = await realpath(path).catch(() => undefined);
      const stats = real ? await stat(real).catch(() => undefined) : undefined;
      if (real && stats?.isFile() && !found.has(real)) found.set(real, { path, bytes: stats.size });
    }
  }
}

function isChatModel(name: string): boolean {
  const lower = basename(name).toLowerCase();
  if (!lower.endsWith('.gguf') || lower.includes('mmproj')) return false;
  if (/-(\d{5})-of-\d{5}\.gguf$/.test(lower) && !/-00001-of-/.test(lower)) return false;
  return !/(^|[-_.])(embed|embedding|bge|e5|rerank)/.test(lower);
}
