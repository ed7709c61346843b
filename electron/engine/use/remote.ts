/** Endpoints joined to the steps that use them: an extractor, an encoder, a trial. */
import type { Output } from '../../../shared/contract';
import { type Endpoint, remoteEncoderId } from '../../../shared/endpoints';
import { AppError, toAppError } from '../../../shared/errors';
import { createRemoteEncoder, type RemoteEncoderSettings, remoteIdentity } from '../embed/remote';
import type { RemoteCall, RemoteChat } from '../endpointPort';
import type { Profile } from '../extract/profile';
import { createRemoteExtractor } from '../extract/remote';
import type { Encoder, Extractor } from '../ports';
import { openRemoteChat } from '../remote/chat';
import { openRemoteEmbeddings } from '../remote/embeddings';
import type { Endpoints, OpenEndpoint } from './endpoints';

/** Sent to learn how long a model's vectors are: no word of anybody's. */
const PROBE = 'Pepita';
/** What OpenAI's models read; of others it is not known, and 512 is what the smallest of them do. */
const EMBEDDING_TOKENS = { openai: 8191, other: 512 };

const calling = (signal: AbortSignal | undefined): RemoteCall => (signal ? { signal } : {});

/** @throws ENDPOINT_OFF, NOT_FOUND; USAGE where the endpoint names no chat model */
export async function openRemoteExtractor(endpoints: Endpoints, name: string, profile: Profile, signal?: AbortSignal): Promise<Extractor> {
  return createRemoteExtractor(await openChatOf(endpoints, name, signal), profile);
}

/** @throws as openRemoteExtractor */
export async function openChatOf(endpoints: Endpoints, name: string, signal?: AbortSignal): Promise<RemoteChat> {
  const { settings, connection } = await endpoints.open(name);
  const model = settings.chat_model ?? noModel(name, 'chat');
  return openRemoteChat(connection, settings, model, calling(signal));
}

function noModel(name: string, kind: 'chat' | 'embedding'): never {
  throw new AppError(
    'USAGE',
    `The endpoint "${name}" names no ${kind} model.`,
    `Name one: pepita endpoints add ${name} URL --${kind}-model M.`,
  );
}

export function remoteEncoderSettings(
  name: string,
  settings: Omit<Endpoint, 'name' | 'host' | 'enabled' | 'key' | 'plain'>,
  dimensions: number,
): RemoteEncoderSettings {
  const usual = settings.embedding_model?.startsWith('text-embedding-') ? EMBEDDING_TOKENS.openai : EMBEDDING_TOKENS.other;
  return {
    id: remoteEncoderId(name),
    dimensions,
    prefixes: { query: settings.query_prefix, passage: settings.passage_prefix },
    maxTokens: settings.embedding_tokens ?? usual,
  };
}

/** @throws ENDPOINT_OFF, NOT_FOUND; USAGE where the endpoint names no embedding model */
export async function openRemoteEncoder(endpoints: Endpoints, name: string): Promise<Encoder> {
  const open = await endpoints.open(name);
  const remote = embeddingsOf(open, name);
  let dimensions = open.settings.seen_dimensions;
  if (dimensions === null) {
    dimensions = (await remote.embed([PROBE], 2))[0]!.length;
    await endpoints.saw(name, dimensions);
  }
  return createRemoteEncoder(remote, remoteEncoderSettings(name, open.settings, dimensions));
}

const embeddingsOf = ({ settings, connection }: OpenEndpoint, name: string) =>
  openRemoteEmbeddings(connection, settings, settings.embedding_model ?? noModel(name, 'embedding'));

/** Identities of the encoders of the endpoints that are on, as far as their vectors' length is known. */
export async function remoteIdentities(endpoints: Endpoints): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const endpoint of await endpoints.list().catch(() => [])) {
    const { name, enabled, host, embedding_model: model, seen_dimensions: dimensions } = endpoint;
    if (enabled && model !== null && dimensions !== null)
      found.set(remoteEncoderId(name), remoteIdentity({ host, model }, remoteEncoderSettings(name, endpoint, dimensions)));
  }
  return found;
}

/** Asks each model of an endpoint one thing that nobody wrote. */
export async function testEndpoint(endpoints: Endpoints, name: string, signal?: AbortSignal): Promise<Output<'testEndpoint'>> {
  const { settings, connection } = await endpoints.open(name);
  const trial = async (run: () => Promise<string>) => {
    const started = performance.now();
    try {
      const found = await run();
      return { ok: true, found: `${found}, in ${Math.round(performance.now() - started)} ms`, remedy: '' };
    } catch (thrown) {
      const { code, message, remedy } = toAppError(thrown);
      if (code === 'CANCELLED' || code === 'ENDPOINT_OFF') throw thrown;
      return { ok: false, found: message, remedy };
    }
  };
  const chat = async () => {
    const remote = await openRemoteChat(connection, settings, settings.chat_model!, calling(signal));
    const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false };
    const question = {
      system: 'Answer in JSON.',
      user: 'Answer {"ok": true}.',
      schema,
      maxTokens: 64,
      temperature: 0,
      seed: 7,
      promptTokens: 32,
    };
    const { finish, served, dropped, answerTokens } = await remote.complete(question, calling(signal));
    const counted = remote.tokenizer ? 'the server' : 'estimate';
    const who = served || settings.chat_model;
    const found =
      dropped.length > 0
        ? `${who} answered ${answerTokens} tokens without ${dropped.join(', ')}, counted by ${counted} (${finish})`
        : `${who} answered ${answerTokens} tokens, counted by ${counted} (${finish})`;
    return found;
  };
  const embedding = async () => {
    const [vector] = await embeddingsOf({ settings, connection }, name).embed([PROBE], 2, calling(signal));
    await endpoints.saw(name, vector!.length);
    const found = `${settings.embedding_model} gave a vector of ${vector!.length} values`;
    return found;
  };
  return {
    host: connection.host,
    chat: settings.chat_model === null ? null : await trial(chat),
    embedding: settings.embedding_model === null ? null : await trial(embedding),
  };
}

/** Where something may be sent now. A file that can't be read turns nothing on. */
export async function enabledHosts(endpoints: Endpoints): Promise<string[]> {
  const list = await endpoints.list().catch(() => []);
  return [...new Set(list.filter(({ enabled }) => enabled).map(({ host }) => host))];
}
