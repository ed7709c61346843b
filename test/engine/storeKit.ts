/** Temp workspaces, and rows with every field set, for the tests of the store. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Store, VectorRow, VectorSpace } from '../../electron/engine/ports';
import { openStore, type StoreOptions } from '../../electron/engine/store/open';
import type { Document, Extraction, Nugget, Trace } from '../../shared/domain';

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const folders: string[] = [];
const stores: Store[] = [];

export function tempFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'pepita-store-'));
  folders.push(dir);
  return dir;
}

/** Opens a store that is closed after the test. */
export async function open(dir: string, options: StoreOptions = { mode: 'write' }): Promise<Store> {
  const store = await openStore(dir, options);
  stores.push(store);
  return store;
}

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true });
});

export const document = (doc_id: string, text = `Texto de ${doc_id}.`, more: Partial<Document> = {}): Document => ({
  collection: 'c',
  doc_id,
  title: `Acórdão ${doc_id}`,
  lang: 'pt',
  court: 'TCU',
  class: 'Representação',
  date: '2024-05-07',
  text,
  sha256: sha256(text),
  source: `${doc_id}.txt`,
  words: text.split(/\s+/).length,
  added_at: '2026-01-02T03:04:05.000Z',
  ...more,
});

export const extraction = (doc_id: string, key: string, nuggets: number, more: Partial<Extraction> = {}): Extraction => ({
  collection: 'c',
  doc_id,
  key,
  extractor: 'extractive',
  text_sha256: sha256(doc_id),
  status: 'done',
  nuggets,
  covered: 100,
  windows: 1,
  seconds: 0.25,
  error_code: '',
  error_message: '',
  at: '2026-01-02T03:04:05.000Z',
  ...more,
});

export const nuggetsOf = (doc_id: string, key: string, texts: readonly string[], more: Partial<Nugget> = {}): Nugget[] =>
  texts.map((text, ord) => ({
    id: `${doc_id}#${key}.${ord}`,
    collection: 'c',
    doc_id,
    ord,
    text,
    context: 'Sentença seguinte.',
    extractor: 'extractive',
    tier: 'thesis',
    status: 'exact',
    spans: [{ start: 3, end: 12, kind: 'exact', score: 1 }],
    quotes: [text],
    cue: 1.5,
    fields: { article: 'art. 1º', conditions: ['se houver', "D'Ávila"] },
    failed_checks: ['self-contained'],
    trace_id: `${doc_id}#${key}.t0`,
    ...more,
  }));

export const trace = (doc_id: string, key: string, more: Partial<Trace> = {}): Trace => ({
  id: `${doc_id}#${key}.t0`,
  collection: 'c',
  doc_id,
  extractor: 'extractive',
  extractor_version: '1',
  model_id: '',
  model_sha256: '',
  profile_id: 'cues',
  profile_sha256: sha256('cues'),
  params: '{"k":1}',
  window: 0,
  window_start: 0,
  window_end: 100,
  raw: '{"nuggets":[]}',
  stop_reason: 'end',
  attempts: 1,
  created_at: '2026-01-02T03:04:05.000Z',
  ...more,
});

export const space = (name: string, dimensions = 4): VectorSpace => ({ encoder_id: name, sha256: sha256(name), dimensions });

/** A unit vector that names its number: cosine and sine of `n`, the rest zero. */
export function vector(n: number, dimensions = 4): Float32Array {
  const values = new Float32Array(dimensions);
  values[0] = Math.cos(n);
  values[1] = Math.sin(n);
  return values;
}

export const vectorRow = (n: number, dimensions = 4): VectorRow => ({
  text_sha256: sha256(`v${n}`),
  vector: vector(n, dimensions),
  tokens: n,
  used_chars: 10 * n,
});
