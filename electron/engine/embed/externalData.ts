/**
 * Names of the files in which an ONNX graph keeps weights outside itself, read from
 * its protobuf: the runtime tells them only by failing. Pure.
 */
type Field = { readonly number: number; readonly bytes: Uint8Array };

const GRAPH = 7;
const INITIALIZER = 5;
const EXTERNAL_DATA = 13;

/** Locations relative to the graph's own folder, each once; none where the bytes are no protobuf. */
export function externalData(model: Uint8Array): string[] {
  const found = new Set<string>();
  const text = new TextDecoder();
  for (const graph of only(fields(model), GRAPH)) {
    for (const tensor of only(fields(graph), INITIALIZER)) {
      for (const entry of only(fields(tensor), EXTERNAL_DATA)) {
        const [key, value] = [...fields(entry)].map(({ bytes }) => text.decode(bytes));
        if (key === 'location' && value) found.add(value);
      }
    }
  }
  return [...found];
}

function* only(all: Iterable<Field>, number: number): Iterable<Uint8Array> {
  for (const field of all) if (field.number === number) yield field.bytes;
}

/** The length-delimited fields of one message; the others are stepped over. Ends at what is no protobuf. */
function* fields(message: Uint8Array): Iterable<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; at < message.length; shift += 7) {
      const byte = message[at++]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    return value;
  };
  while (at < message.length) {
    const tag = varint();
    const wire = tag % 8;
    if (wire === 0) varint();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else if (wire === 2) {
      const length = varint();
      yield { number: Math.floor(tag / 8), bytes: message.subarray(at, at + length) };
      at += length;
    } else return;
  }
}
