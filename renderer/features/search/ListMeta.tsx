import type { Output } from '../../../shared/contract';
import { ApproximateMark } from '../../approximate/ApproximateMark';
import { useT } from '../../i18n';
import { count } from '../../shell/format';
import { Said } from '../../shell/Said';
import { Pick } from '../../ui/Pick';
import { AGGREGATE_NAMES, AGGREGATES, type AggregateChoice, aggregates, type Mode } from './modes';
import type { Approximate } from './useApproximate';

/** How many, how fast, how scores are gathered, and what the query was understood to be. */
export function ListMeta({
  output,
  mode,
  aggregate,
  onAggregate,
  encoders,
  encoder,
  onEncoder,
  near,
  onOffer,
}: {
  output: Output<'search'> | undefined;
  mode: Mode;
  aggregate: AggregateChoice;
  onAggregate: (aggregate: AggregateChoice) => void;
  /** Those that index the collection; one of several can be chosen. */
  encoders: readonly { readonly value: string; readonly label: string }[];
  encoder: string | undefined;
  onEncoder: (encoder: string) => void;
  near: Approximate;
  /** To where an approximate index can be made. */
  onOffer: () => void;
}) {
  const { t, language } = useT();
  const sentences = output?.understood.sentences.length ?? 0;
  const unmatched = output?.understood.unmatched_words ?? [];
  return (
    <>
      <div className="list-meta">
        <span role="status">{output && t('resultsCount', { count: output.total })}</span>
        {output && <span className="cut">{t('tookMs', { ms: count(Math.round(output.took_ms), language) })}</span>}
        {near.state === 'current' && (
          <Pick
            label={t('searching')}
            value={near.on ? 'approximate' : 'exact'}
            choices={[
              { value: 'exact', label: t('searchExact') },
              { value: 'approximate', label: t('searchApproximate') },
            ]}
            onChange={(choice) => near.choose(choice === 'approximate')}
          />
        )}
        {encoder && encoders.length > 1 && mode !== 'bm25' && (
          <Pick label={t('encoder')} value={encoder} choices={encoders} onChange={onEncoder} />
        )}
        {aggregates(mode) && mode !== 'summary' && (
          <Pick
            label={t('aggregation')}
            value={aggregate}
            choices={AGGREGATES.map((choice) => ({ value: choice, label: t(AGGREGATE_NAMES[choice]) }))}
            onChange={onAggregate}
          />
        )}
      </div>
      {output && <ApproximateMark config={output.config} onExact={() => near.choose(false)} />}
      {(near.state === 'offered' || near.state === 'stale') && (
        <p className="list-note approximate">
          <span>{t(near.state === 'stale' ? 'approximate_stale_note' : 'approximateOffered')}</span>
          <button type="button" className="link" onClick={onOffer}>
            {t('seeOffer')}
          </button>
        </p>
      )}
      {(sentences > 1 && aggregate === 'by-sentence' && aggregates(mode)) || unmatched.length > 0 ? (
        <p className="list-note">
          {sentences > 1 && aggregate === 'by-sentence' && aggregates(mode) && `${t('splitInto', { count: sentences })} `}
          {unmatched.length > 0 && t('unmatched', { words: unmatched.slice(0, 12).join(', ') })}
        </p>
      ) : null}
      {output?.warnings.map((warning) => (
        <p key={warning} className="list-note">
          <Said text={warning} />
        </p>
      ))}
    </>
  );
}
