import { Bm25Builder, type Bm25Index, type Bm25Unit } from '../../electron/engine/search/bm25';

/** An index over units that are all at hand. */
export function buildBm25(units: Iterable<Bm25Unit>): Bm25Index {
  const builder = new Bm25Builder();
  for (const unit of units) builder.add(unit);
  return builder.finish();
}
