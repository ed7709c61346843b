/** The hits of a ranking's parts → ranked documents with what their scores are made of. Pure: a stored run is combined anew without searching. */
import type { RankingConfig, RankingPart } from '../../../shared/domain';
import type { UnitHits, UnitMap } from '../../../shared/hits';
import { aggregated } from './aggregate';
import type { RankedDocuments, UnitScore } from './documentScore';
import { type FusedPart, fuseNumbered, type NumberedSide } from './fuse';
import { type Slices, slicesOf } from './slices';
import { placesOf } from './unitedPlaces';

/** What one part retrieved for one query. */
export interface PartHits {
  /** Of the whole query, or of each of its sentences where the part aggregates by sentence. */
  readonly lists: readonly UnitHits[];
  readonly map: UnitMap;
}

export interface CombinedDocument {
  readonly doc_id: string;
  readonly score: number;
  /** [] where the ranking has one part. */
  readonly parts: readonly FusedPart[];
  /** Units of the part that is shown: how many of the document's are among the candidates, and these, best first. */
  readonly matched: number;
  readonly units: readonly UnitScore[];
}

export type Combination = Pick<RankingConfig, 'unit' | 'parts' | 'fusion' | 'normalisation' | 'rrf_k'>;

/** @param hits of the parts, in their order */
export function combine(config: Combination, hits: readonly PartHits[]): Slices<CombinedDocument> {
  const ranked = config.parts.map((part, i) => aggregated(part.aggregate, hits[i]!.lists, hits[i]!.map));
  const [first] = ranked;
  if (ranked.length === 1) return slicesOf(first!.length, (place) => ({ ...first!.slice(place, place + 1)[0]!, parts: [] }));
  const { ids, numbers } = placesOf(hits.map(({ map }) => map));
  const sides = config.parts.map((part, i): NumberedSide => {
    const { docs, scores } = ranked[i]!;
    const floor = floorOf(part, hits[i]!.lists, ranked[i]!);
    return { name: part.name, weight: part.weight, floor, docs: Uint32Array.from(docs, (doc) => numbers[i]![doc]!), scores };
  });
  const shown = shownPart(config);
  const fused = fuseNumbered(sides, ids, config);
  return slicesOf(fused.length, (place) => {
    const { doc_id, score, parts } = fused.slice(place, place + 1)[0]!;
    const { rank } = parts[shown]!;
    const own = rank === null ? undefined : ranked[shown]!.slice(rank - 1, rank)[0];
    return { doc_id, score, parts, matched: own?.matched ?? 0, units: own?.units ?? [] };
  });
}

/** The part whose units are shown: dense over the configuration's unit, else any over it, else the first. */
function shownPart({ unit, parts }: Combination): number {
  const dense = parts.findIndex((part) => part.unit === unit && part.ranker === 'dense');
  return Math.max(0, dense >= 0 ? dense : parts.findIndex((part) => part.unit === unit));
}

/** What stands for a document that the part does not list. */
function floorOf(part: RankingPart, lists: readonly UnitHits[], { scores }: RankedDocuments): number {
  if (part.ranker === 'bm25') return 0;
  const unitFloor = lists.reduce((sum, { floor }) => sum + floor, 0) / Math.max(1, lists.length);
  // Under the other rules a document's score is on another scale than a unit's.
  if (part.aggregate === 'max' || part.aggregate === 'by-sentence' || part.aggregate.startsWith('mean:')) return unitFloor;
  return scores[scores.length - 1] ?? 0;
}
