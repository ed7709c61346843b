/** Prompt profiles: a Markdown file for each language in resources/prompts, hashed into every trace. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lang } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { sha256Hex } from '../text/hash';

export interface Prompt {
  readonly system: string;
  /** The user's part around a window of text. */
  user(text: string): string;
}

export interface Profile {
  readonly id: string;
  /** Over the files of all languages. */
  readonly sha256: string;
  readonly prompts: Readonly<Record<Lang, Prompt>>;
}

const SLOT = '{{text}}';

/** @throws NOT_FOUND where a file is missing, BAD_INPUT where a part of it is */
export async function loadProfile(dir: string, id: string): Promise<Profile> {
  const [pt, en] = await Promise.all((['pt', 'en'] as const).map((lang) => readPrompt(dir, id, lang)));
  return {
    id,
    sha256: sha256Hex(`${pt!.raw}\n${en!.raw}`),
    prompts: { pt: parsePrompt(pt!.raw, pt!.path), en: parsePrompt(en!.raw, en!.path) },
  };
}

async function readPrompt(dir: string, id: string, lang: Lang): Promise<{ raw: string; path: string }> {
  const path = join(dir, `${id}.${lang}.md`);
  const raw = await readFile(path, 'utf8').catch(() => {
    throw new AppError(
      'NOT_FOUND',
      `There is no prompt profile "${id}": ${path} is missing.`,
      'Choose another with --profile, or write the file after jurisprudence.pt.md.',
    );
  });
  return { raw, path };
}

export function parsePrompt(raw: string, path: string): Prompt {
  const body = raw.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '');
  const match = /^# system\r?\n([\s\S]*?)^# user\r?\n([\s\S]*)$/m.exec(body);
  const [before, after, more] = match?.[2]?.split(SLOT) ?? [];
  if (!match || before === undefined || after === undefined || more !== undefined) {
    throw new AppError(
      'BAD_INPUT',
      `${path} is no prompt: it needs "# system", "# user" and ${SLOT} once in the latter.`,
      'Write it after jurisprudence.pt.md.',
    );
  }
  return { system: match[1]!.trim(), user: (text) => `${before.trimStart()}${text}${after.trimEnd()}` };
}
