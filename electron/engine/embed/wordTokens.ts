/**
 * Token ids by way of a cache of words. A Unigram model behind a Metaspace never joins characters across a space,
 * so a text's ids are those of its words, one after the other; legal prose repeats its words, and the search for the
 * best pieces, the slow part, is done once a word.
 */
import type { Tokenizer } from '@huggingface/tokenizers';

const SPACE = '▁';
/** Words kept: about 60 MB at most. Beyond it the cache begins anew. */
const KEPT = 300_000;
/** A longer run without a space is cut: its pieces are passed as arguments, of which there may not be any number. */
const LONGEST = 2_000;

/** Ids of a text, special tokens included. */
export type WordEncode = (text: string) => readonly number[];

/**
 * The cached way where it gives the same ids as the tokenizer itself, else the tokenizer's own.
 * @param json the content of tokenizer.json
 */
export function createWordEncode(tokenizer: Tokenizer, json: object): WordEncode {
  const whole: WordEncode = (text) => tokenizer.encode(text).ids;
  const { model, added_tokens: added = [] } = json as TokenizerJson;
  if (!splitsAtSpaces(json as TokenizerJson)) return whole;
  const marks = added.map(({ content }) => content);
  const specials = whole('');
  const before = specials.slice(0, specialsBefore(json as TokenizerJson));
  const after = specials.slice(before.length);
  const normalise = (text: string): string => (tokenizer.normalizer ? tokenizer.normalizer(text) : text).replaceAll(' ', SPACE);
  const cache = new Map<string, readonly number[]>();

  /** Ids of a piece that begins with a space's mark. */
  function wordIds(word: string): readonly number[] {
    const known = cache.get(word);
    if (known) return known;
    const ids = cut(word).flatMap((part) => tokenizer.model!._call([part]).map((token) => tokenizer.token_to_id(token) ?? model.unk_id));
    if (cache.size >= KEPT) cache.clear();
    cache.set(word, ids);
    return ids;
  }

  return (text) => {
    const ids = [...before];
    const normal = normalise(text);
    // A special token that the text spells out is the tokenizer's business, as it stands or once normalised.
    if (marks.some((mark) => text.includes(mark) || normal.includes(mark))) return whole(text);
    if (normal !== '') {
      let start = 0;
      const marked = normal.startsWith(SPACE) ? normal : SPACE + normal;
      while (start < marked.length) {
        const next = marked.indexOf(SPACE, start + 1);
        const end = next < 0 ? marked.length : next;
        for (const id of wordIds(marked.slice(start, end))) ids.push(id);
        start = end;
      }
    }
    ids.push(...after);
    return ids;
  };
}

interface TokenizerJson {
  readonly model: { readonly type: string; readonly unk_id: number; readonly vocab: readonly (readonly [string, number])[] };
  readonly added_tokens?: readonly { readonly content: string; readonly normalized?: boolean }[];
  readonly pre_tokenizer?: { readonly type: string; readonly replacement?: string; readonly prepend_scheme?: string } | null;
  readonly post_processor?: { readonly type: string; readonly single?: readonly object[] } | null;
}

function splitsAtSpaces({ model, pre_tokenizer, post_processor, added_tokens }: TokenizerJson): boolean {
  return (
    model.type === 'Unigram' &&
    pre_tokenizer?.type === 'Metaspace' &&
    (pre_tokenizer.replacement ?? SPACE) === SPACE &&
    (pre_tokenizer.prepend_scheme ?? 'always') === 'always' &&
    (!post_processor || post_processor.type === 'TemplateProcessing') &&
    // What is looked for in the text as it comes can be seen beforehand; what is looked for after normalising can't.
    (added_tokens ?? []).every(({ normalized }) => normalized === false) &&
    // A piece that goes on behind a space would be lost; without a piece for the space unknown words would run together.
    model.vocab.every(([piece]) => piece.lastIndexOf(SPACE) <= 0) &&
    model.vocab.some(([piece]) => piece === SPACE)
  );
}

/** How many special tokens a template puts before the text. */
function specialsBefore({ post_processor }: TokenizerJson): number {
  const single = post_processor?.single ?? [];
  const at = single.findIndex((item) => 'Sequence' in item);
  return Math.max(at, 0);
}

function cut(word: string): string[] {
  if (word.length <= LONGEST) return [word];
  const characters = [...word];
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += LONGEST) parts.push(characters.slice(at, at + LONGEST).join(''));
  return parts;
}
