import { type Move, moveLabel } from '../../../../shared/moves';
import { useT } from '../../../i18n';
import { decimal } from '../../../shell/format';
import { Grade } from '../Grade';
import type { ColumnRow } from './columns';

/** A decision in a column: its rank and move, how it is judged, and the words that brought it there. */
export function Row({
  id,
  row,
  top,
  selected,
  pointed,
  move,
  grade,
  judged,
  onSelect,
  onPoint,
  onOpen,
}: {
  id: string;
  row: ColumnRow;
  top: number;
  selected: boolean;
  pointed: boolean;
  move: Move | undefined;
  grade: number | undefined;
  judged: boolean;
  onSelect: () => void;
  onPoint: (docId: string | null) => void;
  onOpen: () => void;
}) {
  const { t, language } = useT();
  return (
    <div
      id={id}
      className={`ranked${pointed ? ' pointed' : ''}`}
      role="row"
      aria-selected={selected}
      aria-rowindex={row.rank}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onSelect}
      onDoubleClick={onOpen}
      onPointerEnter={() => onPoint(row.doc_id)}
      onPointerLeave={() => onPoint(null)}
    >
      <span role="gridcell">
        <span className="rank">{row.rank}</span>
        <span className={`move num ${move?.kind ?? ''}`}>{move ? moveLabel(move, t('newMove')) : ''}</span>
      </span>
      <span role="gridcell">
        <Grade grade={grade} judged={judged} />
      </span>
      <span role="gridcell" className="grow">
        <span className="title cut" title={row.title}>
          {row.title}
        </span>
        {row.reranked ? (
          <span className="words reason cut" title={row.reranked.reason}>
            {row.reranked.reason || '\u00a0'}
          </span>
        ) : (
          <span className="words cut" lang={row.lang === 'pt' ? 'pt-BR' : 'en'} title={row.words}>
            {row.words || '\u00a0'}
          </span>
        )}
        <span className="facts-line row">
          {row.reranked ? (
            <span className={`place ${row.reranked.state}`} title={t(`placeAbout_${row.reranked.state}`, { before: row.reranked.before })}>
              {t(`place_${row.reranked.state}`, { before: row.reranked.before })}
            </span>
          ) : (
            <span className="num">{decimal(row.score, row.score >= 10 ? 1 : 3, language)}</span>
          )}
          {row.tied && <span title={t('tiedHint')}>{t('tied')}</span>}
          <span className="cut">{row.facts}</span>
        </span>
      </span>
    </div>
  );
}
