/** Prompts of the product that belong to no profile: one file a language in `resources/prompts`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lang } from '../../../shared/domain';
import { type Prompt, parsePrompt } from '../chat/prompt';
import type { EngineConfig } from './context';

/** @param slots that the user's part must hold. @throws BAD_INPUT with file and line */
export async function productPrompts(
  { resources }: Pick<EngineConfig, 'resources'>,
  name: string,
  slots: readonly string[],
): Promise<Record<Lang, Prompt>> {
  const load = async (lang: Lang) => {
    const path = join(resources, 'prompts', `${name}.${lang}.md`);
    return parsePrompt(await readFile(path, 'utf8'), path, lang, slots);
  };
  return { pt: await load('pt'), en: await load('en') };
}
