import { Play } from 'lucide-react';
import { useMemo } from 'react';
import { api } from '../../../api';
import { useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import { useLoad } from '../../../shell/hooks';
import { Skeleton } from '../../../ui/Skeleton';
import { useDelayed } from '../useDelayed';
import type { Work } from '../useWork';
import { Outcome } from './Outcome';
import { YamlEditor } from './YamlEditor';

const TYPING_MS = 300;

/** An experiment as a file: written, looked at while it is written, run; or what came of an earlier one. */
export function ExperimentsView({
  chosen,
  source,
  initial,
  work,
  textOf,
  onSource,
  onEdit,
}: {
  /** An outcome's id; null: the file that is being written. */
  chosen: string | null;
  source: string;
  /** The file to begin with. */
  initial: string;
  work: Work;
  textOf: (queryId: string) => string;
  onSource: (source: string) => void;
  /** Takes up an earlier outcome's file. */
  onEdit: (source: string) => void;
}) {
  const { t } = useT();
  const settled = useDelayed(source, TYPING_MS);
  const checked = useLoad(() => api.call('checkExperiment', { source: settled }), [settled]);
  const shown = useLoad(() => (chosen === null ? undefined : api.call('showExperiment', { id: chosen })), [chosen]);
  const faults = useMemo(() => checked.value?.faults ?? [], [checked.value]);
  const fit = settled === source && checked.value !== undefined && faults.length === 0;
  if (chosen !== null)
    return (
      <div className="lab-page" tabIndex={0} role="region" aria-label={t('outcomes')}>
        {shown.error && <Fault error={shown.error} action={{ label: t('retry'), run: shown.reload }} />}
        {!shown.value && shown.loading && <Skeleton />}
        {shown.value && !shown.error && <Outcome key={chosen} shown={shown.value} textOf={textOf} onEdit={onEdit} />}
      </div>
    );
  return (
    <div className="lab-page experiment">
      <p className="small muted">{t('experimentLead')}</p>
      <YamlEditor source={source} faults={faults} onChange={onSource} />
      {checked.error && <Fault error={checked.error} />}
      <div className="row">
        <p className="small muted grow" role="status">
          {fit ? t('wouldMake', { count: checked.value!.runs.length, names: checked.value!.runs.join(' · ') }) : ''}
        </p>
        <button type="button" className="button bare" disabled={source === initial} onClick={() => onSource(initial)}>
          {t('beginAnew')}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={!fit || work.busy}
          onClick={() => void work.start('experiment', { source })}
        >
          <Play size={15} aria-hidden="true" />
          {t('runExperiment')}
        </button>
      </div>
    </div>
  );
}
