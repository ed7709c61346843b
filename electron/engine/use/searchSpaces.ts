/**
 * What a search needs in memory, built at first use and kept until the collection
 * changes: heads, units, their vectors, inverted indexes.
 */
import type { DocumentHead, Nugget, NuggetSource, Passage, Summary, Unit } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { UnitMap } from '../../../shared/hits';
import type { LaidOutSpace, LaidOutUnits, Store, VectorSpace } from '../ports';
import { Bm25Builder, type Bm25Index } from '../search/bm25';
import { notIndexed } from './indexState';
import { scanUnits, vectorKey } from './units';

/** From so many units on, what a search reads is laid out in a file: below, it is gathered in less than a second. */
const LAID_OUT_FROM = 20_000;
/** So many nuggets are kept in memory whole; of more, those that are shown are read. */
const NUGGETS_IN_MEMORY = 50_000;

export interface Bm25Units {
  readonly index: Bm25Index;
  readonly map: UnitMap;
}

export interface SearchSpaces {
  heads(collection: string): Promise<ReadonlyMap<string, DocumentHead>>;
  nuggets(collection: string): Promise<ReadonlyMap<string, Nugget>>;
  /** At least those of these documents, by id. */
  nuggetsOf(collection: string, docIds: readonly string[]): Promise<ReadonlyMap<string, Nugget>>;
  summaries(collection: string): Promise<ReadonlyMap<string, Summary>>;
  passages(collection: string): Promise<ReadonlyMap<string, Passage>>;
  /** @throws NOT_INDEXED where a unit has no vector */
  vectors(collection: string, unit: Unit, extractor: 'any' | NuggetSource, space: VectorSpace): Promise<LaidOutSpace>;
  /** The same units; their vectors stay on disk where they were laid out. */
  units(collection: string, unit: Unit, extractor: 'any' | NuggetSource, space: VectorSpace): Promise<LaidOutUnits>;
  bm25(collection: string, unit: Unit, extractor: 'any' | NuggetSource): Promise<Bm25Units>;
  /** Lays out what a search of a large collection reads, so that its first answer does not wait for it. */
  layOut(collection: string, counts: Readonly<Partial<Record<Unit, number>>>, space: VectorSpace): Promise<void>;
  /** The collection has changed. */
  forget(collection: string): void;
}

