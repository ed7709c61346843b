/** The extractor that a command asks for. Without a language model the extractive one stands in, and is named as such. */
import { AppError } from '../../../shared/errors';
import { createExtractive } from '../extract/extractive';
import { createExtractiveSummary } from '../extract/summary/extractiveSummary';
import type { Extractor } from '../ports';
import type { EngineContext, ExtractorChoice } from './context';
import { createLlamaExtractor } from './llamaExtractor';
import { endpointFor, localModel } from './localModel';
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
  if (kind === 'remote') return openRemoteExtractor(context.endpoints, endpointFor(choice, 'extractor'), profile, signal);
  const options = { ...(await localModel(context, choice.model)), profile };
  return createLlamaExtractor(options, (file) => context.chats.own(file, signal));
}
