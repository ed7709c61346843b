/** Remote endpoints: off until the user turns one on by name. */
import { z } from 'zod';
import { Endpoint, EndpointName, EndpointSettings } from '../endpoints';
import { CollectionId, call, NoEvent, Nothing } from './call';
import { RerankInput } from './reranking';

const Named = z.object({ name: EndpointName });
const Found = z.object({ ok: z.boolean(), found: z.string(), remedy: z.string() });

/** Not `write`: they change a file of their own, so that one can be turned off while another process works in the workspace. */
export const endpointCalls = {
  endpoints: call(
    'read',
    Nothing,
    z.object({
      endpoints: z.array(Endpoint),
      /** Whether this host can keep a key in the system's keychain; else the environment alone holds keys. */
      keychain: z.boolean(),
    }),
    NoEvent,
  ),
  /** Adds it, turned off; one of the same name is replaced, and is off again. */
  addEndpoint: call('read', EndpointSettings.extend({ name: EndpointName }), Endpoint, NoEvent),
  /** @param host what the user was shown: another one is refused */
  enableEndpoint: call('read', Named.extend({ host: z.string() }), Endpoint, NoEvent),
  disableEndpoint: call('read', Named, Endpoint, NoEvent),
  removeEndpoint: call('read', Named, Nothing, NoEvent),
  /** Asks the models that it names one short thing each; nothing of a collection is sent. */
  testEndpoint: call('read', Named, z.object({ host: z.string(), chat: Found.nullable(), embedding: Found.nullable() }), NoEvent),
  /** What work would send, counted here: nothing leaves the machine for it. */
  estimateRemote: call(
    'read',
    z.object({
      collection: CollectionId,
      endpoint: EndpointName,
      what: z.enum(['extract', 'index', 'formulate', 'rerank']),
      profile: z.string().optional(),
      /** What is to be reranked, and how. */
      rerank: RerankInput.omit({ collection: true, model: true, endpoint: true, out: true, name: true, measures: true }).optional(),
    }),
    z.object({
      host: z.string(),
      model: z.string(),
      /** Documents (extract), texts (index) or queries (formulate, rerank) that are still to be read. */
      units: z.int(),
      requests: z.int(),
      prompt_tokens: z.int(),
      /** Tokens that the answers can have at most; 0 for an index. */
      answer_tokens_most: z.int(),
      /** Of the prompts alone, and with every answer as long as it may be; null where no prices are given. */
      cost_least: z.number().nullable(),
      cost_most: z.number().nullable(),
    }),
    NoEvent,
  ),
} as const;
