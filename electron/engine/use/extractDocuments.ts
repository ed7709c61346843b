/** An extraction as it is asked for: the profile that it names is remembered for the collection. */
import type { ExtractInput, ExtractOutput } from '../../../shared/contract';
import type { EngineContext } from './context';
import { type ExtractOptions, extractCollection } from './extractCollection';
import { chooseProfile } from './profiles';

export async function extractDocuments(context: EngineContext, input: ExtractInput, options: ExtractOptions): Promise<ExtractOutput> {
  if (input.profile !== undefined) await chooseProfile(context, input.collection, input.profile);
  return extractCollection(context, input, options);
}
