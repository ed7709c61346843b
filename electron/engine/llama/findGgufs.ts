/** GGUF files in the user's model folders (ours, the Hugging Face cache, LM Studio's). */
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ENCODERS, ggufParts } from './ggufFacts';

export interface GgufFile {
  readonly path: string;
  /** All parts together where the file is split. */
  readonly bytes: number;
}

const MAX_DEPTH = 6;
/** Beside a file, each of these says that a program is still writing it. */
const UNFINISHED = ['.aria2', '.part', '.partial', '.incomplete', '.crdownload', '.download', '.tmp', '.ipull'];
const NO_CHAT = /mmproj|(^|[-_.])(embed|embedding|bge|gte|e5|minilm|colbert|rerank)/;
const HEAD_BYTES = 4096;

/**
 * Half-finished downloads, later parts of split files and what can't write (encoders, image projectors) are left out. Sorted by path.
 * @param all with what can't write, for what a user names
 */
export async function findGgufs(folders: readonly string[], all = false): Promise<GgufFile[]> {
  const found = new Map<string, GgufFile>();
  for (const folder of folders) await look(folder, 0, found, all);
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function look(dir: string, depth: number, found: Map<string, GgufFile>, all: boolean): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const names = new Set(entries.map(({ name }) => name));
  for (const entry of entries) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) {
      if (depth < MAX_DEPTH && !entry.name.startsWith('.no_exist')) await look(path, depth + 1, found, all);
      continue;
    }
    if (!isModel(entry.name, all) || UNFINISHED.some((ending) => names.has(entry.name + ending))) continue;
    // The Hugging Face cache holds links to blobs: the same file under two names is one model.
    const real = await realpath(path).catch(() => undefined);
    if (!real || found.has(real) || !(await stat(real)).isFile()) continue;
    if (!all && ENCODERS.test(await architectureOf(real))) continue;
    const sizes = await Promise.all(
      ggufParts(path).map((part) =>
        stat(part)
          .then(({ size }) => size)
          .catch(() => 0),
      ),
    );
    found.set(real, { path, bytes: sizes.reduce((a, b) => a + b, 0) });
  }
}

function isModel(name: string, all: boolean): boolean {
  const lower = name.toLowerCase();
  if (!lower.endsWith('.gguf') || (!all && NO_CHAT.test(lower))) return false;
  return !/-\d{5}-of-\d{5}\.gguf$/.test(lower) || /-00001-of-/.test(lower);
}

/** `general.architecture` where it stands in the head of the file, as it does by custom; else ''. */
async function architectureOf(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const key = 'general.architecture';
    const at = buffer.indexOf(key);
    // The key, its type (8: a string), the string's length, the string.
    const value = at + key.length;
    if (at < 0 || value + 12 > bytesRead || buffer.readUInt32LE(value) !== 8) return '';
    return buffer.toString('utf8', value + 12, Math.min(bytesRead, value + 12 + buffer.readUInt32LE(value + 4)));
  } finally {
    await file.close();
  }
}
