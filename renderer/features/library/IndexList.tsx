import type { CollectionSummary } from '../../../shared/contract';
import { endpointOf } from '../../../shared/endpoints';
import { useT } from '../../i18n';
import { encoderName } from '../../shell/encoders';

/** The encoders that index a collection, each with its state and, where that isn't good, the way to mend it. */
export function IndexList({
  collection,
  busy,
  onIndex,
}: {
  collection: CollectionSummary;
  busy: boolean;
  onIndex: (encoder: string) => void;
}) {
  const { t } = useT();
  const { fitted, indexed, documents } = collection;
  if (indexed.length === 0) return t('notIndexed');
  const since = documents - (fitted.documents ?? documents);
  return (
    <ul className="indexes">
      {indexed.map(({ encoder, state }) => {
        const own = encoder === fitted.encoder;
        const due = own && fitted.due;
        const name = encoderName(encoder, collection, t);
        // A fitted encoder that went missing is made anew; any other has to be brought.
        const again = due || state === 'outdated' || state === 'changed' || (own && state === 'missing');
        return (
          <li key={encoder}>
            <span>
              {name}, {due ? t('fitDue') : t(state === 'missing' && endpointOf(encoder) !== undefined ? 'index_off' : `index_${state}`)}
            </span>
            {again && (
              <button
                type="button"
                className="link"
                aria-label={`${t('indexAgain')}: ${name}`}
                disabled={busy}
                onClick={() => onIndex(encoder)}
              >
                {t('indexAgain')}
              </button>
            )}
            {due && <span className="why">{since > 0 ? t('fitSince', { count: since, total: documents }) : t('fitOtherTeacher')}</span>}
          </li>
        );
      })}
    </ul>
  );
}
