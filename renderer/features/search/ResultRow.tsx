import { ChevronRight } from 'lucide-react';
import type { ResultDocument, ResultUnit } from '../../../shared/contract';
import { type Move, moveLabel } from '../../../shared/moves';
import { useT } from '../../i18n';
import { EvidenceChip, partLabel } from '../../reading/labels';
import { useFieldLabels } from '../../shell/fieldLabels';
import { count, decimal, longDate, share } from '../../shell/format';
import { aggregates, type Mode } from './modes';

export function RankCell({ result, move }: { result: ResultDocument; move: Move | undefined }) {
  const { t } = useT();
  const label = move ? moveLabel(move, t('newMove')) : '';
  return (
    <>
      <div className="rank">{result.rank}</div>
      {label && <div className={`move num ${move?.kind}`}>{label}</div>}
    </>
  );
}

export function DecisionCell({
  result,
  mode,
  expanded,
  onExpand,
}: {
  result: ResultDocument;
  mode: Mode;
  expanded: boolean;
  onExpand: () => void;
}) {
  const { t, language } = useT();
  const best = result.units[0];
  const facts = [result.court, result.class, longDate(result.date, language)].filter(Boolean).join(' · ');
  const many = t(mode === 'passage' ? 'matchedPassages' : mode === 'summary' ? 'matchedSummaries' : 'matchedNuggets', {
    count: result.matched,
  });
  return (
    <>
      <div className="title cut" title={result.title}>
        {result.title}
      </div>
      <div className="facts-line row">
        {aggregates(mode) && (
          <button
            type="button"
            className="more num"
            tabIndex={-1}
            aria-expanded={expanded}
            title={t('key_expand')}
            onClick={(event) => {
              event.stopPropagation();
              onExpand();
            }}
          >
            <ChevronRight size={13} aria-hidden="true" />
            {many}
          </button>
        )}
        {facts && (
          <span className="cut" title={facts}>
            {facts}
          </span>
        )}
      </div>
      {best && aggregates(mode) && !expanded && (
        <div className="best clamp2" lang={result.lang === 'pt' ? 'pt-BR' : 'en'}>
          {best.text}
        </div>
      )}
      {result.read && result.read.used_chars < result.read.chars && (
        <div className="facts-line">
          {t('readShare', {
            share: share(result.read.used_chars / result.read.chars, language),
            used: count(result.read.used_chars, language),
            chars: count(result.read.chars, language),
          })}
        </div>
      )}
    </>
  );
}

export function ScoreCell({ result, bar }: { result: ResultDocument; bar: number }) {
  const { t, language } = useT();
  const parts = result.parts.map(
    ({ name, value, share }) => `${partLabel(name, t)} ${decimal(share, 2, language)} × ${decimal(value, 3, language)}`,
  );
  return (
    <div title={[result.score, ...parts].join('\n')}>
      <div className="num score">{decimal(result.score, result.score >= 10 ? 1 : 3, language)}</div>
      <div className="bar" aria-hidden="true">
        <i style={{ width: `${Math.round(bar * 100)}%` }} />
      </div>
      {result.tied && (
        <div className="num tied" title={t('tiedHint')}>
          {t('tied')}
        </div>
      )}
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
          {candidate.fields ? (
            <SummaryFields fields={candidate.fields} lang={result.lang} />
          ) : (
            <span className="clamp3" lang={result.lang === 'pt' ? 'pt-BR' : 'en'}>
              {candidate.text}
            </span>
          )}
          <UnitFacts unit={candidate} mode={mode} />
        </button>
      ))}
    </div>
  );
}

/** The fields of a summary that speak of the query, with the words that they share with it. */
function SummaryFields({ fields, lang }: { fields: NonNullable<ResultUnit['fields']>; lang: 'pt' | 'en' }) {
  const label = useFieldLabels();
  const told = fields.filter(({ words }, i) => i === 0 || words.length > 0);
  return told.map(({ name, text, words }) => (
    <span key={name} className="field">
      <strong>{label(name)}</strong>
      {words.length > 0 && <span className="muted"> · {words.slice(0, 8).join(', ')}</span>}
      <span className="clamp2" lang={lang === 'pt' ? 'pt-BR' : 'en'}>
        {text}
      </span>
    </span>
  ));
}

function UnitFacts({ unit, mode }: { unit: ResultUnit; mode: Mode }) {
  const { t, language } = useT();
  return (
    <span className="unit-facts">
      <span className="num">{decimal(unit.score, 3, language)}</span>
      <span>
        {t(unit.tier ? `tier_${unit.tier}` : mode === 'passage' ? 'tier_passage' : mode === 'summary' ? 'summary' : 'tier_document')}
      </span>
      {unit.status && <EvidenceChip status={unit.status} spans={unit.spans} />}
    </span>
  );
}
