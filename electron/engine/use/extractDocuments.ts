/** An extraction as it is asked for: nuggets or summaries, as the profile says; a nugget profile that is named is remembered for the collection. */
import type { ExtractInput, ExtractOutput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { EngineContext } from './context';
import { type ExtractOptions, extractCollection } from './extractCollection';
import { chooseProfile, findProfile, SUMMARY_PROFILE } from './profiles';
import { requireCollection } from './require';

export async function extractDocuments(context: EngineContext, input: ExtractInput, options: ExtractOptions): Promise<ExtractOutput> {
  const wanted = input.profile ?? (input.summaries ? SUMMARY_PROFILE : undefined);
  if (wanted === undefined) return extractCollection(context, input, options);
  await requireCollection(context.store, input.collection);
  const { profile } = await findProfile(context.config, wanted);
  if (profile.kind === 'nuggets') {
    if (input.summaries)
      throw new AppError(
        'USAGE',
        `The profile "${wanted}" makes nuggets, not summaries.`,
        'Leave one of both out; pepita profiles says what each makes.',
      );
    await chooseProfile(context, input.collection, wanted);
  }
  return extractCollection(context, { ...input, profile: wanted }, options);
}
