/** A chat model as a command names it, wherever it runs: for the steps that ask a model something else than nuggets. */
import { basename } from 'node:path';
import type { RemoteUsage } from '../../../shared/endpoints';
import type { ChatModel } from '../chat/chatModel';
import { remoteModel } from '../chat/remoteModel';
import type { EngineContext } from './context';
import { endpointFor, localModel } from './localModel';
import { openChatOf } from './remote';

export interface ChatChoice {
  readonly model?: string | undefined;
  /** Name of a remote endpoint that is turned on. */
  readonly endpoint?: string | undefined;
}

/** For messages. */
export interface ChatUse {
  readonly what: string;
  /** What can be done where there is no model. */
  readonly without: string;
  /** Short questions, one now and then: they share a model that is held open between them. */
  readonly held?: boolean;
}

export interface OpenChat {
  readonly id: 'llama' | 'remote';
  readonly model: ChatModel;
  readonly modelId: string;
  /** '' where there is no file to look at: host and name are then among the parameters. */
  readonly modelSha256: string;
  /** Questions that it answers at once. */
  readonly lanes: number;
  /** More that changes its answers. */
  readonly params: Readonly<Record<string, unknown>>;
  /** What the endpoint was sent so far; not there where nothing leaves the machine. */
  readonly usage?: () => RemoteUsage;
}

/** The caller disposes of the model, also of one that is held. @throws ENDPOINT_OFF, NOT_FOUND, MODEL_MISSING, MODEL_FAILED, USAGE */
export async function openChat(context: EngineContext, choice: ChatChoice, use: ChatUse, signal?: AbortSignal): Promise<OpenChat> {
  if (choice.endpoint !== undefined) {
    const chat = await openChatOf(context.endpoints, endpointFor(choice, use.what), signal);
    return {
      id: 'remote',
      model: remoteModel(chat),
      modelId: `${chat.model} at ${chat.host}`,
      modelSha256: '',
      lanes: chat.concurrency,
      params: remoteParams(chat),
      usage: () => chat.usage(),
    };
  }
  const options = await localModel(context, choice.model, use.without);
  const model = await (use.held ? context.chats.share(options, signal) : context.chats.own(options, signal));
  return {
    id: 'llama',
    model,
    modelId: basename(options.modelPath),
    modelSha256: options.modelSha256,
    lanes: model.lanes,
    params: { flash_attention: model.flashAttention },
  };
}

/** What stands for the file of a model that is elsewhere. */
export const remoteParams = (chat: { host: string; model: string; tokenizer: boolean; reasoningEffort: string | null }) => ({
  host: chat.host,
  model: chat.model,
  tokens_counted_by: chat.tokenizer ? 'server' : 'estimate',
  ...(chat.reasoningEffort !== null && { reasoning_effort: chat.reasoningEffort }),
});
