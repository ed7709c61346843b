import { Play, Square, X } from 'lucide-react';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { progressText, usageText } from '../../shell/format';
import { jobTitle, waitText } from '../../shell/work';
import { IconButton } from '../../ui/IconButton';
import type { Work } from './useWork';

/** Work of the lab that is under way, was stopped or failed: how far it is, how to stop it, how to go on. */
export function WorkLine({ work: { job, jobs, error, stop, resume, dismiss } }: { work: Work }) {
  const { t, language } = useT();
  if (error) return <Fault error={error} />;
  if (!job || job.state === 'done') return null;
  const title = jobTitle(job, t);
  const { progress } = job;
  if (job.state !== 'running')
    return (
      <div className="work-line" role="group" aria-label={title}>
        {job.state === 'failed' && job.error && <Fault error={job.error} />}
        <div className="row small">
          <span className="grow">
            {title} <span className="muted">· {t('stoppedKept')}</span>
          </span>
          <button type="button" className="button" onClick={resume}>
            <Play size={15} aria-hidden="true" />
            {t('resume')}
          </button>
          <IconButton icon={X} size={15} label={t('dismiss')} onClick={dismiss} />
        </div>
      </div>
    );
  return (
    <div className="work-line" role="group" aria-label={title}>
      <div className="row small">
        <span className="grow cut">
          {title}
          {progress?.current && <span className="muted"> · {progress.current}</span>}
        </span>
        <span className="num muted">{waitText(job, jobs, t) ?? progressText(progress, t, language)}</span>
        <button type="button" className="button" onClick={stop}>
          <Square size={15} aria-hidden="true" />
          {t('stop')}
        </button>
      </div>
      <progress aria-label={title} {...(progress?.total ? { value: progress.done, max: progress.total } : {})} />
      {progress?.usage && <p className="small muted">{usageText(progress.usage, t, language)}</p>}
    </div>
  );
}
