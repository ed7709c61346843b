/** Real published encoders, added as a user adds them. They are dynamically quantised, and read English. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { openEncoder } from '../../electron/engine/embed/encoder';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';

const MODELS = ['all-minilm-l6-v2-q', 'e5-small-v2-q'];
const QUERY = 'May a worker be dismissed without being heard?';
const TEXTS = [
  'No order of dismissal can be passed against a permanent employee unless an opportunity of being heard has been given.',
  'The recipe needs two cups of flour, three eggs and a pinch of salt.',
  'The sun rises in the east and sets in the west.',
  'Naïve café — R$ 1.234,56 ⚖️ 漢字',
  '',
  'Where the inquiry is vitiated by a breach of natural justice, the order must be set aside. '.repeat(60),
];

const REFERENCE = `
import json, sys
import numpy as np, onnxruntime as ort
from tokenizers import Tokenizer
folder, limit = sys.argv[1], int(sys.argv[2])
tok = Tokenizer.from_file(folder + '/tokenizer.json')
tok.no_padding(); tok.enable_truncation(limit)
options = ort.SessionOptions(); options.intra_op_num_threads = 1
graph = ort.InferenceSession(folder + '/model.onnx', options, providers=['CPUExecutionProvider'])
out = []
for text in json.load(sys.stdin):
    ids = np.array([tok.encode(text).ids], dtype=np.int64)
    feeds = {'input_ids': ids, 'attention_mask': np.ones_like(ids), 'token_type_ids': np.zeros_like(ids)}
    v = graph.run(['last_hidden_state'], feeds)[0][0].mean(axis=0)
    out.append((v / np.linalg.norm(v)).tolist())
json.dump(out, sys.stdout)
`;
const python = process.env.PEPITA_PYTHON ?? 'python3';
const hasReference = spawnSync(python, ['-c', 'import numpy, onnxruntime, tokenizers']).status === 0;
if (!hasReference)
  console.warn(`Skipped: the comparison with Python's onnxruntime and tokenizers, which ${python} lacks (PEPITA_PYTHON names another).`);

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a).reduce((sum, x, i) => sum + x * b[i]!, 0);

describe.each(MODELS)('%s', (id) => {
  const cached = join('.cache', 'models', id);
  const here = existsSync(join(cached, 'model.onnx')) && existsSync(join(cached, 'tokenizer.json'));
  if (!here) console.warn(`Skipped: ${cached} is not there. Fetch it with: node test/live/fetch-models.mjs (it needs Maven)`);

  describe.skipIf(!here)('added', () => {
    let work: string;
    let dir: string;
    let engine: Engine;
    let client: Client;
    beforeAll(async () => {
      work = mkdtempSync(join(tmpdir(), 'pepita-live-encoder-'));
      dir = join(work, id);
      mkdirSync(dir);
      for (const name of ['model.onnx', 'tokenizer.json']) copyFileSync(resolve(cached, name), join(dir, name));
      engine = await createEngine({ ...engineConfig(process.cwd(), join(work, 'workspace'), 'write', {}), threads: 1 });
      const [near, far] = createMemoryPorts();
      engine.serve(far);
      client = createClient(near);
    });
    afterAll(async () => {
      await engine?.close();
      rmSync(work, { recursive: true, force: true });
    });
    const add = (choices = {}) =>
      client.call('addEncoder', { dir, force: true, choices: { licence: 'Apache-2.0', max_tokens: 256, ...choices } });
    const embed = async (texts: readonly string[], role: 'query' | 'passage' = 'passage') => {
      const encoder = await openEncoder(dir, { threads: 1 });
      const { vectors, used_chars } = await encoder.embed(texts, role);
      await encoder.dispose();
      return { rows: texts.map((_, i) => vectors.subarray(i * 384, (i + 1) * 384)), used_chars };
    };

    it('is understood from its files; its texts depend on their neighbours, so that they are run alone', async () => {
      const out = await add();
      expect(out).toMatchObject({ id, batch_rows: 1, linked: join(work, 'workspace', 'models', id) });
      expect(JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'))).toMatchObject({
        dimensions: 384,
        pooling: 'mean',
        output: 'last_hidden_state',
        inputs: ['input_ids', 'attention_mask', 'token_type_ids'],
        prefixes: id.startsWith('e5') ? { query: 'query: ', passage: 'passage: ' } : { query: '', passage: '' },
      });
      const by = Object.fromEntries(out.checks.map((check) => [check.name, check]));
      expect(by['meaning (en)']).toMatchObject({ ok: true });
      expect(Number(/cosine ([\d.]+)/.exec(by['batch']!.found)?.[1])).toBeLessThan(0.9999);
      expect(out.checks.filter(({ ok }) => !ok)).toEqual([]);
    });

    it('ranks a paraphrase above other matters, and a text alone as among others', async () => {
      const { rows } = await embed(TEXTS);
      const [query] = (await embed([QUERY], 'query')).rows;
      const scores = rows.slice(0, 3).map((row) => dot(query!, row));
      expect(scores[0]).toBeGreaterThan(Math.max(scores[1]!, scores[2]!));
      for (const [i, text] of TEXTS.entries()) expect(dot((await embed([text])).rows[0]!, rows[i]!)).toBeGreaterThan(0.999999);
    });

    it('by window a long text is read to its end', async () => {
      const long = `${TEXTS[5]} ${'Flour, eggs and salt make a dough. '.repeat(60)}`;
      const [cut, flour] = (await embed([long, 'Flour, eggs and salt make a dough.'])).rows;
      await add({ long_texts: 'window' });
      const { rows, used_chars } = await embed([long, TEXTS[0]!]);
      expect(used_chars[0]).toBe(long.length);
      expect(dot(rows[0]!, flour!)).toBeGreaterThan(dot(cut!, flour!) + 0.02);
    });

    it.skipIf(!hasReference)('the vectors are those of Python', async () => {
      await add({ query_prefix: '', passage_prefix: '' });
      const { rows } = await embed(TEXTS);
      const answer = spawnSync(python, ['-c', REFERENCE, dir, '256'], { input: JSON.stringify(TEXTS), encoding: 'utf8', maxBuffer: 1e8 });
      expect(answer.stderr).not.toContain('Error');
      const reference = JSON.parse(answer.stdout) as number[][];
      const cosines = reference.map((due, i) => dot(due, rows[i]!));
      console.info(`${id}: least cosine to Python's vectors ${Math.min(...cosines.slice(0, 5))}; of a cut text ${cosines[5]}`);
      for (const cosine of cosines.slice(0, 5)) expect(cosine).toBeGreaterThan(0.9999);
      // The cut is at the last character that fits, where Python cuts at the last token.
      expect(cosines[5]).toBeGreaterThan(0.999);
    });
  });
});
