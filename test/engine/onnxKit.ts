/** Tiny ONNX graphs, written as protobuf by hand: each token's vector is its row of a table, with the faults that a test asks for. */
type Bytes = Buffer;

const varint = (n: number | bigint): Bytes => {
  let rest = BigInt.asUintN(64, BigInt(n));
  const out: number[] = [];
  for (; rest > 127n; rest >>= 7n) out.push(Number(rest & 127n) | 128);
  return Buffer.from([...out, Number(rest)]);
};
const int = (field: number, n: number): Bytes => Buffer.concat([varint(field << 3), varint(n)]);
const bytes = (field: number, content: string | Uint8Array): Bytes => {
  const data = Buffer.from(content);
  return Buffer.concat([varint((field << 3) | 2), varint(data.length), data]);
};
const join = (...parts: (Bytes | readonly Bytes[])[]): Bytes => Buffer.concat(parts.flat());

const FLOAT = 1;
const INT32 = 6;
const INT64 = 7;
const FLOAT16 = 10;

const tensor = (name: string, type: number, dims: readonly number[], data: Float32Array | BigInt64Array, external?: string): Bytes => {
  const entry = (key: string, value: string) => bytes(13, join(bytes(1, key), bytes(2, value)));
  const content = external
    ? join(entry('location', external), entry('offset', '0'), entry('length', String(data.byteLength)), int(14, 1))
    : bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  return join(
    dims.map((dim) => int(1, dim)),
    int(2, type),
    bytes(8, name),
    content,
  );
};
const attribute = (name: string, value: number): Bytes => bytes(5, join(bytes(1, name), int(3, value), int(20, 2)));
const node = (op: string, inputs: readonly string[], output: string, ...attributes: Bytes[]): Bytes =>
  bytes(
    1,
    join(
      inputs.map((name) => bytes(1, name)),
      bytes(2, output),
      bytes(4, op),
      attributes,
    ),
  );
const value = (field: number, name: string, type: number, dims: readonly (string | number)[]): Bytes => {
  const shape = dims.map((dim) => bytes(1, typeof dim === 'string' ? bytes(2, dim) : int(1, dim)));
  return bytes(field, join(bytes(1, name), bytes(2, bytes(1, join(int(1, type), bytes(2, join(shape)))))));
};

/** The vector of a token: small whole numbers, other for each token. */
export const rowOf = (id: number, dims: number): number[] =>
  Array.from({ length: dims }, (_, d) => ((id * (d + 3) * 7 + d * 5) % 11) - 5 + (d === id % dims ? 4 : 0));
export const tableOf = (vocabulary: number, dims: number): Float32Array =>
  Float32Array.from(Array.from({ length: vocabulary }, (_, id) => rowOf(id, dims)).flat());

export interface GraphOptions {
  readonly vocabulary: number;
  readonly dims?: number;
  /** `batch`: a token's vector depends on every text of the batch · `nan`: no number comes out · `pooled`: masked mean, in the graph. */
  readonly kind?: 'plain' | 'batch' | 'nan' | 'pooled';
  readonly inputs?: readonly string[];
  readonly output?: string;
  readonly half?: boolean;
  readonly int32?: boolean;
  /** Name of the file that holds the table. */
  readonly external?: string;
}

/** input_ids, attention_mask, … → [texts, tokens, dims] ("last_hidden_state"), or [texts, dims] where pooled. */
export function graphOf(options: GraphOptions): Bytes {
  const { vocabulary, dims = 4, kind = 'plain', inputs = ['input_ids', 'attention_mask'], half, int32, external } = options;
  const output = options.output ?? (kind === 'pooled' ? 'sentence_embedding' : 'last_hidden_state');
  const axis = tensor('one', INT64, [1], BigInt64Array.of(1n));
  const last = tensor('minus', INT64, [1], BigInt64Array.of(-1n));
  const rows = tensor('rows', INT64, [2], BigInt64Array.of(0n, 1n));
  const hidden = {
    plain: [node('Identity', ['e'], 'h')],
    batch: [node('ReduceSum', ['e', 'rows'], 'all', attribute('keepdims', 0)), node('Add', ['e', 'all'], 'h')],
    nan: [node('Sub', ['e', 'e'], 'zero'), node('Div', ['zero', 'zero'], 'h')],
    pooled: [
      node('Cast', ['attention_mask'], 'mask', attribute('to', FLOAT)),
      node('Unsqueeze', ['mask', 'minus'], 'mask3'),
      node('Mul', ['e', 'mask3'], 'masked'),
      node('ReduceSum', ['masked', 'one'], 'h', attribute('keepdims', 0)),
    ],
  }[kind];
  const nodes = [
    node('Gather', ['table', 'input_ids'], 'e', attribute('axis', 0)),
    ...hidden,
    node('Cast', ['h'], output, attribute('to', half ? FLOAT16 : FLOAT)),
  ];
  const shape = kind === 'pooled' ? ['b', dims] : ['b', 's', dims];
  const graph = join(
    nodes,
    bytes(2, 'g'),
    [tensor('table', FLOAT, [vocabulary, dims], tableOf(vocabulary, dims), external), axis, last, rows].map((init) => bytes(5, init)),
    inputs.map((name) => value(11, name, int32 ? INT32 : INT64, ['b', 's'])),
    value(12, output, half ? FLOAT16 : FLOAT, shape),
  );
  return join(int(1, 8), bytes(7, graph), bytes(8, join(bytes(1, ''), int(2, 18))));
}
