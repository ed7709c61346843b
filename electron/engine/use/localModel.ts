/** The language model that a command names: a file on this machine, or an endpoint. */
import { stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { AppError } from '../../../shared/errors';
import { findGgufs } from '../llama/findGgufs';
import { inspectChatGguf } from '../llama/inspectGguf';
import type { ChatModelOptions } from '../llama/openChatModel';
import { chatGgufs } from './chatGgufs';
import type { EngineContext } from './context';
import { llamaPace } from './llamaPace';
import { modelSha256 } from './modelHash';

/**
 * What opening the model needs.
 * @param without what can be done where there is none
 * @throws MODEL_MISSING, MODEL_FAILED for what is no whole GGUF or an encoder, USAGE where several are there and none is named
 */
export async function localModel(
  context: EngineContext,
  model: string | undefined,
  without?: string,
): Promise<ChatModelOptions & { readonly modelSha256: string }> {
  const modelPath = await findModel(context, model, without);
  // Before gigabytes of it are read for their hash.
  await inspectChatGguf(modelPath);
  const sha256 = await modelSha256(context.store, modelPath);
  return {
    modelPath,
    modelSha256: sha256,
    ...(await llamaPace(context.store, sha256, context.config.threads)),
    // Without a wish of the user's, llama.cpp's own count of cores that calculate is the most.
    ...(context.config.threads === undefined ? {} : { threads: context.config.threads }),
    gpu: process.env.PEPITA_GPU === 'off' ? false : 'auto',
  };
}

/** @param what is to be remote, for messages. @throws USAGE */
export function endpointFor({ endpoint, model }: { endpoint?: string | undefined; model?: string | undefined }, what: string): string {
  if (!endpoint) throw new AppError('USAGE', `The remote ${what} needs an endpoint.`, 'Name one with --endpoint: pepita endpoints list.');
  if (model)
    throw new AppError('USAGE', 'A remote endpoint names its model itself.', 'Leave --model out; it is set by: pepita endpoints add.');
  return endpoint;
}

/** A path, or the name of a GGUF in the model folders; without one, the only one that there is. */
async function findModel(
  { config }: EngineContext,
  model: string | undefined,
  without = 'without one, --extractor extractive works',
): Promise<string> {
  if (model) {
    const path = isAbsolute(model) ? model : resolve(model);
    if ((await stat(path).catch(() => undefined))?.isFile()) return path;
  }
  const found = await chatGgufs(config);
  if (model) {
    // Also where it can't write: that is told then.
    const all = await findGgufs([config.models, ...config.modelFolders], true);
    const named = [...found, ...all].find(({ path }) => path.endsWith(model) || path.endsWith(`${model}.gguf`));
    if (named) return named.path;
    throw new AppError('MODEL_MISSING', `There is no model file "${model}".`, 'Name a .gguf file, or one listed by: pepita models.', {
      known: found.map(({ path }) => path),
    });
  }
  // One that is broken is no choice beside one that is whole.
  const whole = found.filter(({ facts }) => !(facts instanceof AppError));
  const [only, ...more] = whole.length > 0 ? whole : found;
  if (only && more.length === 0) return only.path;
  if (!only)
    throw new AppError(
      'MODEL_MISSING',
      'No language model (GGUF) was found on this machine.',
      `Put one into ${config.modelFolders[0]} or name it with --model; ${without}.`,
    );
  throw new AppError(
    'USAGE',
    `${more.length + 1} language models were found: say which with --model.`,
    [only, ...more].map(({ path }) => path).join('\n       '),
  );
}
