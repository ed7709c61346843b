/** The first bytes of a GGUF file, looked at before a runtime is: one that believed a damaged count would read for ever. */
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../../shared/errors';

const MAGIC = 'GGUF';
const HEADER_BYTES = 24;
const VERSIONS = [2, 3];
/** Far above any model's number of tensors or metadata entries. */
const MOST = 1_000_000n;

/** @throws MODEL_FAILED where the file is no GGUF of a known version, or its counts can't be true */
export async function checkGgufHeader(path: string): Promise<void> {
  const fail = (why: string): never => {
    throw new AppError(
      'MODEL_FAILED',
      `${basename(path)} is no whole GGUF file: ${why}.`,
      'A half-finished download, or another kind of file? Fetch it again.',
      { path },
    );
  };
  const { size } = await stat(path).catch(() => fail('it can’t be read'));
  const header = Buffer.alloc(HEADER_BYTES);
  const file = await open(path, 'r');
  try {
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
    if (bytesRead < HEADER_BYTES || header.toString('latin1', 0, 4) !== MAGIC) fail('it does not begin like one');
  } finally {
    await file.close();
  }
  const version = header.readUInt32LE(4);
  if (!VERSIONS.includes(version)) fail(`version ${version} is not known`);
  const [tensors, entries] = [header.readBigUInt64LE(8), header.readBigUInt64LE(16)];
  if (tensors === 0n || tensors > MOST || entries === 0n || entries > MOST) fail(`${tensors} tensors and ${entries} entries can’t be`);
  if (BigInt(size) < tensors * 32n) fail(`${size} bytes are too few for ${tensors} tensors`);
}
