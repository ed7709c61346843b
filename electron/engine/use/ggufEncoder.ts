/** A folder with a GGUF and a manifest → an encoder. */
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { createGgufEncoder } from '../embed/ggufEncoder';
import { type EncoderManifest, graphFile } from '../embed/manifest';
import { identityOf, verifyFiles } from '../embed/modelFiles';
import { openEmbedder } from '../llama/openEmbedder';
import type { Encoder } from '../ports';

/** @param threads the user's wish. @throws MODEL_MISSING, MODEL_FAILED */
export async function openGgufEncoder(dir: string, manifest: EncoderManifest, threads: number | undefined): Promise<Encoder> {
  await verifyFiles(dir, manifest);
  const file = graphFile(manifest)!;
  const model = await openEmbedder({ modelPath: join(dir, file.path), maxTokens: manifest.max_tokens, ...embedderRuntime(threads) });
  return createGgufEncoder(manifest, model, { sha256: file.sha256, identity: await identityOf(dir, manifest) });
}

/**
 * Beside other work threads wait for each other at every step: there one alone is faster (0 is told where the system knows
 * no load). The vectors are the same.
 */
export function embedderRuntime(threads: number | undefined): { threads?: number; gpu: 'auto' | false } {
  const gpu = process.env.PEPITA_GPU === 'off' ? false : 'auto';
  if (threads !== undefined) return { threads, gpu };
  return loadavg()[0]! < availableParallelism() / 2 ? { gpu } : { threads: 1, gpu };
}
