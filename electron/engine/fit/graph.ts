/**
 * The ONNX file of a fitted encoder. A batch comes as its distinct tokens and how often each text has each:
 *
 *   token_ids [u] ── Gather ─▶ int8 [u, d] ─┐
 *              └──── Gather ─▶ scales [u] ──┴ DequantizeLinear ─▶ [u, d] ─┐
 *   token_counts [n, u] ──────────────────────────────────────── MatMul ──┴▶ [n, d] ── L2 ─▶ sentence_embedding [n, d]
 *
 * A token's weight is in its row already, and the norm takes out the number of tokens, so the product of counts is
 * the weighted mean. Against a padded batch of ids it reads each row once, and a document of any length costs its
 * distinct tokens alone.
 */
import { type Field, integer, join, message, text } from './protobuf';
import type { Int8Table } from './quantise';

const FLOAT = 1;
const INT8 = 3;
const INT64 = 7;

const BAG_OUTPUT = 'sentence_embedding';

/** @param name the graph's own: two collections of the same texts have two encoders, with two hashes */
export function writeGraph(name: string, table: Int8Table): Uint8Array {
  const { values, scales, dims } = table;
  const graph = [
    node('Gather', ['table', 'token_ids'], 'whole'),
    node('Gather', ['scales', 'token_ids'], 'scale'),
    node('DequantizeLinear', ['whole', 'scale'], 'rows', [['axis', 0]]),
    node('MatMul', ['token_counts', 'rows'], 'sum'),
    node('LpNormalization', ['sum'], BAG_OUTPUT, [
      ['axis', 1],
      ['p', 2],
    ]),
    text(2, name),
    tensor('table', INT8, [scales.length, dims], new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
    tensor('scales', FLOAT, [scales.length], littleEndian(scales)),
    message(11, value('token_ids', INT64, ['tokens'])),
    message(11, value('token_counts', FLOAT, ['texts', 'tokens'])),
    message(12, value(BAG_OUTPUT, FLOAT, ['texts', dims])),
  ];
  const opset = [text(1, ''), integer(2, 17)];
  return join([integer(1, 8), text(2, 'pepita'), message(7, graph), message(8, opset)]);
}

function node(kind: string, inputs: readonly string[], output: string, attributes: readonly (readonly [string, number])[] = []): Field {
  return message(1, [
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(3, output),
    text(4, kind),
    ...attributes.map(([name, whole]) => message(5, [text(1, name), integer(3, whole), integer(20, 2)])),
  ]);
}

const tensor = (name: string, type: number, dims: readonly number[], raw: Uint8Array): Field =>
  message(5, [...dims.map((dim) => integer(1, dim)), integer(2, type), text(8, name), message(9, [[raw]])]);

/** ValueInfoProto: a name, and a shape whose dimensions are numbers or names. */
function value(name: string, type: number, dims: readonly (string | number)[]): Field[] {
  const shape = dims.map((dim) => message(1, [typeof dim === 'string' ? text(2, dim) : integer(1, dim)]));
  return [text(1, name), message(2, [message(1, [integer(1, type), message(2, shape)])])];
}

function littleEndian(floats: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(floats.length * 4));
  for (const [i, float] of floats.entries()) view.setFloat32(i * 4, float, true);
  return new Uint8Array(view.buffer);
}
