import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';

let dir: string;
let engine: Engine;
let client: Client;
const folder = () => join(dir, 'workspace', 'profiles');

/** A profile of the user's, after norms; files can be changed by `mend`. */
function write(id: string, mend: (definition: string) => string = (text) => text): string {
  mkdirSync(folder(), { recursive: true });
  for (const lang of ['pt', 'en']) cpSync(`resources/prompts/norms.${lang}.md`, join(folder(), `${id}.${lang}.md`));
  const path = join(folder(), `${id}.json`);
  writeFileSync(path, mend(readFileSync('resources/prompts/norms.json', 'utf8').replace('"id": "norms"', `"id": "${id}"`)));
  return path;
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'pepita-profiles-'));
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
  await client.call('import', {
    collection: 'c',
    paths: ['resources/sample/decisions/pt-tj-01.txt', 'resources/sample/decisions/en-sc-02.txt'],
  });
});
afterAll(async () => {
  await engine.close();
  rmSync(dir, { recursive: true, force: true });
});

const ids = async () => (await client.call('profiles', {})).profiles.map(({ id, error }) => (error ? `${id}!` : id));

describe('profiles', () => {
  it('come along for three genres, and from the workspace; one that is broken is listed with its reason, the others stay', async () => {
    expect(await ids()).toEqual(expect.arrayContaining(['jurisprudence', 'norms', 'tax-qa']));
    write('mine');
    write('broken', (text) => text.replace('"language", ', '"grammar", '));
    write('norms');
    expect(await ids()).toEqual(expect.arrayContaining(['mine', 'broken!', 'norms', 'norms!']));
    const { profiles, folder: told } = await client.call('profiles', {});
    expect(told).toBe(folder());
    expect(profiles.find(({ id }) => id === 'broken')?.error).toMatch(/broken\.json: field "checks\.2"/);
    expect(profiles.find(({ id, source }) => id === 'norms' && source === 'workspace')?.error).toContain('comes along');
    rmSync(join(folder(), 'norms.json'));
  });

  it('the usual one until another is chosen; then it is remembered, by id or by path, and shown with the collection', async () => {
    const chosen = async () => (await client.call('collections', {})).collections[0]?.profile;
    expect(await chosen()).toBe('jurisprudence');
    expect(await client.call('chooseProfile', { collection: 'c', profile: 'mine' })).toMatchObject({ id: 'mine', source: 'workspace' });
    expect(await chosen()).toBe('mine');
    const path = join(folder(), 'mine.json');
    await client.call('extract', { collection: 'c', extractor: 'extractive', profile: path, limit: 1 });
    expect(await chosen()).toBe(path);
  });

  it('an unknown one is refused with the nearest, and what was chosen stays', async () => {
    const before = (await client.call('collections', {})).collections[0]?.profile;
    for (const method of ['chooseProfile', 'extract'] as const)
      await expect(client.call(method, { collection: 'c', profile: 'norm' } as never)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        remedy: expect.stringContaining('norms'),
      });
    await expect(client.call('chooseProfile', { collection: 'c', profile: 'broken' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    expect((await client.call('collections', {})).collections[0]?.profile).toBe(before);
  });
});

describe('a preview without a model', () => {
  it('is the prompt in the document’s language with the text in it, and the windows; nothing is stored', async () => {
    const before = await client.call('show', { collection: 'c', doc_id: 'pt-tj-01' });
    const out = await client.call('previewProfile', { profile: 'norms', collection: 'c', doc_id: 'pt-tj-01' });
    expect(out).toMatchObject({ lang: 'pt', prompt_lang: 'pt', made: null, chars: before.document.text.length });
    expect(out.prompt.system).toContain('"exceptions"');
    expect(out.prompt.user).toContain(before.document.text.slice(0, 200));
    expect(out.windows[0]).toMatchObject({ start: 0, counted: false, answer_tokens: null });
    // About 3.6 characters a token: the prompt can't have fewer tokens than words, nor more than characters.
    const all = `${out.prompt.system} ${out.prompt.user}`;
    expect(out.windows[0]!.prompt_tokens).toBeGreaterThan(all.split(/\s+/).length);
    expect(out.windows[0]!.prompt_tokens).toBeLessThan(all.length);
    expect(JSON.stringify(out.schema)).toContain('"conditions"');
    expect(await client.call('show', { collection: 'c', doc_id: 'pt-tj-01' })).toEqual(before);
  });

  it('of a long text shows the first windows and says how much that is', async () => {
    const file = join(dir, 'long.txt');
    writeFileSync(file, 'Art. 1º O prazo é de dez dias, contado da notificação do interessado.\n\n'.repeat(1000));
    await client.call('import', { collection: 'c', paths: [file] });
    const out = await client.call('previewProfile', { profile: 'norms', collection: 'c', doc_id: 'long', windows: 2 });
    expect(out.windows).toHaveLength(2);
    expect(out.all_windows).toBeGreaterThan(4);
    expect(out.read_chars).toBe(out.windows[1]!.end);
    expect(out.read_chars).toBeLessThan(out.chars);
  });

  it('an unknown document or profile is refused by name', async () => {
    await expect(client.call('previewProfile', { profile: 'norms', collection: 'c', doc_id: 'nada' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(client.call('previewProfile', { profile: './nada.json', collection: 'c', doc_id: 'pt-tj-01' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('nada.json'),
    });
  });
});