export function createSearchSpaces(store: Store, laidOutFrom = LAID_OUT_FROM): SearchSpaces {
  const kept = new Map<string, Map<string, Promise<unknown>>>();

  function keep<T>(collection: string, key: string, make: () => Promise<T>): Promise<T> {
    let shelf = kept.get(collection);
    if (!shelf) {
      shelf = new Map();
      kept.set(collection, shelf);
    }
    const known = shelf.get(key) as Promise<T> | undefined;
    if (known) return known;
    const making = make().catch((error: unknown) => {
      if (shelf.get(key) === making) shelf.delete(key);
      throw error;
    });
    shelf.set(key, making);
    return making;
  }

  const spaces: SearchSpaces = {
    heads: (collection) =>
      keep(collection, 'heads', async () => new Map((await store.documentHeads({ collection })).heads.map((head) => [head.doc_id, head]))),
    nuggets: (collection) =>
      keep(collection, 'nuggets', async () => new Map((await store.nuggets(collection)).map((nugget) => [nugget.id, nugget]))),
    async nuggetsOf(collection, docIds) {
      const count = await keep(collection, 'nugget count', () => store.countNuggets(collection));
      if (count <= NUGGETS_IN_MEMORY) return spaces.nuggets(collection);
      return new Map((await store.nuggets(collection, { docIds })).map((nugget) => [nugget.id, nugget]));
    },
    summaries: (collection) =>
      keep(collection, 'summaries', async () => new Map((await store.summaries(collection)).map((summary) => [summary.id, summary]))),
    passages: (collection) =>
      keep(collection, 'passages', async () => new Map((await store.passages(collection)).map((passage) => [passage.id, passage]))),
    vectors: (collection, unit, extractor, space) =>
      keep(collection, `vectors ${unit} ${extractor} ${space.sha256}`, async () => {
        const key = laidOutKey(collection, unit, extractor, space);
        // Asked for first: what changes while the units are gathered makes the file one of an earlier version.
        const version = await store.unitsVersion(unit, space);
        const there = await store.laidOut(key, version);
        if (there) return there;
        const chosen = await extractorFilter(spaces, collection, unit, extractor);
        const rows: { id: string; doc_id: string; key: string }[] = [];
        for await (const units of scanUnits(store, collection, unit)) {
          for (const { id, doc_id, text } of units) if (chosen(id)) rows.push({ id, doc_id, key: vectorKey('passage', text) });
        }
        if (unit === 'nugget' && rows.length === 0) throw nothingOf(collection, 'nugget');
        const found = await store.vectors(
          space,
          rows.map((row) => row.key),
        );
        if (found.missing.length > 0) {
          throw await notIndexed(store, collection, space, { missing: found.missing.length, units: rows.length, unit });
        }
        const gathered = { ...unitMap(rows), matrix: found.matrix, dims: space.dimensions, usedChars: found.used_chars };
        if (rows.length >= laidOutFrom) await store.layOut(key, version, gathered);
        return gathered;
      }),
    units: (collection, unit, extractor, space) =>
      keep(collection, `units ${unit} ${extractor} ${space.sha256}`, async () => {
        const version = await store.unitsVersion(unit, space);
        const there = await store.laidOutUnits(laidOutKey(collection, unit, extractor, space), version);
        return there ?? spaces.vectors(collection, unit, extractor, space);
      }),
    bm25: (collection, unit, extractor) =>
      keep(collection, `bm25 ${unit} ${extractor}`, async () => {
        const chosen = await extractorFilter(spaces, collection, unit, extractor);
        const rows: { id: string; doc_id: string }[] = [];
        // Words go in as they are read: the texts of a large collection are never all in memory.
        const builder = new Bm25Builder();
        for await (const units of scanUnits(store, collection, unit)) {
          for (const row of units) {
            if (!chosen(row.id)) continue;
            rows.push({ id: row.id, doc_id: row.doc_id });
            builder.add(row);
          }
        }
        if (unit === 'nugget' && rows.length === 0) throw nothingOf(collection, 'nugget');
        return { index: builder.finish(), map: unitMap(rows) };
      }),
    async layOut(collection, counts, space) {
      for (const [unit, count] of Object.entries(counts) as [Unit, number][]) {
        if (count < laidOutFrom) continue;
        await spaces.vectors(collection, unit, 'any', space);
        // One at a time in memory.
        kept.delete(collection);
      }
    },
    forget: (collection) => void kept.delete(collection),
  };
  return spaces;
}

export const laidOutKey = (collection: string, unit: Unit, extractor: 'any' | NuggetSource, space: VectorSpace): string =>
  JSON.stringify([collection, unit, extractor, space.sha256, space.dimensions]);

function unitMap(rows: readonly { id: string; doc_id: string }[]): UnitMap {
  const docIds: string[] = [];
  const places = new Map<string, number>();
  const docOf = Uint32Array.from(rows, ({ doc_id }) => {
    let place = places.get(doc_id);
    if (place === undefined) {
      place = docIds.push(doc_id) - 1;
      places.set(doc_id, place);
    }
    return place;
  });
  return { unitIds: rows.map((row) => row.id), docOf, docIds };
}

/** Whether a unit is of the extractor asked for; only nuggets and summaries have one. */
async function extractorFilter(
  spaces: SearchSpaces,
  collection: string,
  unit: Unit,
  extractor: 'any' | NuggetSource,
): Promise<(id: string) => boolean> {
  if (unit !== 'nugget' && unit !== 'summary') return () => true;
  // All nuggets of a large collection are not read to ask for none of them in particular: they are scanned anyway.
  if (unit === 'nugget' && extractor === 'any') return () => true;
  const units = unit === 'nugget' ? await spaces.nuggets(collection) : await spaces.summaries(collection);
  if (units.size === 0) throw nothingOf(collection, unit);
  if (extractor === 'any') return () => true;
  const known = [...new Set([...units.values()].map((one) => one.extractor))].sort();
  if (!known.includes(extractor))
    throw new AppError('NOT_FOUND', `No ${unit} of "${collection}" is by "${extractor}".`, `Known: ${known.join(', ')}.`, { known });
  return (id) => units.get(id)?.extractor === extractor;
}

function nothingOf(collection: string, unit: 'nugget' | 'summary'): AppError {
  const [what, how] = unit === 'nugget' ? ['nuggets', 'extract'] : ['structured summaries', 'extract --summaries'];
  return new AppError(
    'NOT_INDEXED',
    `The collection "${collection}" has no ${what} yet.`,
    `Draw them out: pepita ${how} --collection ${collection}; then pepita index --collection ${collection}.`,
  );
}
