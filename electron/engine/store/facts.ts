/** Small facts of the workspace, in one JSON file. */
import { join } from 'node:path';
import { readJsonFile, replaceJsonFile } from './jsonFile';

export function openFacts(dir: string) {
  const path = join(dir, 'facts.json');
  return {
    async get(key: string): Promise<unknown> {
      const facts = await readJsonFile(path);
      return facts && Object.hasOwn(facts, key) ? facts[key] : undefined;
    },
    /** Not for two at once: the caller puts one after the other. */
    async put(key: string, value: unknown): Promise<void> {
      await replaceJsonFile(path, { ...(await readJsonFile(path)), [key]: value });
    },
  };
}
