import type { ResultDocument } from '../../../shared/contract';
import { type Move, moveLabel } from '../../../shared/moves';
import { useT } from '../../i18n';
import { decimal, longDate, share } from '../../shell/format';
import { UnitFacts } from './labels';
import type { Mode } from './modes';

export function RankCell({ result, move }: { result: ResultDocument; move: Move | undefined }) {
  const { t } = useT();
  const label = move ? moveLabel(move, t('newMove')) : '';
  return (
    <div>
      <div className="rank">{result.rank}</div>
      {label && <div className={`move num ${move?.kind}`}>{label}</div>}
    </div>
  );
}

export function DecisionCell({ result, mode }: { result: ResultDocument; mode: Mode }) {
  const { t, language } = useT();
  const best = result.units[0];
  const facts = [result.court, result.class, longDate(result.date, language)].filter(Boolean).join(' · ');
  return (
    <div className="grow">
      <div className="title">{result.title}</div>
      {facts && <div className="small muted cut">{facts}</div>}
      {best && mode !== 'document' && mode !== 'bm25' && (
        <div className="best" lang={result.lang === 'pt' ? 'pt-BR' : 'en'}>
          {best.text}
        </div>
      )}
      {result.read && result.read.used_chars < result.read.chars && (
        <div className="small muted">{t('readShare', { share: share(result.read.used_chars / result.read.chars, language) })}</div>
      )}
    </div>
  );
}

export function ScoreCell({ result, bar }: { result: ResultDocument; bar: number }) {
  const { t, language } = useT();
  const parts = result.parts
    ? ` (BM25 ${decimal(result.parts.bm25, 2, language)}, ${t('encoder')} ${decimal(result.parts.dense, 2, language)})`
    : '';
  return (
    <div title={`${result.score}${parts}`}>
      <div className="num small">
        {decimal(result.score, result.score >= 10 ? 2 : 3, language)}
        {result.tied && <span className="muted"> {t('tied')}</span>}
      </div>
      <div className="bar" aria-hidden="true">
        <i style={{ width: `${Math.round(bar * 100)}%` }} />
      </div>
    </div>
  );
}

export function UnitList({
  result,
  unit,
  mode,
  onUnit,
}: {
  result: ResultDocument;
  unit: string | null;
  mode: Mode;
  onUnit: (id: string) => void;
}) {
  return (
    <div className="units">
      {result.units.map((candidate) => (
        <button
          key={candidate.id}
          type="button"
          tabIndex={-1}
          aria-current={candidate.id === unit}
          onClick={(event) => {
            event.stopPropagation();
            onUnit(candidate.id);
          }}
        >
          <span lang={result.lang === 'pt' ? 'pt-BR' : 'en'}>{candidate.text}</span>
          <UnitFacts unit={candidate} mode={mode} />
        </button>
      ))}
    </div>
  );
}
