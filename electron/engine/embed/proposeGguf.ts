/** A manifest proposed from a GGUF's header, each value with its source. Pure. */
import type { EncoderChoices, Pooling } from '../../../shared/encoders';
import { AppError } from '../../../shared/errors';
import type { EncoderManifest } from './manifest';
import { guess, type Proposal, slug, statedByProposal, sure } from './propose';

export interface GgufEncoderFacts {
  /** Of the file, without its ending. */
  readonly file: string;
  readonly name: string;
  readonly licence: string;
  readonly pooling: Exclude<Pooling, 'in-graph'>;
  readonly poolingStated: boolean;
  readonly dimensions: number;
  readonly context: number;
  readonly addsEnd: boolean | null;
}

/** The name that stands in the place of a graph's output. */
export const GGUF_OUTPUT = 'embedding';
/** Memory grows with the square of it; a passage has a few hundred. */
const MAX_TOKENS = 2048;
/** What published models expect before a text, by their names: it is written in no header. */
const PREFIXES: readonly (readonly [RegExp, query: string, passage: string])[] = [
  [/qwen3?.*embed|\bjua\b/i, 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:', ''],
  [/e5.*instruct/i, 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ', ''],
  [/(^|[^a-z0-9])e5([^a-z0-9]|$)/i, 'query: ', 'passage: '],
  [/nomic-embed/i, 'search_query: ', 'search_document: '],
  [/embedding-?gemma/i, 'task: search result | query: ', 'title: none | text: '],
];

/** @throws USAGE for a choice that llama.cpp can't follow */
export function proposeGguf(facts: GgufEncoderFacts, choices: EncoderChoices): Proposal {
  const { pooling, output, long_texts } = choices;
  if (pooling && pooling !== facts.pooling)
    throw new AppError('USAGE', `llama.cpp pools as the file says: ${facts.pooling}, not ${pooling}.`, 'Leave --pooling out.');
  if (output && output !== GGUF_OUTPUT) throw new AppError('USAGE', `A GGUF has no output "${output}".`, 'Leave --output out.');
  if (long_texts === 'window')
    throw new AppError('USAGE', 'A GGUF encoder cuts long texts.', 'Leave --long-texts out; --max-tokens says how much is read.');
  if (choices.max_tokens && facts.context > 0 && choices.max_tokens > facts.context)
    throw new AppError(
      'USAGE',
      `The model reads ${facts.context} tokens, not ${choices.max_tokens}.`,
      `At most --max-tokens ${facts.context}.`,
    );
  if (choices.dimensions && choices.dimensions > facts.dimensions)
    throw new AppError(
      'USAGE',
      `The model gives ${facts.dimensions} dimensions, not ${choices.dimensions}.`,
      `At most --dimensions ${facts.dimensions}.`,
    );
  const known = PREFIXES.find(([names]) => names.test(facts.file) || names.test(facts.name));
  const from = known ? 'the name: such models use it' : 'nothing says it';
  const found: Proposal = {
    id: sure(slug(facts.file), "the file's name"),
    name: sure(facts.name, 'the file'),
    // Nothing to ask about: llama.cpp leaves no choice.
    pooling: sure(facts.pooling, facts.poolingStated ? 'the file' : 'llama.cpp, where the file says nothing'),
    output: sure(GGUF_OUTPUT, 'llama.cpp'),
    dimensions: sure(facts.dimensions, 'the file'),
    max_tokens:
      facts.context > 0 && facts.context <= MAX_TOKENS
        ? sure(facts.context, 'the file')
        : sure(MAX_TOKENS, `enough for passages; the model reads ${facts.context || 'more'}`),
    query_prefix: guess(known?.[1] ?? '', from),
    passage_prefix: guess(known?.[2] ?? '', from),
    long_texts: sure('truncate', 'the only way for a GGUF'),
    licence: facts.licence ? sure(facts.licence, 'the file') : guess('unknown', 'nothing says it'),
  };
  const chosen = Object.entries(choices).filter(([field, value]) => value !== undefined && field in found);
  return { ...found, ...Object.fromEntries(chosen.map(([field, value]) => [field, sure(value, 'your choice')])) };
}

export function notesOnGguf({ poolingStated, pooling, addsEnd }: GgufEncoderFacts): string[] {
  const notes: string[] = [];
  if (!poolingStated) notes.push('the file names no pooling: it may be a language model that was never trained to give vectors');
  if (pooling === 'last' && addsEnd !== true)
    notes.push('the file asks for no end token after a text, which models that pool the last token are usually trained with');
  return notes;
}

export function ggufManifest(facts: GgufEncoderFacts, proposal: Proposal, files: EncoderManifest['files']): EncoderManifest {
  return {
    ...statedByProposal(proposal, facts.dimensions),
    files,
    inputs: [],
    long_texts: 'truncate',
    window_overlap: 0,
    pad_id: 0,
    batch_rows: 1,
  };
}
