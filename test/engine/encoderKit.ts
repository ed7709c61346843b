/** Folders of tiny encoders: a graph of the kit, one of three kinds of tokenizer, and a manifest where a test wants one. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { type GraphOptions, graphOf } from './onnxKit';

const folders: string[] = [];
export function tempFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'pepita-encoder-'));
  folders.push(dir);
  return dir;
}
afterAll(() => {
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true });
});

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzáâãçéêíóôõú0123456789.,:'];
const special = (content: string, id: number) => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
});
const template = (before: [string, number] | null, after: [string, number] | null) => {
  const token = (t: [string, number]) => ({ SpecialToken: { id: t[0], type_id: 0 } });
  const all = [before, after].filter((t) => t !== null);
  return {
    type: 'TemplateProcessing',
    single: [...(before ? [token(before)] : []), { Sequence: { id: 'A', type_id: 0 } }, ...(after ? [token(after)] : [])],
    pair: [],
    special_tokens: Object.fromEntries(all.map(([id, n]) => [id, { id, ids: [n], tokens: [id] }])),
  };
};
const numbered = (tokens: readonly string[]) => Object.fromEntries(tokens.map((token, id) => [token, id]));

/** [CLS] letters [SEP]; a word is spelled out, letter by letter. */
function wordPiece() {
  const tokens = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...LETTERS, ...LETTERS.map((c) => `##${c}`)];
  return {
    added_tokens: tokens.slice(0, 4).map(special),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: false, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: template(['[CLS]', 2], ['[SEP]', 3]),
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: numbered(tokens),
    },
  };
}

/** Pieces of one letter and "▁" for a space, `</s>` at the end. */
function unigram() {
  const tokens = ['<pad>', '</s>', '<unk>', '▁', '▁a', ...LETTERS];
  return {
    added_tokens: tokens.slice(0, 3).map(special),
    normalizer: null,
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
    post_processor: template(null, ['</s>', 1]),
    decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always' },
    model: { type: 'Unigram', unk_id: 2, vocab: tokens.map((token, i) => [token, i < 3 ? 0 : -1 - (i % 5)]) },
  };
}

/** Letters, and no special token at all: an empty text has no token. Characters it does not know have none either. */
function bpe() {
  const tokens = [...LETTERS, 'Ġ', 'th', 'the', 'de'];
  return {
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: null,
    decoder: { type: 'ByteLevel' },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab: numbered(tokens),
      merges: ['t h', 'th e', 'd e'],
    },
  };
}

export const TOKENIZERS = { WordPiece: wordPiece, Unigram: unigram, BPE: bpe } as const;
export type TokenizerName = keyof typeof TOKENIZERS;
export const tokenizerJson = (name: TokenizerName): string =>
  JSON.stringify({ version: '1.0', truncation: null, padding: null, ...TOKENIZERS[name]() });

export function vocabularyOf(name: TokenizerName): number {
  const { vocab } = TOKENIZERS[name]().model;
  return Array.isArray(vocab) ? vocab.length : Object.keys(vocab).length;
}

export interface FolderOptions extends Partial<GraphOptions> {
  readonly tokenizer?: TokenizerName;
  /** Where the graph lies below the folder. */
  readonly path?: string;
  /** Files beside: contents as JSON. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** A folder as it is downloaded: a graph and a tokenizer, no manifest. */
export function encoderFolder(options: FolderOptions = {}, dir = tempFolder()): string {
  const { tokenizer = 'WordPiece', path = 'model.onnx', beside = {}, ...graph } = options;
  const put = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
  };
  put(path, graphOf({ vocabulary: vocabularyOf(tokenizer), ...graph }));
  put('tokenizer.json', tokenizerJson(tokenizer));
  for (const [name, content] of Object.entries(beside)) put(name, JSON.stringify(content));
  return dir;
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

/** The same with a manifest written by hand. */
export function manifestFolder(options: FolderOptions = {}, manifest: Readonly<Record<string, unknown>> = {}, dir = tempFolder()): string {
  encoderFolder(options, dir);
  const { tokenizer = 'WordPiece', path = 'model.onnx', beside: _, ...graph } = options;
  const model = graphOf({ vocabulary: vocabularyOf(tokenizer), ...graph });
  const written = {
    id: 'tiny',
    name: 'Tiny',
    kind: 'encoder',
    files: [{ path, bytes: model.length, sha256: sha256(model) }],
    dimensions: options.dims ?? 4,
    max_tokens: 16,
    pooling: options.kind === 'pooled' ? 'in-graph' : 'mean',
    prefixes: { query: '', passage: '' },
    inputs: options.inputs ?? ['input_ids', 'attention_mask'],
    output: options.output ?? (options.kind === 'pooled' ? 'sentence_embedding' : 'last_hidden_state'),
    licence: 'MIT',
    ...manifest,
  };
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify(written));
  return dir;
}
