/** A remote endpoint as the user names it: another machine that speaks like OpenAI's API. */
import { z } from 'zod';

export const ENDPOINT_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const EndpointName = z.string().regex(ENDPOINT_NAME, 'lower-case letters, digits and "-" are due');

/** What an encoder of an endpoint is called: `remote:NAME`. */
export const REMOTE = 'remote:';
export const remoteEncoderId = (name: string): string => REMOTE + name;
/** The endpoint that an encoder's id names, undefined for one of this machine. */
export const endpointOf = (encoder: string): string | undefined => (encoder.startsWith(REMOTE) ? encoder.slice(REMOTE.length) : undefined);

/** The environment variable that holds an endpoint's key. */
export const keyVariable = (name: string): string => `PEPITA_KEY_${name.toUpperCase().replaceAll('-', '_')}`;

const Model = z.string().min(1).max(200);
const Price = z.number().min(0).max(1_000_000);

/** How an endpoint is spoken to, without what it is called. A key is never part of it. */
export const EndpointSettings = z.object({
  /** Base address, without what comes after `/v1`. */
  url: z.string().min(1).max(500),
  chat_model: Model.nullable().default(null),
  embedding_model: Model.nullable().default(null),
  /** Requests at once. */
  concurrency: z.int().min(1).max(256).default(4),
  /** Requests and tokens a minute; null: no limit. */
  rpm: z.int().min(1).nullable().default(null),
  tpm: z.int().min(1).nullable().default(null),
  /** Price of a million tokens, in the currency of the user's contract; null: costs are not told. */
  price_in: Price.nullable().default(null),
  price_out: Price.nullable().default(null),
  price_embedding: Price.nullable().default(null),
  /** Tokens of prompt and answer that the chat model is given at most. */
  context_size: z.int().min(512).max(10_000_000).default(8192),
  /** Passed on as `reasoning_effort`; null: not said. */
  reasoning_effort: z.string().min(1).max(20).nullable().default(null),
  /** Values of a vector to ask for; null: as many as the model gives. */
  dimensions: z.int().min(1).max(65_536).nullable().default(null),
  /** Tokens of a text that the embedding model is given at most: what is longer is cut. */
  embedding_tokens: z.int().min(8).max(1_000_000).nullable().default(null),
  query_prefix: z.string().max(500).default(''),
  passage_prefix: z.string().max(500).default(''),
});
export type EndpointSettings = z.infer<typeof EndpointSettings>;

/** An endpoint as it is shown. */
export const Endpoint = EndpointSettings.extend({
  name: EndpointName,
  /** Host and port that everything is sent to. */
  host: z.string(),
  enabled: z.boolean(),
  /** Where its key comes from; `none`: requests go without one. */
  key: z.enum(['environment', 'keychain', 'none']),
  /** It goes over plain http to another machine: everyone on the way can read it. */
  plain: z.boolean(),
  /** Values of a vector as the server gave them, null where none was asked for yet. */
  seen_dimensions: z.int().nullable(),
});
export type Endpoint = z.infer<typeof Endpoint>;

/** What was sent and what it cost. */
export const RemoteUsage = z.object({
  endpoint: z.string(),
  host: z.string(),
  model: z.string(),
  requests: z.int(),
  /** Requests that were made again after a fault. */
  retries: z.int(),
  prompt_tokens: z.int(),
  answer_tokens: z.int(),
  /** Some of the tokens were counted here, for the server did not tell them. */
  estimated: z.boolean(),
  /** By the endpoint's prices; null where none are given. */
  cost: z.number().nullable(),
});
export type RemoteUsage = Readonly<z.infer<typeof RemoteUsage>>;
