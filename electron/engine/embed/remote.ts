/** An embedding model behind a remote endpoint as an encoder: prefixes, cuts and batches are made here, vectors there. */
import { createHash } from 'node:crypto';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { RemoteEmbeddings } from '../endpointPort';
import { inLanes } from '../inLanes';
import type { EmbedOptions, EmbedResult, Encoder } from '../ports';
import { estimateTokens } from '../text/tokens';
import { normaliseRows } from './pool';

export interface RemoteEncoderSettings {
  readonly id: string;
  readonly dimensions: number;
  readonly prefixes: { readonly query: string; readonly passage: string };
  /** Tokens of a text that the model is given at most: what is longer is cut. */
  readonly maxTokens: number;
}

/** Texts and tokens of one request: below what servers of the kind take at once. */
const MOST_TEXTS = 128;
const MOST_TOKENS = 100_000;
/** Raised when the code itself comes to give other vectors for the same settings. */
const ENCODING = 1;

/**
 * There is no file whose hash would name the model: host, model name, dimensions, prefixes and the cut are its identity.
 * Where a host comes to serve another model under the same name, nothing here can see it.
 */
export function remoteIdentity({ host, model }: Pick<RemoteEmbeddings, 'host' | 'model'>, settings: RemoteEncoderSettings): string {
  const { dimensions, prefixes, maxTokens } = settings;
  const parts = {
    encoding: ENCODING,
    remote: host,
    model,
    dimensions,
    prefixes: [prefixes.query, prefixes.passage],
    max_tokens: maxTokens,
  };
  return createHash('sha256').update(JSON.stringify(parts), 'utf8').digest('hex');
}

export function createRemoteEncoder(remote: RemoteEmbeddings, settings: RemoteEncoderSettings): Encoder {
  const { id, dimensions, prefixes, maxTokens } = settings;

  async function embed(texts: readonly string[], role: 'query' | 'passage', { signal, onBatch }: EmbedOptions = {}): Promise<EmbedResult> {
    const prefix = prefixes[role];
    const cuts = texts.map((text) => cutToTokens(text, maxTokens - estimateTokens(prefix)));
    const vectors = new Float32Array(texts.length * dimensions);
    const waiting = batchesOf(cuts.map(({ tokens }) => tokens)).values();
    let done = 0;
    const run = async ({ from, to, tokens }: Batch) => {
      throwIfAborted(signal);
      const part = cuts.slice(from, to).map(({ used }, i) => prefix + texts[from + i]!.slice(0, used));
      const rows = await remote.embed(part, tokens, signal ? { signal } : {});
      for (const [i, row] of rows.entries()) {
        if (row.length !== dimensions) throw otherLength(row.length);
        vectors.set(row, (from + i) * dimensions);
      }
      done += to - from;
      onBatch?.(done);
    };
    await inLanes(remote.concurrency, () => waiting.next().value, run);
    // What is not finite or all zeros was refused where it came in; the square of a value may still vanish.
    const broken = normaliseRows(vectors, dimensions);
    if (broken >= 0)
      throw new AppError('MODEL_FAILED', `${remote.host} gave a vector without a length for a text.`, '', { text: texts[broken] });
    return {
      vectors,
      tokens: Int32Array.from(cuts, ({ tokens }) => tokens),
      used_chars: Int32Array.from(cuts, ({ used }) => used),
    };
  }

  const otherLength = (length: number) =>
    new AppError(
      'MODEL_FAILED',
      `${remote.host} now gives vectors of ${length} values; those that are there have ${dimensions}.`,
      'Serves it another model? Try it: pepita endpoints test, then index again.',
      { host: remote.host },
    );

  return {
    info: {
      id,
      name: `${remote.model} at ${remote.host}`,
      dimensions,
      max_tokens: maxTokens,
      sha256: '',
      identity: remoteIdentity(remote, settings),
      licence: '',
      fitted_to: null,
    },
    embed,
    usage: () => remote.usage(),
    dispose: async () => undefined,
  };
}

/** The longest head of a text, whole words where there are any, that an estimate holds to be within so many tokens. */
export function cutToTokens(text: string, most: number): { used: number; tokens: number } {
  const all = estimateTokens(text);
  if (all <= most) return { used: text.length, tokens: all };
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (estimateTokens(text.slice(0, middle)) <= most) low = middle;
    else high = middle - 1;
  }
  const space = text.lastIndexOf(' ', low);
  let used = space > low / 2 ? space : low;
  if (/[\ud800-\udbff]/.test(text[used - 1] ?? '')) used--;
  return { used, tokens: estimateTokens(text.slice(0, used)) };
}

interface Batch {
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
}

export function batchesOf(tokens: readonly number[]): Batch[] {
  const batches: Batch[] = [];
  let from = 0;
  let sum = 0;
  for (let i = 0; i <= tokens.length; i++) {
    const full = i - from >= MOST_TEXTS || (i > from && sum + (tokens[i] ?? 0) > MOST_TOKENS);
    if (i > from && (full || i === tokens.length)) {
      batches.push({ from, to: i, tokens: sum });
      from = i;
      sum = 0;
    }
    sum += tokens[i] ?? 0;
  }
  return batches;
}
