/** Vectors as they are kept and searched. */
import type { ApproximateUse } from '../../../shared/approximate';
import type { UnitMap } from '../../../shared/hits';

/** A model's vector table: never shared between models. */
export interface VectorSpace {
  readonly encoder_id: string;
  /** The encoder's identity (not the hash of its graph alone). */
  readonly sha256: string;
  readonly dimensions: number;
}

export interface VectorRow {
  /** SHA-256 of role + '\n' + text: the cache's key. */
  readonly text_sha256: string;
  readonly vector: Float32Array;
  /** Tokens of the text and code units that were read. */
  readonly tokens: number;
  readonly used_chars: number;
}

/** The units of a collection, as a dense search reads them. */
export interface LaidOutUnits extends UnitMap {
  readonly dims: number;
  /** Code units of each unit's text that the encoder read. */
  readonly usedChars: Int32Array;
}

/** With their vectors. */
export interface LaidOutSpace extends LaidOutUnits {
  /** Units × dims, row-major. */
  readonly matrix: Float32Array;
}

export interface NearestOptions {
  readonly partitions: number;
  /** Groups that are looked through at least. */
  readonly probes: number;
}

/** Approximate indexes by name, each over the rows of one matrix. */
export interface NearestTables {
  /** Replaces one of the same name. Once it has begun it can't be broken off. @param onRows hears how many vectors are in, before the groups are found */
  build(
    name: string,
    space: { readonly matrix: Float32Array; readonly dims: number; readonly rows: number },
    options: { readonly kind: ApproximateUse['kind']; readonly partitions: number },
    onRows: (rows: number) => void,
  ): Promise<{ bytes: number }>;
  /** Rows that are near the query by compressed vectors: about the nearest `count`, in no stated order. */
  nearest(name: string, query: Float32Array, count: number, options: NearestOptions): Promise<Uint32Array>;
  has(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  clear(): Promise<void>;
}
