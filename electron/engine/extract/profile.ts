/** Prompt profiles: a Markdown file for each language in resources/prompts, hashed into every trace. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lang } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { sha256Hex } from '../text/hash';

export interface Prompt {
  readonly system: string;
  /** Of the file with LF as line end, so that a checkout on Windows has the same. */
  readonly sha256: string;
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
  const [pt, en] = await Promise.all([readPrompt(dir, id, 'pt'), readPrompt(dir, id, 'en')]);
  return { id, sha256: sha256Hex(`pt ${pt.sha256}\nen ${en.sha256}\n`), prompts: { pt, en } };
}

async function readPrompt(dir: string, id: string, lang: Lang): Promise<Prompt> {
  const path = join(dir, `${id}.${lang}.md`);
  const raw = await readFile(path, 'utf8').catch(() => {
    throw new AppError(
      'NOT_FOUND',
      `There is no prompt profile "${id}": ${path} is missing.`,
      'Choose another with --profile, or write the file after jurisprudence.pt.md.',
    );
  });
  return parsePrompt(raw, path);
}

export function parsePrompt(raw: string, path: string): Prompt {
  const file = raw.replace(/^\ufeff/, '').replace(/\r\n/g, '\n');
  const body = file.replace(/^---\n[\s\S]*?\n---\n/, '');
  const match = /^# system\n([\s\S]*?)^# user\n([\s\S]*)$/m.exec(body);
  const [before, after, more] = match?.[2]?.split(SLOT) ?? [];
  if (!match || before === undefined || after === undefined || more !== undefined) {
    throw new AppError(
      'BAD_INPUT',
      `${path} is no prompt: it needs "# system", "# user" and ${SLOT} once in the latter.`,
      'Write it after jurisprudence.pt.md.',
    );
  }
  return { system: match[1]!.trim(), sha256: sha256Hex(file), user: (text) => `${before.trimStart()}${text}${after.trimEnd()}` };
}
