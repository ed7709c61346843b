/** The configuration files that are published beside a model, as far as they say how to run it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Json = Readonly<Record<string, unknown>>;

/** Each as parsed; {} where it is not there or no JSON object. */
export interface SideFiles {
  /** config.json */
  readonly model: Json;
  /** sentence_bert_config.json */
  readonly sentence: Json;
  /** 1_Pooling/config.json */
  readonly pooling: Json;
  /** config_sentence_transformers.json */
  readonly transformers: Json;
  /** tokenizer_config.json */
  readonly tokenizer: Json;
  /** Types named in modules.json: "sentence_transformers.models.Dense" … */
  readonly modules: readonly string[];
  /** `license:` at the head of README.md, or ''. */
  readonly licence: string;
}

/** Reads them from the first of the folders that has each. */
export async function readSideFiles(folders: readonly string[]): Promise<SideFiles> {
  const text = async (name: string): Promise<string> => {
    for (const folder of folders) {
      const found = await readFile(join(folder, name), 'utf8').catch(() => undefined);
      if (found !== undefined) return found;
    }
    return '';
  };
  const object = async (name: string): Promise<Json> => {
    const value = parse(await text(name));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
  };
  const modules = parse(await text('modules.json'));
  return {
    model: await object('config.json'),
    sentence: await object('sentence_bert_config.json'),
    pooling: await object('1_Pooling/config.json'),
    transformers: await object('config_sentence_transformers.json'),
    tokenizer: await object('tokenizer_config.json'),
    modules: Array.isArray(modules) ? modules.map((module: { type?: unknown }) => String(module?.type ?? '')) : [],
    licence: /^---[\s\S]*?^licen[sc]e:\s*["']?([\w.+-]+)/m.exec((await text('README.md')).slice(0, 5000))?.[1] ?? '',
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
