import type { ApproximateState, CollectionSummary, Input } from '../../../shared/contract';
import { api } from '../../api';
import { useT } from '../../i18n';
import { encoderName } from '../../shell/encoders';
import { count, decimal, share, size } from '../../shell/format';
import { useLoad } from '../../shell/hooks';

/** Approximate indexes that a large collection has or could have: what they find, what they cost, and what to do. Nothing for others. */
export function ApproximateList({
  collection,
  searched,
  busy,
  stamp,
  onMake,
}: {
  collection: CollectionSummary;
  /** What the user searched lately: recall can be measured on it where the collection has no queries. */
  searched: readonly string[];
  busy: boolean;
  stamp: string;
  onMake: (input: Input<'approximate'>) => void;
}) {
  const { t } = useT();
  const loaded = useLoad(() => api.call('approximateIndexes', { collection: collection.id }), [collection.id, stamp, busy]);
  const { value } = loaded;
  if (!value || value.indexes.length === 0) return null;
  const which = ({ encoder, unit }: ApproximateState) => ({ collection: collection.id, encoder, unit });
  return (
    <>
      <dt>{t('approximateIndex')}</dt>
      <dd>
        <ul className="indexes">
          {value.indexes.map((state) => (
            <ApproximateRow
              key={`${state.encoder} ${state.unit}`}
              state={state}
              name={encoderName(state.encoder, collection, t)}
              queries={value.queries}
              searched={searched}
              busy={busy}
              onMake={() => onMake(which(state))}
              onMeasure={() => onMake({ ...which(state), ...(value.queries === 0 && { texts: [...searched] }) })}
              onDrop={() => void api.call('dropApproximate', which(state)).then(loaded.reload, () => loaded.reload())}
            />
          ))}
        </ul>
      </dd>
    </>
  );
}

function ApproximateRow({
  state: { unit, rows, state, index },
  name,
  queries,
  searched,
  busy,
  onMake,
  onMeasure,
  onDrop,
}: {
  state: ApproximateState;
  name: string;
  queries: number;
  searched: readonly string[];
  busy: boolean;
  onMake: () => void;
  onMeasure: () => void;
  onDrop: () => void;
}) {
  const { t, language } = useT();
  const n = (value: number) => count(value, language);
  const recall = index?.recall;
  const two = (value: number) => decimal(value, 2, language);
  const askable = queries > 0 ? queries : searched.length;
  const action = (label: string, run: () => void, off = busy) => (
    <button type="button" className="link" aria-label={`${label}: ${t(`unit_${unit}`)}, ${name}`} disabled={off} onClick={run}>
      {label}
    </button>
  );
  return (
    <li>
      <span>
        {t(`unit_${unit}`)}, {name} ({n(rows)}): {t(`approximate_${state}`)}
      </span>
      {state !== 'current' && action(t(state === 'none' ? 'makeApproximate' : 'indexAgain'), onMake)}
      {index &&
        state === 'current' &&
        askable > 0 &&
        action(t(recall ? 'measureAgain' : queries > 0 ? 'measureRecall' : 'measureSearched'), onMeasure)}
      {index && action(t('removeApproximate'), onDrop)}
      <span className="why">
        {!index && t('approximateOffer')}
        {index && !recall && t(askable > 0 ? 'recallUnknown' : 'recallNothing')}
        {recall &&
          [
            t(recall.asked === 'collection' ? 'recallOwn' : 'recallSearched', { queries: n(recall.queries), of: n(recall.of) }),
            t('recallUnits', {
              ten: two(recall.units.at_10),
              hundred: two(recall.units.at_100),
              all: two(recall.units.at_n),
              n: n(recall.candidates),
            }),
            t('recallDocuments', { ten: two(recall.documents.at_10), hundred: two(recall.documents.at_100) }),
            t('recallSame', { share: share(recall.same_top_10, language) }),
            t(recall.speed >= 1.1 ? 'recallFaster' : 'recallNotFaster', {
              exact: n(Math.round(recall.exact_ms)),
              near: n(Math.round(recall.approximate_ms)),
            }),
            t('onDisk', { size: size(index.bytes, language) }),
          ].join(' · ')}
      </span>
    </li>
  );
}
