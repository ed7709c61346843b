/** What a folder with a graph and a tokenizer holds, found by looking and by one run. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { GraphInput } from '../../../shared/encoders';
import { AppError } from '../../../shared/errors';
import { feedsOf } from './feeds';
import { externalFiles, readTokenizerFiles } from './modelFiles';
import { type Graph, openGraph } from './onnx';
import { readSideFiles, type SideFiles } from './sideFiles';
import { type Encode, openTokenizer, specialTokens, tokenizerKind } from './tokenizer';
import { checkInputs } from './wiring';

export interface TokenizerFacts {
  readonly kind: string;
  readonly vocabulary: number;
  /** Special tokens that it puts around a text. */
  readonly added: number;
  readonly padId: number | null;
  /** `truncation.max_length` of tokenizer.json, or null. */
  readonly maxLength: number | null;
}

export interface EncoderFacts {
  /** Name of the folder. */
  readonly folder: string;
  /** Path below the folder, with slashes. */
  readonly graph: string;
  /** Everything that the manifest will list: the graph, weights beside it, tokenizer.json, tokenizer_config.json. */
  readonly files: readonly string[];
  readonly inputs: readonly GraphInput[];
  /** Outputs that may hold vectors, with the dimensions of a run on one text: [1, width] or [1, tokens, width]. */
  readonly outputs: readonly { readonly name: string; readonly dims: readonly number[] }[];
  readonly tokenizer: TokenizerFacts;
  readonly side: SideFiles;
  readonly hasManifest: boolean;
}

const PROBE = 'A licitação exige julgamento objetivo das propostas.';

/**
 * The caller releases the graph.
 * @param chosen path of the graph below the folder, where it holds several
 * @throws NOT_FOUND, BAD_INPUT for a folder without one graph, MODEL_MISSING, MODEL_FAILED
 */
export async function inspectFolder(
  dir: string,
  options: { chosen?: string | undefined; threads?: number } = {},
): Promise<{ facts: EncoderFacts; graph: Graph; encode: Encode }> {
  const names = await readdir(dir, { recursive: true }).catch(() => {
    throw new AppError('NOT_FOUND', `There is no folder ${dir}.`, 'Name the folder that holds the .onnx file and tokenizer.json.');
  });
  const there = names.map((name) => name.replaceAll('\\', '/')).sort();
  const path = chooseGraph(dir, there, options.chosen);
  const below = dirname(path) === '.' ? '' : `${dirname(path)}/`;
  const tokenizerAt = !there.includes('tokenizer.json') && there.includes(`${below}tokenizer.json`) ? below : '';
  const tokenizer = await readTokenizerFiles(dir, tokenizerAt);
  const encode = openTokenizer(tokenizer.json, tokenizer.config, tokenizer.path);
  const side = await readSideFiles([dir, join(dir, below)]);
  const beside = externalFiles(path, await readFile(join(dir, path)));
  const missing = beside.find((file) => !there.includes(file));
  if (missing)
    throw new AppError('MODEL_MISSING', `The graph keeps weights in ${join(dir, missing)}, which is not there.`, 'Fetch that file too.');
  const graph = await openGraph(join(dir, path), join(dir, path), { ...options, runs: 'many' });
  try {
    const inputs = checkInputs(graph.inputs);
    const facts: EncoderFacts = {
      folder: basename(resolve(dir)),
      graph: path,
      files: [path, ...beside, `${tokenizerAt}tokenizer.json`, ...(tokenizer.config ? [`${tokenizerAt}tokenizer_config.json`] : [])],
      inputs,
      outputs: await probe(graph, inputs, encode),
      tokenizer: tokenizerFacts(JSON.parse(tokenizer.json), encode, side),
      side,
      hasManifest: there.includes('manifest.json'),
    };
    return { facts, graph, encode };
  } catch (error) {
    await graph.release();
    throw error;
  }
}

/** model.onnx, at the top or in onnx/, before others; of several others one must be chosen. */
function chooseGraph(dir: string, there: readonly string[], chosen: string | undefined): string {
  const graphs = there.filter((name) => name.endsWith('.onnx'));
  const wanted = chosen?.replaceAll('\\', '/').replace(/^\.\//, '');
  const graph = wanted
    ? graphs.find((name) => name === wanted)
    : (['model.onnx', 'onnx/model.onnx'].find((name) => graphs.includes(name)) ?? graphs[0]);
  if (graph === undefined)
    throw new AppError('BAD_INPUT', `${dir} holds no ${wanted ?? '.onnx file'}.`, `Export the model to ONNX first.${listed(graphs)}`);
  if (wanted || graphs.length === 1 || /^(onnx\/)?model\.onnx$/.test(graph)) return graph;
  throw new AppError('BAD_INPUT', `${dir} holds ${graphs.length} graphs.`, `Say which with --graph.${listed(graphs)}`, { graphs });
}

const listed = (graphs: readonly string[]): string => (graphs.length > 0 ? ` There: ${graphs.join(', ')}.` : '');

/** One text through the graph: dimensions that are declared by name alone, or not at all, show themselves. */
async function probe(graph: Graph, inputs: readonly GraphInput[], encode: Encode): Promise<EncoderFacts['outputs']> {
  const candidates = graph.outputs
    .filter(({ type, dims }) => type.startsWith('float') && [0, 2, 3].includes(dims.length))
    .map(({ name }) => name);
  const { feeds } = feedsOf([encode(PROBE, true)], inputs, 0);
  const results = candidates.length > 0 ? await graph.run(feeds, candidates) : {};
  const outputs = candidates
    .map((name) => ({ name, dims: results[name]!.dims }))
    .filter(({ dims }) => dims[0] === 1 && [2, 3].includes(dims.length));
  if (outputs.length > 0) return outputs;
  throw new AppError(
    'MODEL_FAILED',
    `None of the graph's outputs (${graph.outputs.map(({ name }) => name).join(', ')}) holds a vector for each text or token.`,
    'Export it again with last_hidden_state or sentence_embedding as output.',
  );
}

function tokenizerFacts(json: Record<string, never>, encode: Encode, side: SideFiles): TokenizerFacts {
  const { model, padding, truncation } = json as Record<string, Record<string, unknown> | undefined>;
  const vocab = (model?.['vocab'] ?? {}) as object;
  const { head, tail } = specialTokens(encode);
  const stated = padding?.['pad_id'] ?? side.model['pad_token_id'];
  const maxLength = truncation?.['max_length'];
  return {
    kind: tokenizerKind(model),
    vocabulary: Array.isArray(vocab) ? vocab.length : Object.keys(vocab).length,
    added: head.length + tail.length,
    padId: typeof stated === 'number' && Number.isInteger(stated) ? stated : null,
    maxLength: typeof maxLength === 'number' ? maxLength : null,
  };
}
