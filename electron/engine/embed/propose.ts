/** A manifest proposed from what was found, each value with its source, and what only the user can know. Pure. */
import type { EncoderChoices, EncoderField } from '../../../shared/encoders';
import { Pooling } from '../../../shared/encoders';
import { AppError } from '../../../shared/errors';
import type { EncoderFacts } from './inspect';

export interface Proposed<T> {
  readonly value: T;
  /** Where the value comes from, for the user to read. */
  readonly from: string;
  /** False where it is a guess that should be asked about. */
  readonly sure: boolean;
}

export type Proposal = { readonly [F in EncoderField]: Proposed<NonNullable<EncoderChoices[F]>> };

export const sure = <T>(value: T, from: string): Proposed<T> => ({ value, from, sure: true });
export const guess = <T>(value: T, from: string): Proposed<T> => ({ value, from, sure: false });
const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e6 ? value : undefined;

/** What the user has chosen stands; the rest is read from the files, or guessed. @throws USAGE for an output that is not there */
export function propose(facts: EncoderFacts, choices: EncoderChoices): Proposal {
  const pooling = proposePooling(facts, choices);
  const output = proposeOutput(facts, choices, pooling.value);
  const width = facts.outputs.find(({ name }) => name === output.value)!.dims.at(-1)!;
  const found: Proposal = {
    id: sure(slug(facts.folder), "the folder's name"),
    name: sure(modelName(facts), 'the folder or config.json'),
    pooling,
    output,
    dimensions: sure(width, 'a run of the graph'),
    max_tokens: proposeMaxTokens(facts),
    query_prefix: proposePrefix(facts, 'query'),
    passage_prefix: proposePrefix(facts, 'passage'),
    long_texts: sure('truncate', 'the default'),
    licence: facts.side.licence ? sure(facts.side.licence, 'README.md') : guess('unknown', 'nothing says it'),
  };
  const chosen = Object.entries(choices).filter(([field, value]) => value !== undefined && field in found);
  return { ...found, ...Object.fromEntries(chosen.map(([field, value]) => [field, sure(value, 'your choice')])) };
}

/** What the user should know about, beside the values. */
export function notesOn({ side, outputs }: EncoderFacts, { pooling, output }: Proposal): string[] {
  const notes: string[] = [];
  if (pooling.value !== 'in-graph' && side.modules.some((type) => /Dense$/.test(type)))
    notes.push('modules.json names a dense layer after the pooling; the graph has it not, so that the vectors are not the published ones');
  if (side.pooling['pooling_mode_max_tokens'] === true || side.pooling['pooling_mode'] === 'max')
    notes.push('1_Pooling/config.json asks for maximum pooling, which Pepita does not do');
  if (outputs.length > 1)
    notes.push(`the graph has several outputs (${outputs.map(({ name }) => name).join(', ')}); "${output.value}" is used`);
  return notes;
}

/** Lower case, with hyphens: what an id may hold. */
/** What a manifest takes over from its proposal as it is. @param width dimensions that the graph gives; fewer may be asked for */
export const statedByProposal = (proposal: Proposal, width: number) => {
  const dimensions = proposal.dimensions.value;
  return {
    id: proposal.id.value,
    name: proposal.name.value,
    kind: 'encoder' as const,
    dimensions,
    ...(dimensions < width ? { graph_dimensions: width } : {}),
    max_tokens: proposal.max_tokens.value,
    pooling: proposal.pooling.value,
    prefixes: { query: proposal.query_prefix.value, passage: proposal.passage_prefix.value },
    output: proposal.output.value,
    licence: proposal.licence.value,
  };
};

export const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '') || 'encoder';

const modelName = ({ side, folder }: EncoderFacts): string => {
  const stated = side.model['_name_or_path'];
  return typeof stated === 'string' && /^[\w.-]+\/[\w.-]+$/.test(stated) ? stated : folder;
};

const rank = ({ outputs }: EncoderFacts, of: 2 | 3) => outputs.filter(({ dims }) => dims.length === of).map(({ name }) => name);
/** BERT's "pooler_output" is made for another end: it is no sentence's vector. */
const pooled = (facts: EncoderFacts): string[] => rank(facts, 2).filter((name) => name !== 'pooler_output');

