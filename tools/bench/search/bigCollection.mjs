/** A workspace with one large collection of nuggets whose texts are numbers and whose vectors are made up: its size is what is measured. */

import { once } from 'node:events';
import { createWriteStream, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const DIMS = 384;
const NUGGETS_A_DOCUMENT = 10;
const ROWS_AT_ONCE = 20_000;
const TOPICS = 500;

/**
 * @param engine the bundled parts of the engine (see inside.mjs)
 * @returns the workspace's folder; beside its tables lie vectors.f32 (rows × 384) and documents.u32 (document of each row) for the peer
 */
export async function bigCollection(engine, dir, rows) {
  if (existsSync(join(dir, 'made'))) return dir;
  rmSync(dir, { recursive: true, force: true });
  const store = await engine.openStore(dir, { mode: 'write' });
  await store.addCollection('big');
  await store.close();
  const tables = await engine.tablesOf(dir);
  const space = engine.spaceOf(DIMS);
  const vectors = await vectorsOf(engine, dir, space);
  const raw = createWriteStream(join(dir, 'vectors.f32'));
  const draw = clustered(1, TOPICS);
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const to = Math.min(rows, from + ROWS_AT_ONCE);
    const made = makeRows(engine, from, to);
    for (const [name, some] of Object.entries(made.tables)) await tables.add(name, some);
    const block = new Float32Array((to - from) * DIMS);
    for (let i = 0; i < to - from; i++) draw(block.subarray(i * DIMS, (i + 1) * DIMS));
    await vectors.put(
      space,
      made.keys.map((text_sha256, i) => ({ text_sha256, vector: block.subarray(i * DIMS, (i + 1) * DIMS), tokens: 8, used_chars: 16 })),
    );
    if (!raw.write(Buffer.from(block.buffer))) await once(raw, 'drain');
  }
  raw.end();
  await once(raw, 'finish');
  await vectors.close();
  writeFileSync(join(dir, 'made'), '');
  return dir;
}

async function vectorsOf(engine, dir, space) {
  const store = await engine.openStore(dir, { mode: 'write' });
  return { put: (_, rows) => store.putVectors(space, rows), close: () => store.close() };
}

/** The document of each row, for the peer. */
export function documentsFile(dir, rows) {
  const documents = Uint32Array.from({ length: rows }, (_, row) => Math.floor(row / NUGGETS_A_DOCUMENT));
  writeFileSync(join(dir, 'documents.u32'), Buffer.from(documents.buffer));
}

/** Ids ascend as text, so that the order of the units is that of the rows. */
const documentId = (n) => `d${String(n).padStart(7, '0')}`;

function makeRows(engine, from, to) {
  const documents = [];
  const extractions = [];
  const nuggets = [];
  const keys = [];
  for (let row = from; row < to; row++) {
    const n = Math.floor(row / NUGGETS_A_DOCUMENT);
    const doc_id = documentId(n);
    const ord = row % NUGGETS_A_DOCUMENT;
    const text = `thesis number ${row}`;
    if (ord === 0) {
      documents.push(
        engine.documentRow({
          collection: 'big',
          doc_id,
          title: `Decision ${n}`,
          lang: 'en',
          court: '',
          class: '',
          date: '',
          text,
          sha256: '',
          source: '',
          words: 3,
          added_at: '',
        }),
      );
      extractions.push(
        engine.extractionRow(
          {
            collection: 'big',
            doc_id,
            key: 'k',
            extractor: 'extractive',
            text_sha256: '',
            status: 'done',
            nuggets: NUGGETS_A_DOCUMENT,
            covered: 1,
            windows: 1,
            seconds: 0,
            error_code: '',
            error_message: '',
            at: '',
          },
          'k~0',
        ),
      );
    }
    nuggets.push(
      engine.nuggetRow(
        {
          id: `${doc_id}#k.${ord}`,
          collection: 'big',
          doc_id,
          ord,
          text,
          context: '',
          extractor: 'extractive',
          tier: 'thesis',
          status: 'none',
          spans: [],
          quotes: [],
          cue: null,
          fields: {},
          failed_checks: [],
          trace_id: '',
        },
        'k~0',
      ),
    );
    keys.push(engine.vectorKey('passage', text));
  }
  return { tables: { documents, extractions, nuggets }, keys };
}

/** Vectors around topics, of norm 1, always the same for a seed: real ones lie so, and an approximate index lives by it. */
export function clustered(seed, topics) {
  const random = mulberry(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const centres = Array.from({ length: topics }, () => Float32Array.from({ length: DIMS }, normal));
  return (into) => {
    const centre = centres[Math.floor(random() * topics)];
    let norm = 0;
    for (let d = 0; d < DIMS; d++) {
      into[d] = centre[d] + normal();
      norm += into[d] * into[d];
    }
    norm = Math.sqrt(norm);
    for (let d = 0; d < DIMS; d++) into[d] /= norm;
    return into;
  };
}

function mulberry(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
