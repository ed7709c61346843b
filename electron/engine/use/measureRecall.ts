/** Recall of an approximate index against the exact ranking, on the user's own queries. */
import type { Recall } from '../../../shared/approximate';
import { throwIfAborted } from '../../../shared/errors';
import type { UnitHits, UnitMap } from '../../../shared/hits';
import { aggregated } from '../aggregate/aggregate';
import { mulberry32 } from '../compare/random';
import type { DotScorer, Encoder, LaidOutSpace } from '../ports';
import { denseHits } from '../search/dense';
import { recallAt, sameOrder } from '../search/recall';
import type { ApproximateIndex } from './approximateIndex';

/** Queries that are embedded at once. */
const BATCH = 16;

export interface RecallQueries {
  readonly texts: readonly string[];
  readonly asked: Recall['asked'];
  readonly sample: number;
  readonly seed: number;
  readonly candidates: number;
}

/** @param onQuery hears how many are done */
export async function measureRecall(
  index: ApproximateIndex,
  { space, encoder, scorer }: { space: LaidOutSpace; encoder: Encoder; scorer: DotScorer },
  { texts, asked, sample, seed, candidates }: RecallQueries,
  { signal, onQuery, now }: { signal?: AbortSignal | undefined; onQuery: (done: number) => void; now: Date },
): Promise<Recall> {
  const drawn = drawSome(texts, sample, seed);
  const found: Measured[] = [];
  for (let from = 0; from < drawn.length; from += BATCH) {
    const some = drawn.slice(from, from + BATCH);
    const { vectors } = await encoder.embed(some, 'query', signal ? { signal } : {});
    for (let i = 0; i < some.length; i++) {
      throwIfAborted(signal);
      const query = vectors.slice(i * space.dims, (i + 1) * space.dims);
      const ways = {
        exact: async () => (await denseHits(space, query, scorer, { candidates }))[0]!,
        approximate: () => index.hits(query, candidates, scorer),
      };
      // In turns, so that neither always finds what the other has warmed.
      const first = found.length % 2 === 0;
      const one = await timed(first ? ways.exact : ways.approximate);
      const other = await timed(first ? ways.approximate : ways.exact);
      const [exact, approximate] = first ? [one, other] : [other, one];
      found.push({ ...held(exact.hits, approximate.hits, space, candidates), exact_ms: exact.ms, approximate_ms: approximate.ms });
      onQuery(found.length);
    }
  }
  const mean = (of: (one: Measured) => number) => found.reduce((sum, one) => sum + of(one), 0) / found.length;
  return {
    queries: drawn.length,
    of: texts.length,
    asked,
    seed,
    candidates,
    units: { at_10: mean(({ units }) => units[0]), at_100: mean(({ units }) => units[1]), at_n: mean(({ units }) => units[2]) },
    documents: { at_10: mean(({ documents }) => documents[0]), at_100: mean(({ documents }) => documents[1]) },
    same_top_10: mean(({ same }) => (same ? 1 : 0)),
    exact_ms: median(found.map(({ exact_ms }) => exact_ms)),
    approximate_ms: median(found.map(({ approximate_ms }) => approximate_ms)),
    speed: median(found.map(({ exact_ms, approximate_ms }) => exact_ms / approximate_ms)),
    measured_at: now.toISOString(),
  };
}

interface Measured extends ReturnType<typeof held> {
  readonly exact_ms: number;
  readonly approximate_ms: number;
}

function held(exact: UnitHits, found: UnitHits, map: UnitMap, candidates: number) {
  const documents = (hits: UnitHits) => aggregated('max', [hits], map).docs;
  const [due, there] = [documents(exact), documents(found)];
  return {
    units: [10, 100, candidates].map((k) => recallAt(exact.units, found.units, k)) as [number, number, number],
    documents: [10, 100].map((k) => recallAt(due, there, k)) as [number, number],
    same: sameOrder(due, there, 10),
  };
}

async function timed(search: () => Promise<UnitHits>): Promise<{ hits: UnitHits; ms: number }> {
  const started = performance.now();
  const hits = await search();
  return { hits, ms: performance.now() - started };
}

/** So many of them by chance, in their own order (Fisher and Yates' shuffle, cut short). */
function drawSome(texts: readonly string[], sample: number, seed: number): string[] {
  const places = texts.map((_, i) => i);
  const random = mulberry32(seed);
  const size = Math.min(sample, places.length);
  for (let i = 0; i < size; i++) {
    const j = i + Math.floor(random() * (places.length - i));
    [places[i], places[j]] = [places[j]!, places[i]!];
  }
  return places
    .slice(0, size)
    .sort((a, b) => a - b)
    .map((place) => texts[place]!);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
