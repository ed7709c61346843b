import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findGgufs } from '../../electron/engine/llama/findGgufs';
import { checkWhole, ggufFacts, ggufParts } from '../../electron/engine/llama/ggufFacts';

/** A GGUF's head: magic, version 3, one tensor, one entry: the architecture. */
function head(architecture: string): Buffer {
  const string = (text: string) => {
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(text.length));
    return Buffer.concat([length, Buffer.from(text)]);
  };
  const counts = Buffer.alloc(20);
  counts.writeUInt32LE(3, 0);
  counts.writeBigUInt64LE(1n, 4);
  counts.writeBigUInt64LE(1n, 12);
  return Buffer.concat([Buffer.from('GGUF'), counts, string('general.architecture'), Buffer.from([8, 0, 0, 0]), string(architecture)]);
}

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pepita-gguf-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));
const put = async (path: string, content: Buffer | string = head('llama')) => {
  await mkdir(join(dir, path, '..'), { recursive: true });
  await writeFile(join(dir, path), content);
};
const names = async () =>
  (await findGgufs([dir, join(dir, 'not-there')])).map(({ path }) => path.slice(dir.length + 1).replaceAll('\\', '/'));

describe('GGUF files in model folders', () => {
  it('at any depth, sorted; a damaged one too, so that it can be told of', async () => {
    await put('b.gguf');
    await put('publisher/repo/a.Q4_K_M.gguf');
    await put('broken.gguf', 'not a model');
    expect(await names()).toEqual(['b.gguf', 'broken.gguf', 'publisher/repo/a.Q4_K_M.gguf']);
  });
  it('without projectors, encoders (by name or by what the file says), downloads under way and later parts', async () => {
    for (const name of ['mmproj-F16.gguf', 'bge-m3.gguf', 'Qwen3-Embedding-4B.gguf', 'half.gguf.part', 'x.gguf.incomplete'])
      await put(name);
    await put('plain-name.gguf', head('nomic-bert'));
    await put('aria.gguf');
    await put('aria.gguf.aria2', '');
    await put('big-00001-of-00002.gguf', Buffer.concat([head('qwen3'), Buffer.alloc(100)]));
    await put('big-00002-of-00002.gguf', Buffer.alloc(50));
    const found = await findGgufs([dir]);
    expect(found).toEqual([{ path: join(dir, 'big-00001-of-00002.gguf'), bytes: head('qwen3').length + 150 }]);
  });
  it('a link to a blob, as in the Hugging Face cache, is one model under its readable name', async () => {
    await put('hub/blobs/0123abcd');
    await mkdir(join(dir, 'hub/snapshots/1'), { recursive: true });
    await mkdir(join(dir, 'hub/snapshots/2'), { recursive: true });
    for (const n of [1, 2]) await symlink(join('..', '..', 'blobs', '0123abcd'), join(dir, `hub/snapshots/${n}/model.gguf`));
    expect(await names()).toEqual(['hub/snapshots/1/model.gguf']);
  });
});

describe('what a header says', () => {
  const header = (metadata: object, extra: object = {}) => ({
    metadata,
    architectureMetadata: { context_length: 4096 },
    totalMetadataSize: 100,
    ...extra,
  });
  it('name, size, licence, template; what is missing is empty, the size is counted', () => {
    const full = {
      general: { name: 'Modelo', architecture: 'qwen3', size_label: '4B', license: 'apache-2.0' },
      tokenizer: { chat_template: '{{x}}' },
    };
    expect(ggufFacts('/m/x.gguf', header(full), 1)).toEqual({
      name: 'Modelo',
      architecture: 'qwen3',
      parameters: '4B',
      context: 4096,
      licence: 'apache-2.0',
      chatTemplate: true,
      encoder: '',
    });
    expect(ggufFacts('/m/x.gguf', { ...header({}), architectureMetadata: undefined }, 134_515_008)).toEqual({
      name: 'x',
      architecture: '',
      parameters: '135M',
      context: 0,
      licence: '',
      chatTemplate: false,
      encoder: '',
    });
    expect(ggufFacts('x.gguf', header({}), 7_615_616_512).parameters).toBe('7.6B');
  });
  it('the parts of a split file', () => {
    expect(ggufParts(join('m', 'x-00001-of-00003.gguf'))).toEqual([1, 2, 3].map((n) => join('m', `x-0000${n}-of-00003.gguf`)));
    expect(ggufParts('x.gguf')).toEqual(['x.gguf']);
  });
  it('a file that ends before its weights do, or lacks a part, is refused by name', async () => {
    const tensors = {
      fullTensorInfo: [
        { fileOffset: 100, filePart: 1 },
        { fileOffset: 300n, filePart: 1 },
      ],
    };
    await put('x.gguf', Buffer.alloc(400));
    const path = join(dir, 'x.gguf');
    await expect(checkWhole(path, header({}, tensors), 300)).resolves.toBeUndefined();
    await expect(checkWhole(path, header({}, tensors), 301)).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('400 bytes'),
    });
    await put('x.gguf', Buffer.alloc(300));
    await expect(checkWhole(path, header({}, tensors), 200)).rejects.toMatchObject({ code: 'MODEL_FAILED' });
    await put('y-00001-of-00002.gguf', Buffer.alloc(400));
    await expect(checkWhole(join(dir, 'y-00001-of-00002.gguf'), header({}), 10)).rejects.toThrow('y-00002-of-00002.gguf is missing');
  });
});
