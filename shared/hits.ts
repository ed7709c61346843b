/** What a ranker hands to an aggregation: units of a collection by number, best first. */

/** The best units of a collection for one query, in the order of the tie rule. */
export interface UnitHits {
  /** Row numbers of the units, best first. */
  readonly units: Uint32Array;
  /** Their scores, in the same order. */
  readonly scores: Float32Array;
  /**
   * The score that stands for a unit which is not listed: the lowest listed one where
   * the list was cut (no unlisted unit is better), else what "no match" means to the ranker.
   */
  readonly floor: number;
}

/** Which unit belongs to which document. */
export interface UnitMap {
  /** Ids of the units by row number. */
  readonly unitIds: readonly string[];
  /** Row number of a unit → place of its document in `docIds`. */
  readonly docOf: Uint32Array;
  readonly docIds: readonly string[];
}
