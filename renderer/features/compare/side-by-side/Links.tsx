import { memo } from 'react';
import { linkPath, linksBetween } from './links';

/** Lines from each decision of one column to itself in the next. The moves beside the ranks say the same in words. */
export const Links = memo(function Links({
  left,
  right,
  first,
  last,
  row,
  width,
  height,
  grades,
  selected,
  pointed,
  onPoint,
  onSelect,
}: {
  left: readonly string[];
  right: readonly string[];
  /** Rows in view. */
  first: number;
  last: number;
  /** Height of a row, px; width and height of all. */
  row: number;
  width: number;
  height: number;
  grades: ReadonlyMap<string, number>;
  selected: string | null;
  pointed: string | null;
  onPoint: (docId: string | null) => void;
  onSelect: (docId: string) => void;
}) {
  const links = linksBetween(left, right, first, last);
  const rankOf = (docId: string) => (docId === selected ? 2 : docId === pointed ? 1 : 0);
  // What is chosen lies on top.
  links.sort((x, y) => rankOf(x.docId) - rankOf(y.docId));
  return (
    <svg className="links" width={width} height={height} aria-hidden="true">
      {links.map((link) => {
        const grade = grades.get(link.docId);
        const kind = grade === undefined ? 'unjudged' : grade >= 1 ? 'relevant' : 'irrelevant';
        const path = linkPath(link, width, row);
        return (
          <g
            key={link.docId}
            className={`link-line ${kind}${link.docId === selected ? ' selected' : ''}${link.docId === pointed ? ' pointed' : ''}`}
            onPointerEnter={() => onPoint(link.docId)}
            onPointerLeave={() => onPoint(null)}
            onClick={() => onSelect(link.docId)}
          >
            <path className="reach" d={path} />
            <path className="line" d={path} />
          </g>
        );
      })}
    </svg>
  );
});
