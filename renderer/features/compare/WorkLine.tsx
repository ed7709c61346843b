import { Square } from 'lucide-react';
import type { Job } from '../../../shared/contract';
import { toAppError } from '../../../shared/errors';
import { api } from '../../api';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { progressText } from '../../shell/format';

/** A run or an experiment that is being made: how far it is, and how to stop it. */
export function WorkLine({ job, onError }: { job: Job; onError: (error: ReturnType<typeof toAppError>) => void }) {
  const { t, language } = useT();
  const title = t(`job_${job.command}`, { collection: job.collection });
  if (job.state === 'failed' && job.error) return <Fault error={job.error} />;
  if (job.state !== 'running') return null;
  const { progress } = job;
  return (
    <div className="work-line" role="group" aria-label={title}>
      <div className="row small">
        <span className="grow cut">
          {title}
          {progress?.current && <span className="muted"> · {progress.current}</span>}
        </span>
        <span className="num muted">{progressText(progress, t, language)}</span>
        <button
          type="button"
          className="button"
          onClick={() => void api.call('jobCancel', { id: job.id }).catch((thrown) => onError(toAppError(thrown)))}
        >
          <Square size={15} aria-hidden="true" />
          {t('stop')}
        </button>
      </div>
      <progress aria-label={title} {...(progress?.total ? { value: progress.done, max: progress.total } : {})} />
    </div>
  );
}
