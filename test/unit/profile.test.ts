import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePrompt } from '../../electron/engine/chat/prompt';
import { loadProfile } from '../../electron/engine/extract/loadProfile';

const OURS = 'resources/prompts';
const ours = (id: string) => loadProfile(`${OURS}/${id}.json`);

describe('the profiles that come along', () => {
  it('jurisprudence says in both languages what a nugget is and what it leaves out', async () => {
    const { prompts } = (await ours('jurisprudence')).profile;
    for (const word of ['tese', 'regra', 'fato', 'conclusão', 'partes', 'processual', 'dispositivo', 'letra por letra'])
      expect(prompts.pt.system).toContain(word);
    for (const word of ['thesis', 'rule', 'facts', 'conclusion', 'parties', 'proceedings', 'disposition', 'letter by letter'])
      expect(prompts.en.system).toContain(word);
    for (const { system } of [prompts.pt, prompts.en]) expect(system).toContain('{"nuggets":[{"text":"…","quotes":["…"]}]}');
  });

  it.each(['norms', 'tax-qa'])('%s asks for the very fields of its form, in their order, in both languages', async (id) => {
    const { profile, langs, definition } = await ours(id);
    expect(langs).toEqual(['pt', 'en']);
    const fields = definition.fields.map(({ name, type }) => `"${name}":${type === 'list' ? '["…"]' : '"…"'}`);
    for (const { system } of Object.values(profile.prompts)) expect(system).toContain(`{"nuggets":[{${fields.join(',')},"quotes":["…"]}]}`);
  });

  it('puts the text in once, as it is, though it holds a slot or a replacement pattern', async () => {
    const { prompts } = (await ours('jurisprudence')).profile;
    const odd = 'art. 1º {{text}} $& $1 \\n';
    expect(prompts.pt.user(odd).split(odd)).toHaveLength(2);
  });
});

describe('a profile of one’s own', () => {
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pepita-profile-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  /** norms in a folder of its own, each of its files changed by one replacement. */
  async function changed(name: string, file: 'json' | 'pt.md' | 'en.md', from: string | RegExp, to: string): Promise<string> {
    const folder = join(dir, name);
    await mkdir(folder);
    for (const end of ['json', 'pt.md', 'en.md']) await cp(`${OURS}/norms.${end}`, join(folder, `norms.${end}`));
    const path = join(folder, `norms.${file}`);
    const before = await readFile(path, 'utf8');
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    await writeFile(path, after);
    return join(folder, 'norms.json');
  }

  it('another word in a prompt, another label or check is another profile; line ends of Windows are none', async () => {
    const { sha256, prompts } = (await ours('norms')).profile;
    const windows = (await loadProfile(await changed('windows', 'pt.md', /\n/g, '\r\n'))).profile;
    expect(windows.sha256).toBe(sha256);
    expect(windows.prompts.pt.system).toBe(prompts.pt.system);
    expect(prompts.pt.sha256).not.toBe(prompts.en.sha256);
    for (const path of [
      await changed('word', 'en.md', 'Write in English', 'Answer in English'),
      await changed('check', 'json', '"evidence", ', ''),
      await changed('label', 'json', '"Regra"', '"Norma"'),
    ])
      expect((await loadProfile(path)).profile.sha256).not.toBe(sha256);
  });

  it('in one language alone reads the other with it', async () => {
    const path = await changed('one', 'json', '"version": 1', '"version": 2');
    await rm(path.replace('.json', '.en.md'));
    const { profile, langs } = await loadProfile(path);
    expect(langs).toEqual(['pt']);
    expect(profile.prompts.en).toBe(profile.prompts.pt);
    await rm(path.replace('.json', '.pt.md'));
    await expect(loadProfile(path)).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('norms.pt.md') });
  });

  it.each([
    ['a comma too many', 'json', '"version": 1,', '"version": 1,,', 'norms.json, line 3: this is no JSON'],
    ['a number as text', 'json', '"version": 1', '"version": "1"', 'field "version"'],
    ['an unknown key', 'json', '"version": 1', '"version": 1, "colour": 2', 'colour'],
    ['an unknown check', 'json', '"language", ', '"grammar", ', 'field "checks.2"'],
    ['a field name with a capital', 'json', '"name": "rule"', '"name": "Rule"', 'field "fields.1.name"'],
    ['a field of a name that is taken', 'json', '"name": "rule"', '"name": "text"', 'field "fields.1.name"'],
    ['a field twice', 'json', '"name": "exceptions"', '"name": "conditions"', '"conditions" is there twice'],
    ['a slot without field', 'json', '{{rule}}[ Cond', '{{rules}}[ Cond', '{{rules}}, which is no field'],
    ['evidence of nothing', 'json', '"least": 1, "most": 2', '"least": 0, "most": 2', 'field "quotes.least"'],
    ['another id than the file’s', 'json', '"id": "norms"', '"id": "laws"', 'field "id" is "laws"'],
    ['a prompt that leaves a field out', 'en.md', /"exceptions"/g, '"exempt"', 'does not name "exceptions"'],
    ['a prompt without its slot', 'pt.md', '{{text}}', '', 'norms.pt.md, line 19: the user’s part holds no {{text}}'.replace('’', "'")],
  ] as const)('%s is told with its place', async (name, file, from, to, told) => {
    const error = await loadProfile(await changed(name, file, from, to)).then(
      () => undefined,
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining(told) });
    expect(error.remedy).not.toBe('');
  });

  it('a prompt without a part, with an empty one, in the wrong order or with two slots is refused with file and line', () => {
    for (const [body, told] of [
      ['# user\n{{text}}', 'meu.pt.md, line 1: there is no line "# system"'],
      ['# system\nx', 'line 2: there is no line "# user"'],
      ['# system\n\n# user\n{{text}}', 'line 1: the system part is empty'],
      ['# user\n{{text}}\n# system\nx', 'line 1: "# user" stands before'],
      ['# system\nx\n# user\ny', "line 3: the user's part holds no {{text}}"],
      ['# system\nx\n# user\n{{text}}\n\n{{text}}', 'line 6: {{text}} stands there a second time'],
    ] as const)
      expect(() => parsePrompt(body, 'meu.pt.md', 'pt')).toThrow(
        expect.objectContaining({ code: 'BAD_INPUT', message: expect.stringContaining(told) }),
      );
  });

  it('the head of a prompt, which older files have, is no part of what is said', () => {
    expect(parsePrompt('---\nid: x\n---\n# system\nA\n# user\nB {{text}}\n', 'x.md', 'en')).toMatchObject({ system: 'A' });
  });
});
