/** Small but whole GGUF files (version 3): a header that says what a test wants, and one tensor. */

type Value = string | number | boolean;

const u32 = (n: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(n);
  return bytes;
};
const u64 = (n: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(n));
  return bytes;
};
const text = (value: string): Buffer => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
/** Types of GGUF: 4 an unsigned number of 32 bits, 7 a truth value, 8 a string. */
const typed = (value: Value): Buffer =>
  typeof value === 'string'
    ? Buffer.concat([u32(8), text(value)])
    : typeof value === 'boolean'
      ? Buffer.concat([u32(7), Buffer.from([value ? 1 : 0])])
      : Buffer.concat([u32(4), u32(value)]);

/** @param more entries beside the usual ones, by their full keys */
export function gguf(architecture: string, more: Readonly<Record<string, Value>> = {}): Buffer {
  const entries = Object.entries<Value>({
    'general.architecture': architecture,
    'general.name': 'Small',
    [`${architecture}.context_length`]: 512,
    [`${architecture}.embedding_length`]: 32,
    [`${architecture}.block_count`]: 1,
    'tokenizer.chat_template': '{{ messages }}',
    ...more,
  });
  // One tensor of 32 numbers of 32 bits.
  const tensor = [text('token_embd.weight'), u32(1), u64(32), u32(0), u64(0)];
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(1),
    u64(entries.length),
    ...entries.flatMap(([key, value]) => [text(key), typed(value)]),
    ...tensor,
  ]);
  return Buffer.concat([head, Buffer.alloc((32 - (head.length % 32)) % 32), Buffer.alloc(128)]);
}