function proposePooling(facts: EncoderFacts, { pooling, output }: EncoderChoices): Proposed<Pooling> {
  if (pooling) return sure(pooling, 'your choice');
  if (output && rank(facts, 2).includes(output)) return sure('in-graph', `the shape of ${output}`);
  const [vectors] = output ? [] : pooled(facts);
  if (vectors) return sure('in-graph', `the output ${vectors}`);
  if (rank(facts, 3).length === 0) return guess('in-graph', 'the only output');
  const config = facts.side.pooling;
  if (config['pooling_mode_cls_token'] === true || config['pooling_mode'] === 'cls') return sure('cls', '1_Pooling/config.json');
  if (config['pooling_mode_lasttoken'] === true || config['pooling_mode'] === 'lasttoken') return sure('last', '1_Pooling/config.json');
  // The mean over the square root of the length is the mean, once normalised.
  const mean =
    ['pooling_mode_mean_tokens', 'pooling_mode_mean_sqrt_len_tokens'].some((key) => config[key] === true) ||
    /^mean/.test(String(config['pooling_mode']));
  return mean ? sure('mean', '1_Pooling/config.json') : guess('mean', 'what most encoders use');
}

function proposeOutput(facts: EncoderFacts, { output }: EncoderChoices, pooling: Pooling): Proposed<string> {
  const fit = pooling === 'in-graph' ? [...pooled(facts), ...rank(facts, 2)] : rank(facts, 3);
  const known = facts.outputs.map(({ name }) => name);
  if (output && known.includes(output)) return sure(output, 'your choice');
  if (output) throw new AppError('USAGE', `The graph has no output "${output}" with vectors.`, `There: ${known.join(', ')}.`);
  const best = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'].find((name) => fit.includes(name)) ?? fit[0];
  if (best) return sure(best, 'the graph');
  throw new AppError(
    'USAGE',
    `Pooling "${pooling}" needs ${pooling === 'in-graph' ? 'one vector a text' : 'token vectors'}, which no output of the graph gives.`,
    `One of ${Pooling.options.join(', ')} fits: leave --pooling out to see which.`,
  );
}

function proposeMaxTokens({ side, tokenizer }: EncoderFacts): Proposed<number> {
  const places = wholeNumber(side.model['max_position_embeddings']);
  // RoBERTa counts its places from the padding token's id on.
  const offset = /roberta|camembert|xlm|mpnet/.test(String(side.model['model_type']))
    ? 1 + (wholeNumber(side.model['pad_token_id']) ?? 1)
    : 0;
  const limit = places ? places - offset : Number.POSITIVE_INFINITY;
  const stated: [number | undefined, string][] = [
    [wholeNumber(side.sentence['max_seq_length']), 'sentence_bert_config.json'],
    [wholeNumber(side.tokenizer['model_max_length']), 'tokenizer_config.json'],
    [places && limit, 'config.json'],
    [wholeNumber(tokenizer.maxLength), 'tokenizer.json'],
  ];
  for (const [value, from] of stated) if (value !== undefined) return sure(Math.min(value, limit), value > limit ? 'config.json' : from);
  return guess(512, 'what most encoders take');
}

function proposePrefix({ side, folder }: EncoderFacts, role: 'query' | 'passage'): Proposed<string> {
  const prompts = side.transformers['prompts'] as Record<string, unknown> | undefined;
  const names = role === 'query' ? ['query'] : ['passage', 'document'];
  for (const name of names) if (typeof prompts?.[name] === 'string') return sure(prompts[name], 'config_sentence_transformers.json');
  if (prompts && Object.keys(prompts).length > 0) return guess('', 'config_sentence_transformers.json names none');
  const named = `${folder} ${String(side.model['_name_or_path'] ?? '')}`;
  if (/\be5\b/i.test(named) && !/instruct/i.test(named)) return guess(`${role}: `, 'the name: E5 models use it');
  return guess('', 'nothing says it');
}
