/** Whether a manifest fits its graph and tokenizer: refused at opening, by name, instead of in the middle of an index. */
import { GraphInput } from '../../../shared/encoders';
import { AppError } from '../../../shared/errors';
import type { EncoderManifest } from './manifest';
import type { Graph, GraphValue } from './onnx';
import type { Encode } from './tokenizer';

const names = (values: readonly { readonly name: string }[]): string => values.map(({ name }) => `"${name}"`).join(', ');

/** @throws MODEL_FAILED where the graph needs an input that Pepita does not give */
export function checkInputs(inputs: readonly GraphValue[]): GraphInput[] {
  const unknown = inputs.filter(({ name }) => !GraphInput.safeParse(name).success);
  if (unknown.length > 0) {
    throw new AppError(
      'MODEL_FAILED',
      `The graph needs ${names(unknown)}, which Pepita does not give.`,
      `Export it again with no inputs but ${GraphInput.options.join(', ')}.`,
      { inputs: inputs.map(({ name }) => name) },
    );
  }
  return inputs.map(({ name }) => name as GraphInput);
}

/** @returns the inputs that the graph takes @throws MODEL_FAILED for inputs, output, dimensions or a prefix that don't fit */
export function checkWiring(manifest: EncoderManifest, graph: Graph, encode: Encode): GraphInput[] {
  const { id, output, max_tokens } = manifest;
  const taken = checkInputs(graph.inputs);
  const amiss =
    taken.find((name) => !manifest.inputs.includes(name)) ?? manifest.inputs.find((name) => !taken.some((other) => other === name));
  if (amiss)
    throw new AppError(
      'MODEL_FAILED',
      `Encoder ${id}: graph and manifest don't agree about the input "${amiss}".`,
      'Mend "inputs" in its manifest.json.',
    );
  const found = graph.outputs.find(({ name }) => name === output);
  if (!found)
    throw new AppError(
      'MODEL_FAILED',
      `Encoder ${id} has no output "${output}"; there are ${names(graph.outputs)}.`,
      'Mend "output" in its manifest.json.',
    );
  const width = found.dims[found.dims.length - 1] ?? null;
  const rank = manifest.pooling === 'in-graph' ? 2 : 3;
  if (
    found.dims.length > 0 &&
    (found.dims.length !== rank || (width !== null && width !== (manifest.graph_dimensions ?? manifest.dimensions)))
  )
    throw wrongShape(manifest, found.dims);
  for (const prefix of Object.values(manifest.prefixes)) {
    if (encode(prefix, true).length >= max_tokens)
      throw new AppError(
        'MODEL_FAILED',
        `Encoder ${id}: its prefix alone fills the ${max_tokens} tokens of a text.`,
        'Raise "max_tokens" or shorten the prefix.',
      );
  }
  return taken;
}

/** An output whose shape is not what `dimensions` and `pooling` let expect; `null` dims vary. */
export function wrongShape(
  { id, output, pooling, dimensions, graph_dimensions = dimensions }: EncoderManifest,
  dims: readonly (number | null)[],
): AppError {
  const due = pooling === 'in-graph' ? `texts × ${graph_dimensions}` : `texts × tokens × ${graph_dimensions}`;
  return new AppError(
    'MODEL_FAILED',
    `Encoder ${id}: its output "${output}" is ${dims.map((dim) => dim ?? '?').join(' × ')} where ${due} is due for pooling "${pooling}".`,
    'Mend "dimensions" or "pooling" in its manifest.json; to keep the first dimensions alone, state "graph_dimensions" too.',
  );
}
