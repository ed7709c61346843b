import { FilePlus2, PanelLeftClose } from 'lucide-react';
import type { CollectionSummary, ExperimentHead } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { CollectionPick } from '../../../ui/CollectionPick';
import { IconButton } from '../../../ui/IconButton';

/** Earlier outcomes, the latest first, and the file that is being written. */
export function OutcomeList({
  collections,
  collection,
  outcomes,
  chosen,
  onCollection,
  onChoose,
  onHide,
}: {
  collections: readonly CollectionSummary[];
  collection: string;
  outcomes: readonly ExperimentHead[];
  /** null: the file that is being written. */
  chosen: string | null;
  onCollection: (id: string) => void;
  onChoose: (id: string | null) => void;
  onHide: () => void;
}) {
  const { t, language } = useT();
  return (
    <nav className="pane" aria-label={t('outcomes')}>
      <div className="pane-head">
        <div className="grow">
          <CollectionPick collections={collections} value={collection} onChange={onCollection} />
        </div>
        <IconButton icon={PanelLeftClose} label={t('hideQueries')} keys="q" onClick={onHide} />
      </div>
      <div className="queries">
        <ul>
          <li>
            <button type="button" className="ask" aria-current={chosen === null} onClick={() => onChoose(null)}>
              <span className="row">
                <FilePlus2 size={15} aria-hidden="true" />
                {t('experimentFile')}
              </span>
            </button>
          </li>
        </ul>
        <h2>{t('outcomes')}</h2>
        {outcomes.length === 0 && <p className="small muted none">{t('noOutcomes')}</p>}
        <ul>
          {outcomes.map((outcome) => (
            <li key={outcome.id}>
              <button type="button" className="ask" aria-current={chosen === outcome.id} onClick={() => onChoose(outcome.id)}>
                <span className="clamp2">{outcome.name}</span>
                <span className="small muted">
                  {outcome.collection} · {new Date(outcome.made_at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
