/** The extractor that a command asks for. Without a language model the extractive one stands in, and is named as such. */
import { stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { AppError } from '../../../shared/errors';
import { createExtractive } from '../extract/extractive';
import { createExtractiveSummary } from '../extract/summary/extractiveSummary';
import { findGgufs } from '../llama/findGgufs';
import type { Extractor } from '../ports';
import type { EngineContext, ExtractorChoice } from './context';
import { createLlamaExtractor } from './llamaExtractor';
import { llamaPace } from './llamaPace';
import { modelSha256 } from './modelHash';
import { DEFAULT_PROFILE, findProfile, profileOf } from './profiles';
import { openRemoteExtractor } from './remote';

export async function openExtractor(context: EngineContext, choice: ExtractorChoice, signal?: AbortSignal): Promise<Extractor> {
  const kind = choice.extractor ?? (choice.endpoint ? 'remote' : choice.model ? 'llama' : 'extractive');
  if (choice.endpoint && kind !== 'remote')
    throw new AppError('USAGE', `The ${kind} extractor works on this machine and takes no --endpoint.`, 'Leave one of the two out.');
  if (kind === 'extractive') {
    if (choice.model)
      throw new AppError('USAGE', 'The extractive extractor takes no --model.', 'Leave --model out, or use --extractor llama.');
    const { resources } = context.config;
    // What nuggets it makes does not hang on a profile; whether it makes summaries does.
    const named = choice.profile === undefined ? undefined : (await findProfile(context.config, choice.profile)).profile;
    if (named?.kind === 'summary') return createExtractiveSummary(named, resources);
    return createExtractive(await context.encoder(), { resources });
  }
  const wanted = choice.profile ?? (choice.collection === undefined ? DEFAULT_PROFILE : await profileOf(context.store, choice.collection));
  const { profile } = await findProfile(context.config, wanted);
  if (kind === 'remote') return openRemoteExtractor(context.endpoints, endpointFor(choice), profile, signal);
  const modelPath = await findModel(context, choice.model);
  const sha256 = await modelSha256(context.store, modelPath);
  return createLlamaExtractor({
    modelPath,
    modelSha256: sha256,
    ...(await llamaPace(context.store, sha256, context.config.threads)),
    profile,
    // Without a wish of the user's, llama.cpp's own count of cores that calculate is the most.
    ...(context.config.threads === undefined ? {} : { threads: context.config.threads }),
    gpu: process.env.PEPITA_GPU === 'off' ? false : 'auto',
  });
}

function endpointFor({ endpoint, model }: ExtractorChoice): string {
  if (!endpoint) throw new AppError('USAGE', 'The remote extractor needs an endpoint.', 'Name one with --endpoint: pepita endpoints list.');
  if (model)
    throw new AppError('USAGE', 'A remote endpoint names its model itself.', 'Leave --model out; it is set by: pepita endpoints add.');
  return endpoint;
}

/** A path, or the name of a GGUF in the model folders; without one, the only one that there is. */
async function findModel({ config }: EngineContext, model: string | undefined): Promise<string> {
  if (model) {
    const path = isAbsolute(model) ? model : resolve(model);
    if ((await stat(path).catch(() => undefined))?.isFile()) return path;
  }
  const found = await findGgufs([config.models, ...config.modelFolders]);
  if (model) {
    const named = found.find(({ path }) => path.endsWith(model) || path.endsWith(`${model}.gguf`));
    if (named) return named.path;
    throw new AppError('MODEL_MISSING', `There is no model file "${model}".`, 'Name a .gguf file, or one listed by: pepita models.', {
      known: found.map(({ path }) => path),
    });
  }
  if (found.length === 1) return found[0]!.path;
  if (found.length === 0)
    throw new AppError(
      'MODEL_MISSING',
      'No language model (GGUF) was found on this machine.',
      `Put one into ${config.modelFolders[0]} or name it with --model; without one, --extractor extractive works.`,
    );
  throw new AppError(
    'USAGE',
    `${found.length} language models were found: say which with --model.`,
    found.map(({ path }) => path).join('\n       '),
  );
}
