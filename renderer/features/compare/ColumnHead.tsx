import { X } from 'lucide-react';
import type { CollectionSummary, ResultDocument } from '../../../shared/contract';
import { type Key, useT } from '../../i18n';
import { encoderName, usableEncoders } from '../../shell/encoders';
import { count } from '../../shell/format';
import { IconButton } from '../../ui/IconButton';
import { Pick } from '../../ui/Pick';
import { AGGREGATES, encoderOf, RANKERS, type Ranking, SHOWN, tallyOf, UNITS } from './ranking';

const NAMES: Readonly<Record<Ranking['aggregate'], Key>> = {
  max: 'agg_max_short',
  'mean:3': 'agg_mean_short',
  'by-sentence': 'agg_sentence_short',
};

/** How a column's ranking is made, each part a choice, and how it fares. */
export function ColumnHead({
  name,
  collection,
  ranking,
  results,
  total,
  grades,
  onChange,
  onRemove,
}: {
  name: string;
  collection: CollectionSummary;
  ranking: Ranking;
  results: readonly ResultDocument[];
  /** Decisions in the ranking, undefined until it is there. */
  total: number | undefined;
  grades: ReadonlyMap<string, number>;
  onChange: (ranking: Ranking) => void;
  onRemove: (() => void) | undefined;
}) {
  const { t, language } = useT();
  const tally = tallyOf(results, grades);
  const encoders = usableEncoders(collection);
  const encoder = encoderOf(ranking, encoders);
  return (
    <header>
      <div className="row" style={{ gap: 0 }}>
        <Pick
          look="strong"
          label={`${name}: ${t('unit')}`}
          value={ranking.unit}
          choices={UNITS.map((unit) => ({ value: unit, label: t(`unit_${unit}`) }))}
          onChange={(unit) => onChange({ ...ranking, unit })}
        />
        <Pick
          label={`${name}: ${t('ranker')}`}
          value={ranking.ranker}
          choices={RANKERS.map((ranker) => ({ value: ranker, label: t(`ranker_${ranker}`) }))}
          onChange={(ranker) => onChange({ ...ranking, ranker })}
        />
        {ranking.unit !== 'document' && (
          <Pick
            label={`${name}: ${t('aggregation')}`}
            value={ranking.aggregate}
            choices={AGGREGATES.map((aggregate) => ({ value: aggregate, label: t(NAMES[aggregate]) }))}
            onChange={(aggregate) => onChange({ ...ranking, aggregate })}
          />
        )}
        <span className="grow" />
        {onRemove && <IconButton icon={X} size={15} label={`${t('remove')}: ${name}`} onClick={onRemove} />}
      </div>
      {/* Where one column can have the choice, all keep its line, so that the lists begin at one height. */}
      {encoders.length > 1 && (
        <div className="encoder-line">
          {encoder && (
            <Pick
              label={`${name}: ${t('encoder')}`}
              value={encoder}
              choices={encoders.map((id) => ({ value: id, label: encoderName(id, collection, t) }))}
              onChange={(id) => onChange({ ...ranking, encoder: id })}
            />
          )}
        </div>
      )}
      <p className="tally cut num" style={{ textAlign: 'left' }}>
        {total !== undefined &&
          (tally.relevant > 0
            ? `${t('relevantIn', { found: tally.found, relevant: tally.relevant, top: SHOWN })}${tally.first ? ` · ${t('firstAt', { rank: count(tally.first, language) })}` : ''}`
            : t('resultsCount', { count: total }))}
      </p>
    </header>
  );
}
