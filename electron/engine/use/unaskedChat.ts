/** An endpoint's chat model as its settings tell it: for estimates, which ask nobody. */
import type { Endpoint } from '../../../shared/endpoints';
import { AppError } from '../../../shared/errors';
import type { RemoteChat } from '../endpointPort';
import type { Endpoints } from './endpoints';

/** @throws NOT_FOUND; USAGE where the endpoint names no chat model */
export async function chatEndpoint(endpoints: Endpoints, name: string): Promise<{ endpoint: Endpoint; model: string }> {
  const endpoint = await endpoints.get(name);
  if (endpoint.chat_model !== null) return { endpoint, model: endpoint.chat_model };
  throw new AppError('USAGE', `The endpoint "${name}" names no chat model.`, 'Add it anew with --chat-model M.');
}

/** A chat that is known by its settings alone. */
export function unaskedChat(
  { host, context_size, reasoning_effort, concurrency }: Endpoint,
  model: string,
  tokenizer: boolean,
): RemoteChat {
  const refuse = () => {
    throw new AppError('INTERNAL', 'An estimate asks nobody.');
  };
  const settings = { contextSize: context_size, reasoningEffort: reasoning_effort, concurrency };
  return { host, model, ...settings, tokenizer, tokenStarts: refuse, complete: refuse, usage: refuse };
}
