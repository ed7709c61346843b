import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProfile, parsePrompt } from '../../electron/engine/extract/profile';

const OURS = 'resources/prompts';

describe('prompt profiles', () => {
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pepita-profile-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it('says in both languages what a nugget is and what it leaves out', async () => {
    const { prompts } = await loadProfile(OURS, 'jurisprudence');
    for (const word of ['tese', 'regra', 'fato', 'conclusão', 'partes', 'processual', 'dispositivo', 'letra por letra'])
      expect(prompts.pt.system).toContain(word);
    for (const word of ['thesis', 'rule', 'facts', 'conclusion', 'parties', 'proceedings', 'disposition', 'letter by letter'])
      expect(prompts.en.system).toContain(word);
    for (const { system } of [prompts.pt, prompts.en]) expect(system).toContain('{"nuggets":[{"text":"…","quotes":["…"]}]}');
  });

  it('puts the text in once, as it is, though it holds a slot or a replacement pattern', async () => {
    const { prompts } = await loadProfile(OURS, 'jurisprudence');
    const odd = 'art. 1º {{text}} $& $1 \\n';
    expect(prompts.pt.user(odd).split(odd)).toHaveLength(2);
  });

  it('a hash for each file and one over both; line ends of Windows change none of them', async () => {
    const profile = await loadProfile(OURS, 'jurisprudence');
    for (const lang of ['pt', 'en'] as const) {
      const raw = await readFile(join(OURS, `jurisprudence.${lang}.md`), 'utf8');
      await writeFile(join(dir, `jurisprudence.${lang}.md`), raw.replace(/\n/g, '\r\n'));
    }
    const windows = await loadProfile(dir, 'jurisprudence');
    expect(windows.sha256).toBe(profile.sha256);
    expect(windows.prompts.pt.system).toBe(profile.prompts.pt.system);
    expect(profile.prompts.pt.sha256).not.toBe(profile.prompts.en.sha256);
  });

  it('another word in one language is another profile', async () => {
    const { sha256 } = await loadProfile(OURS, 'jurisprudence');
    for (const lang of ['pt', 'en']) {
      const raw = await readFile(join(OURS, `jurisprudence.${lang}.md`), 'utf8');
      await writeFile(join(dir, `mine.${lang}.md`), lang === 'en' ? raw.replace('Write in English', 'Answer in English') : raw);
    }
    expect((await loadProfile(dir, 'mine')).sha256).not.toBe(sha256);
  });

  it('a file without a part, without the slot or with two is refused by its name', () => {
    for (const body of ['# user\n{{text}}', '# system\nx', '# system\nx\n# user\ny', '# system\nx\n# user\n{{text}} {{text}}'])
      expect(() => parsePrompt(body, 'meu.pt.md')).toThrow(
        expect.objectContaining({ code: 'BAD_INPUT', message: expect.stringContaining('meu.pt.md') }),
      );
  });
});
