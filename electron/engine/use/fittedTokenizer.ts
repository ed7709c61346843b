/** The tokenizer of fitted encoders: the default encoder's pieces, without capitals. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { createWordEncode, type WordEncode } from '../embed/wordTokens';
import { caseless } from '../fit/caseless';
import type { EngineConfig } from './context';
import { DEFAULT_ENCODER, findEncoders } from './openEncoders';

/** As a function, the number of ids that it knows, and as a tokenizer.json. */
export async function fittedTokenizer(config: EngineConfig): Promise<{ encode: WordEncode; vocabulary: number; file: Uint8Array }> {
  const { dir } = (await findEncoders(config)).find(({ id }) => id === DEFAULT_ENCODER)!;
  const json = caseless(JSON.parse(await readFile(join(dir, 'tokenizer.json'), 'utf8')) as object);
  const tokenizer = new Tokenizer(json, {});
  // Not Math.max(...): the vocabulary is too long for a list of arguments.
  const vocabulary = [...tokenizer.get_vocab().values()].reduce((most, id) => Math.max(most, id), 0) + 1;
  return { encode: createWordEncode(tokenizer, json), vocabulary, file: new TextEncoder().encode(JSON.stringify(json)) };
}
