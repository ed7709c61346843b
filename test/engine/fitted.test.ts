import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';

/** An encoder fitted to a few decisions of the sample, with the real teacher and the real store. */
const SAMPLE = 'resources/sample/decisions';
const paths = (...ids: string[]) => ids.map((id) => `${SAMPLE}/${id}.txt`);
const QUERY = 'presunção relativa de dissolução irregular e redirecionamento ao sócio-gerente';
let dir: string;
let engine: Engine;
let client: Client;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'pepita-fitted-'));
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
  await client.call('import', { collection: 'c', paths: paths('pt-tj-01', 'pt-stj-04', 'en-sc-02') });
});
afterAll(async () => {
  await engine.close();
  rmSync(dir, { recursive: true, force: true });
});

const folder = (name = 'fitted-c') => join(dir, 'workspace', 'models', name);
const index = (collection = 'c') => client.call('index', { collection, encoder: 'fitted' });
const search = (input: { collection?: string; encoder?: string; query?: string; unit?: 'passage' | 'document' } = {}) =>
  client.call('search', { collection: 'c', encoder: 'fitted', query: QUERY, unit: 'passage', ...input });
const refusal = (call: Promise<unknown>) => call.catch((error: unknown) => error);

describe('an encoder fitted to a collection', () => {
  it('is asked for before a search can use it', async () => {
    expect(await refusal(search())).toMatchObject({ code: 'NOT_INDEXED', remedy: expect.stringContaining('--encoder fitted') });
  });

  it('that was cancelled leaves nothing behind', async () => {
    for (const stage of ['text', 'step']) {
      const aborter = new AbortController();
      const onEvent = (progress: { stage: string; unit: string; done: number }) => {
        if (progress.stage === 'fit' && progress.unit === stage && progress.done > 0) aborter.abort();
      };
      const call = client.call('index', { collection: 'c', encoder: 'fitted' }, { signal: aborter.signal, onEvent });
      expect(await refusal(call)).toMatchObject({ code: 'CANCELLED' });
      expect(existsSync(folder())).toBe(false);
    }
  });

  it('is told what it will cost before it is made', async () => {
    const { encoders } = await client.call('estimateIndex', { collection: 'c' });
    const [own, fitted] = [
      encoders.find(({ encoder }) => encoder === 'e5-small-pten')!,
      encoders.find(({ encoder }) => encoder === 'fitted')!,
    ];
    expect(own).toMatchObject({ fit_seconds: 0, texts: expect.any(Number) });
    expect(own.texts).toBeGreaterThan(0);
    expect(fitted.fit_seconds).toBeGreaterThan(0);
    expect(fitted.embed_seconds).toBeLessThan(own.embed_seconds / 10);
    expect(existsSync(folder())).toBe(false);
  });

  it('is fitted and indexed in one go, reads documents whole, and finds the decision', async () => {
    const out = await index();
    expect(out.encoder).toMatchObject({ id: 'fitted-c', dimensions: 384 });
    expect(out).toMatchObject({ truncated_documents: 0, reused: 0 });
    const { results, config, warnings } = await search();
    expect(results[0]?.doc_id).toBe('pt-stj-04');
    expect(config).toMatchObject({ encoder: 'fitted-c', encoder_sha256: out.encoder.sha256 });
    expect(warnings).toEqual([]);
    const whole = await search({ unit: 'document' });
    expect(whole.results[0]?.doc_id).toBe('pt-stj-04');
    for (const { read } of whole.results) expect(read!.used_chars).toBe(read!.chars);
  });

  it('says what it was made from', async () => {
    expect(JSON.parse(readFileSync(join(folder(), 'manifest.json'), 'utf8'))).toMatchObject({
      id: 'fitted-c',
      fitted: { collection: 'c', teacher: { id: 'e5-small-pten', identity: expect.stringMatching(/^[0-9a-f]{64}$/) }, documents: 3 },
    });
    const { encoders } = await client.call('models', {});
    expect(encoders.find(({ id }) => id === 'fitted-c')).toMatchObject({ ready: true });
  });

  it('gives a text of unknown signs, and of none, a vector', async () => {
    for (const query of ['裁判所', '🙂', '\u200b']) expect((await search({ query })).results.length).toBe(3);
  });

  it('made again from the same is the same, byte for byte', async () => {
    const graph = () => readFileSync(join(folder(), readdirSync(folder()).find((name) => name.endsWith('.onnx'))!));
    const before = graph();
    rmSync(folder(), { recursive: true });
    expect(await index()).toMatchObject({ embedded: 0 });
    expect(graph().equals(before)).toBe(true);
  });

  it('is refused in another collection, with the way to its own', async () => {
    await client.call('import', { collection: 'Outra coleção', paths: paths('pt-tj-03') });
    for (const call of [
      () => search({ collection: 'Outra coleção', encoder: 'fitted-c' }),
      () => client.call('index', { collection: 'Outra coleção', encoder: 'fitted-c' }),
    ]) {
      expect(await refusal(call())).toMatchObject({ code: 'USAGE', remedy: expect.stringContaining('--encoder fitted') });
    }
    expect((await index('Outra coleção')).encoder.id).toMatch(/^fitted-outra-colecao-[0-9a-f]{8}$/);
    expect((await search({ collection: 'Outra coleção', query: 'furto' })).results[0]?.doc_id).toBe('pt-tj-03');
  });

  it('is fitted again once much has come in, and its earlier vectors go', async () => {
    const before = (await index()).encoder.sha256;
    // A copy needs no vectors of its own, so that the search goes on, with a warning: one of four is more than a fifth.
    const copy = join(dir, 'copy.txt');
    copyFileSync(paths('pt-tj-01')[0]!, copy);
    await client.call('import', { collection: 'c', paths: [copy] });
    expect((await search()).warnings).toEqual([expect.stringContaining('1 of 4 documents')]);
    const fitted = async () => (await client.call('collections', {})).collections.find(({ id }) => id === 'c')?.fitted;
    expect(await fitted()).toEqual({ encoder: 'fitted-c', documents: 3, due: true });
    await client.call('import', { collection: 'c', paths: paths('pt-tj-04') });
    expect(await refusal(search())).toMatchObject({ code: 'NOT_INDEXED', remedy: expect.stringContaining('fitted-c') });
    const after = await index();
    expect(after.encoder.sha256).not.toBe(before);
    expect((await search()).warnings).toEqual([]);
    const { collections } = await client.call('collections', {});
    expect(collections.find(({ id }) => id === 'c')?.indexed).toEqual([{ encoder: 'fitted-c', current: true, state: 'current' }]);
    expect(readdirSync(folder()).filter((name) => name.endsWith('.onnx')).length).toBe(1);
  });
});
