import type { CollectionSummary } from '../../../../shared/contract';
import { type Key, useT } from '../../../i18n';
import { encoderName, usableEncoders } from '../../../shell/encoders';
import { Pick } from '../../../ui/Pick';
import { AGGREGATES, encoderOf, RANKERS, type Ranking, UNITS } from './ranking';

export const AGGREGATE_NAMES: Readonly<Record<Ranking['aggregate'], Key>> = {
  max: 'agg_max_short',
  'mean:3': 'agg_mean_short',
  sum: 'agg_sum_short',
  'log-sum': 'agg_logsum_short',
  'count-damped': 'agg_damped_short',
  'by-sentence': 'agg_sentence_short',
};

/** How a ranking is made, each part a choice. */
export function LivePicks({
  name,
  collection,
  ranking,
  look = '',
  onChange,
}: {
  name: string;
  collection: CollectionSummary;
  ranking: Ranking;
  look?: '' | 'boxed';
  onChange: (ranking: Ranking) => void;
}) {
  const { t } = useT();
  const encoders = usableEncoders(collection);
  const encoder = encoderOf(ranking, encoders);
  return (
    <>
      <Pick
        look={look}
        label={`${name}: ${t('unit')}`}
        value={ranking.unit}
        choices={UNITS.map((unit) => ({ value: unit, label: t(`unit_${unit}`) }))}
        onChange={(unit) => onChange({ ...ranking, unit })}
      />
      <Pick
        look={look}
        label={`${name}: ${t('ranker')}`}
        value={ranking.ranker}
        choices={RANKERS.map((ranker) => ({ value: ranker, label: t(`ranker_${ranker}`) }))}
        onChange={(ranker) => onChange({ ...ranking, ranker })}
      />
      {ranking.unit !== 'document' && (
        <Pick
          look={look}
          label={`${name}: ${t('aggregation')}`}
          value={ranking.aggregate}
          choices={AGGREGATES.map((aggregate) => ({ value: aggregate, label: t(AGGREGATE_NAMES[aggregate]) }))}
          onChange={(aggregate) => onChange({ ...ranking, aggregate })}
        />
      )}
      {encoders.length > 1 && encoder && (
        <Pick
          look={look}
          label={`${name}: ${t('encoder')}`}
          value={encoder}
          choices={encoders.map((id) => ({ value: id, label: encoderName(id, collection, t) }))}
          onChange={(id) => onChange({ ...ranking, encoder: id })}
        />
      )}
    </>
  );
}
