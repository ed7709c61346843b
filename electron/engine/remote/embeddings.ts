/** `/embeddings` of an endpoint: texts in, vectors out, each checked. */
import type { EndpointSettings } from '../../../shared/endpoints';
import { AppError } from '../../../shared/errors';
import type { RemoteCall, RemoteEmbeddings } from '../endpointPort';
import { below } from './address';
import type { Connection } from './connection';
import { createMeter } from './meter';
import { readVectors } from './vectors';

const TIMEOUT_MS = 5 * 60_000;

type Encoding = 'base64' | 'float';
/** base64 takes a quarter of the bytes; a server that does not know it refuses it once. */
const encodings = new WeakMap<Connection, Encoding>();

export function openRemoteEmbeddings(connection: Connection, settings: EndpointSettings, model: string): RemoteEmbeddings {
  const { host, base, concurrency } = connection;
  const { dimensions } = settings;
  const meter = createMeter(
    { endpoint: connection.name, host, model },
    { price_in: settings.price_embedding ?? settings.price_in, price_out: 0 },
  );
  const url = below(base, 'embeddings');

  async function ask(texts: readonly string[], tokens: number, format: Encoding, { signal }: RemoteCall): Promise<Float32Array[]> {
    const body = { model, input: texts, encoding_format: format, ...(dimensions !== null && { dimensions }) };
    const json = await connection.post(url, body, {
      signal,
      timeoutMs: TIMEOUT_MS,
      tokens,
      spent: usedTokens,
      onTry: meter.request,
    });
    const vectors = readVectors(json, texts.length, dimensions, host);
    const used = usedTokens(json);
    meter.answered(used ?? tokens, 0, used === undefined);
    return vectors;
  }

  return {
    host,
    model,
    dimensions,
    concurrency,
    async embed(texts, tokens, call = {}) {
      if (texts.length === 0) return [];
      const asked = encodings.get(connection) ?? 'base64';
      try {
        return await ask(texts, tokens, asked, call);
      } catch (thrown) {
        if (asked === 'float' || !refusesEncoding(thrown)) throw thrown;
        encodings.set(connection, 'float');
        return ask(texts, tokens, 'float', call);
      }
    },
    usage: meter.usage,
  };
}

function refusesEncoding(thrown: unknown): boolean {
  if (!(thrown instanceof AppError) || thrown.code !== 'MODEL_FAILED') return false;
  return /encoding_format|base64/.test(`${thrown.details.said ?? ''} ${thrown.details.param ?? ''}`);
}

function usedTokens(json: unknown): number | undefined {
  const usage = (json as { usage?: { prompt_tokens?: unknown; total_tokens?: unknown } } | null)?.usage;
  const tokens = usage?.prompt_tokens ?? usage?.total_tokens;
  // A server that does not count says 0.
  return Number.isSafeInteger(tokens) && Number(tokens) > 0 ? Number(tokens) : undefined;
}
