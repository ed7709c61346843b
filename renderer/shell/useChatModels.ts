/** The language models that can be asked: files of this machine, and endpoints that are turned on. */
import { endpointOf, remoteEncoderId } from '../../shared/endpoints';
import type { AppError } from '../../shared/errors';
import { api } from '../api';
import { useT } from '../i18n';
import { useLoad } from './hooks';

export interface ChatModels {
  /** `value` is a path, or `remote:NAME`. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Where model files are looked for. */
  readonly folders: readonly string[];
  readonly loaded: boolean;
  readonly error: AppError | undefined;
  /** Of an endpoint. */
  hostOf(value: string): string | undefined;
}

export function useChatModels(): ChatModels {
  const { t } = useT();
  const models = useLoad((signal) => api.call('models', {}, { signal }), []);
  const remote = useLoad((signal) => api.call('endpoints', {}, { signal }), []);
  const endpoints = (remote.value?.endpoints ?? []).filter(({ enabled, chat_model }) => enabled && chat_model !== null);
  return {
    choices: [
      ...(models.value?.llms ?? []).filter(({ ready }) => ready).map(({ id, path }) => ({ value: path, label: id })),
      ...endpoints.map(({ name, host, chat_model }) => ({
        value: remoteEncoderId(name),
        label: `${t('remoteModel', { name: chat_model! })} · ${host}`,
      })),
    ],
    folders: models.value?.folders ?? [],
    loaded: models.value !== undefined && remote.value !== undefined,
    error: models.error ?? remote.error,
    hostOf: (value) => endpoints.find(({ name }) => name === endpointOf(value))?.host,
  };
}

/** How a command names it. */
export function chatChoice(value: string): { model: string } | { endpoint: string } {
  const endpoint = endpointOf(value);
  return endpoint === undefined ? { model: value } : { endpoint };
}
