/** The tokenizer of an encoder as a function, and what it says about itself. */
import { Tokenizer } from '@huggingface/tokenizers';
import { AppError } from '../../../shared/errors';
import { pieces } from './pieces';

/** Token ids of a text, with or without the special tokens that the model expects around it. */
export type Encode = (text: string, special: boolean) => number[];

/** Code units that the tokenizer is given at once: above some 100,000 tokens it overflows the stack. */
const PIECE = 20_000;

export const TOKENIZER_KINDS = ['WordPiece', 'Unigram', 'BPE'];

/**
 * @param json tokenizer.json, @param config tokenizer_config.json ('' where it is not there), @param path for messages
 * @throws MODEL_FAILED where it is no JSON or of a kind that is not read
 */
export function openTokenizer(json: string, config: string, path: string): Encode {
  let tokenizer: Tokenizer;
  try {
    const parsed = JSON.parse(json) as { model?: { type?: unknown } };
    const kind = tokenizerKind(parsed.model);
    if (!TOKENIZER_KINDS.includes(kind)) throw new Error(`its model is ${kind || 'of no stated type'}`);
    tokenizer = new Tokenizer(parsed, JSON.parse(config || '{}'));
  } catch (error) {
    throw new AppError(
      'MODEL_FAILED',
      `${path} is of no kind that Pepita reads: ${error instanceof Error ? error.message : String(error)}`,
      `${TOKENIZER_KINDS.join(', ')} tokenizers are read. A half-finished download? Fetch it again.`,
    );
  }
  const read: Encode = (text, special) => {
    try {
      // A vocabulary without an unknown token gives no id for what it does not know: that is left out.
      return tokenizer.encode(text, { add_special_tokens: special }).ids.filter((id) => Number.isInteger(id));
    } catch (error) {
      throw new AppError(
        'MODEL_FAILED',
        `${path} fails on a text of ${text.length} characters: ${error instanceof Error ? error.message : String(error)}`,
        'Use the tokenizer.json that was published with this model.',
      );
    }
  };
  return (text, special) => {
    if (text.length <= PIECE) return read(text, special);
    const own = pieces(text, PIECE).flatMap((piece) => read(piece, false));
    if (!special) return own;
    const { head, tail } = specialTokens(read);
    return [...head, ...own, ...tail];
  };
}

/** What the tokenizer puts around any text: found by comparing one text with and without. */
export function specialTokens(encode: Encode): { head: number[]; tail: number[] } {
  const full = encode('a', true);
  const bare = encode('a', false);
  for (let at = 0; at + bare.length <= full.length; at++) {
    if (bare.every((id, i) => full[at + i] === id)) return { head: full.slice(0, at), tail: full.slice(at + bare.length) };
  }
  return { head: [], tail: [] };
}

/** Older files leave the type out: their fields tell it. */
export function tokenizerKind(model: { type?: unknown; [field: string]: unknown } | undefined): string {
  if (typeof model?.type === 'string') return model.type;
  if (Array.isArray(model?.['vocab'])) return 'Unigram';
  if (model?.['merges']) return 'BPE';
  return model?.['continuing_subword_prefix'] === undefined ? '' : 'WordPiece';
}
