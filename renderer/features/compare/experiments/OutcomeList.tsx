import { FilePlus2, PanelLeftClose } from 'lucide-react';
import type { CollectionSummary, ExperimentHead } from '../../../../shared/contract';
import type { AppError } from '../../../../shared/errors';
import { useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import { CollectionPick } from '../../../ui/CollectionPick';
import { IconButton } from '../../../ui/IconButton';
import { RemoveButton } from '../../../ui/RemoveButton';

/** Earlier outcomes, the latest first, and the file that is being written. */
export function OutcomeList({
  collections,
  collection,
  outcomes,
  chosen,
  onCollection,
  busy,
  fault,
  onChoose,
  onRemove,
  onHide,
}: {
  collections: readonly CollectionSummary[];
  collection: string;
  outcomes: readonly ExperimentHead[];
  /** null: the file that is being written. */
  chosen: string | null;
  /** Work is going on that may write into an outcome. */
  busy: boolean;
  /** Why one could not be removed. */
  fault: AppError | undefined;
  onCollection: (id: string) => void;
  onChoose: (id: string | null) => void;
  onRemove: (id: string) => void;
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
        {fault && <Fault error={fault} />}
        {outcomes.length === 0 && <p className="small muted none">{t('noOutcomes')}</p>}
        <ul>
          {outcomes.map((outcome) => (
            <li key={outcome.id} className="kept-outcome">
              <button type="button" className="ask" aria-current={chosen === outcome.id} onClick={() => onChoose(outcome.id)}>
                <span className="clamp2">{outcome.name}</span>
                <span className="small muted">
                  {outcome.collection} · {new Date(outcome.made_at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })}
                </span>
              </button>
              <RemoveButton
                label={`${t('removeOutcome')}: ${outcome.name}`}
                lost={t('outcomeLost', { count: outcome.runs })}
                stays={t('outcomeStays', { file: outcome.file })}
                disabled={busy}
                next={(button) => button.closest('.queries')?.querySelector<HTMLElement>('.ask')}
                onRemove={() => onRemove(outcome.id)}
              />
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
