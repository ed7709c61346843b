/** The few forms of Protocol Buffers that an ONNX file is made of. Pure. */

const encoder = new TextEncoder();

/** A field of any number of parts: what the functions below give, one after the other. */
export type Field = readonly Uint8Array[];

/** A whole number ≥ 0. */
export const integer = (field: number, value: number): Field => [varint(field * 8), varint(value)];

export function text(field: number, value: string): Field {
  return message(field, [[encoder.encode(value)]]);
}

/** Bytes are taken over as they are, not copied: a table of many megabytes is copied once, by `join`. */
export function message(field: number, fields: readonly Field[]): Field {
  const parts = fields.flat();
  return [varint(field * 8 + 2), varint(parts.reduce((sum, part) => sum + part.length, 0)), ...parts];
}

export function join(fields: readonly Field[]): Uint8Array {
  const parts = fields.flat();
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}
