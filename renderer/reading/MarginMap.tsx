import type { Nugget } from '../../shared/domain';
import { useAfterPaint } from '../shell/useAfterPaint';
import type { Range } from './segments';

/** Where in the document its nuggets lie: a strip beside the text. The keys n and p do the same. */
export function MarginMap({
  length,
  nuggets,
  chosen,
  ranges,
  onNugget,
}: {
  length: number;
  nuggets: readonly Nugget[];
  chosen: string | null;
  /** Of the chosen unit, which need not be a nugget. */
  ranges: readonly Range[];
  onNugget: (nugget: Nugget) => void;
}) {
  const painted = useAfterPaint();
  const place = ({ start, end }: Range) => ({
    top: `${(100 * start) / (length || 1)}%`,
    height: `${(100 * (end - start)) / (length || 1)}%`,
  });
  return (
    <div className="map" aria-hidden="true">
      {(painted ? nuggets : [])
        .filter(({ id }) => id !== chosen)
        .flatMap((nugget) =>
          nugget.spans.map((span) => (
            <i key={`${nugget.id} ${span.start}`} style={place(span)} title={nugget.text} onClick={() => onNugget(nugget)} />
          )),
        )}
      {ranges.map((range) => (
        <i key={range.start} className="on" style={place(range)} />
      ))}
    </div>
  );
}
