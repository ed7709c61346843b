/** Profiles in files: `<id>.json` and beside it `<id>.pt.md`, `<id>.en.md` or both. What is wrong is told with its place and a remedy. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { Lang } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { ProfileFile } from '../../../shared/profiles';
import { type Prompt, parsePrompt } from '../chat/prompt';
import { makeProfile, type Profile } from './profile';

export interface LoadedProfile {
  readonly definition: ProfileFile;
  readonly profile: Profile;
  readonly langs: readonly Lang[];
}

/**
 * @param path of the definition, `<id>.json`
 * @throws NOT_FOUND where it or both prompts are missing, BAD_INPUT where one can't be used
 */
export async function loadProfile(path: string): Promise<LoadedProfile> {
  const definition = await readDefinition(path);
  const prompts: Partial<Record<Lang, Prompt>> = {};
  for (const lang of Lang.options) {
    const file = join(dirname(path), `${definition.id}.${lang}.md`);
    const raw = await readFile(file, 'utf8').catch(missing);
    if (raw === undefined) continue;
    const prompt = parsePrompt(raw, file, lang);
    requireFields(definition, prompt, file);
    prompts[lang] = prompt;
  }
  const langs = Lang.options.filter((lang) => prompts[lang]);
  if (langs.length === 0)
    throw new AppError(
      'NOT_FOUND',
      `${path}: neither ${definition.id}.pt.md nor ${definition.id}.en.md lies beside it.`,
      'Write the prompt of at least one language: see resources/prompts/norms.en.md.',
    );
  return { definition, profile: makeProfile(definition, prompts), langs };
}

const missing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

async function readDefinition(path: string): Promise<ProfileFile> {
  const raw = await readFile(path, 'utf8').catch(missing);
  if (raw === undefined) throw new AppError('NOT_FOUND', `There is no profile file ${path}.`, 'See what there is: pepita profiles.');
  const parsed = ProfileFile.safeParse(parseJson(raw.replace(/^\ufeff/, ''), path));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path: at, message }) => `${at.length > 0 ? `field "${at.join('.')}": ` : ''}${message}`);
    throw new AppError(
      'BAD_INPUT',
      `${path}: ${problems.join('; ')}.`,
      'Compare it with resources/prompts/norms.json; README says what each field means.',
      { problems },
    );
  }
  const name = basename(path).replace(/\.json$/, '');
  if (parsed.data.id !== name)
    throw new AppError('BAD_INPUT', `${path}: field "id" is "${parsed.data.id}", the file's name says "${name}".`, 'Make both the same.');
  return parsed.data;
}

/** JSON with the line of what is wrong in it. */
function parseJson(raw: string, path: string): unknown {
  try {
    return JSON.parse(raw);
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    const at = Number(/position (\d+)/.exec(told)?.[1] ?? raw.length);
    const line = raw.slice(0, at).split('\n').length;
    throw new AppError(
      'BAD_INPUT',
      `${path}, line ${line}: this is no JSON (${told}).`,
      'A comma or a quotation mark too many or too few?',
    );
  }
}

/** A field that the prompt does not name would stay empty, and nobody would know why. */
function requireFields({ kind, fields }: ProfileFile, { system }: Prompt, file: string): void {
  const wanted = [...fields.map(({ name }) => name), ...(kind === 'nuggets' ? ['quotes'] : [])];
  const unsaid = wanted.filter((name) => !system.includes(`"${name}"`));
  if (unsaid.length === 0) return;
  throw new AppError(
    'BAD_INPUT',
    `${file}: the system part does not name ${unsaid.map((name) => `"${name}"`).join(', ')}.`,
    'Say in it what each field holds, with its name in quotation marks.',
  );
}

/** Any failure of a profile in words, for a list. */
export const problemOf = (error: unknown): string =>
  error instanceof AppError ? `${error.message} ${error.remedy}` : error instanceof z.ZodError ? error.message : String(error);
