/** The formulator that a command asks for. Without a language model the rules stand in, and are named as such. */
import { join } from 'node:path';
import type { ExtractorId, Lang } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { Prompt } from '../chat/prompt';
import { formulatorByModel } from '../formulate/byModel';
import { formulatorByRules } from '../formulate/byRules';
import type { Formulator } from '../formulate/formulator';
import type { EngineConfig, EngineContext } from './context';
import { endpointFor } from './localModel';
import { type ChatChoice, openChat } from './openChat';
import { productPrompts } from './prompts';

export interface FormulatorChoice extends ChatChoice {
  readonly formulator?: ExtractorId | undefined;
}

const USE = { what: 'formulator', without: 'without one, --formulator extractive works' };

export const formulationPrompts = (config: EngineConfig): Promise<Record<Lang, Prompt>> => productPrompts(config, 'formulation', ['text']);

export const rulesFormulator = ({ resources }: EngineConfig): Promise<Formulator> =>
  formulatorByRules(join(resources, 'prompts', 'extractive-formulation.json'));

/** The caller disposes of it. */
export async function openFormulator(context: EngineContext, choice: FormulatorChoice, signal?: AbortSignal): Promise<Formulator> {
  const kind = choice.formulator ?? (choice.endpoint ? 'remote' : choice.model ? 'llama' : 'extractive');
  if (choice.endpoint && kind !== 'remote')
    throw new AppError('USAGE', `The ${kind} formulator works on this machine and takes no --endpoint.`, 'Leave one of the two out.');
  if (kind === 'extractive') {
    if (choice.model)
      throw new AppError('USAGE', 'The extractive formulator takes no --model.', 'Leave --model out, or use --formulator llama.');
    return rulesFormulator(context.config);
  }
  if (kind === 'remote') endpointFor(choice, USE.what);
  const prompts = await formulationPrompts(context.config);
  const { id, model, modelId, modelSha256, lanes, params, usage } = await openChat(context, choice, USE, signal);
  try {
    return formulatorByModel(model, { id, modelId, modelSha256, lanes, params, prompts, ...(usage && { usage }) });
  } catch (error) {
    await model.dispose();
    throw error;
  }
}
