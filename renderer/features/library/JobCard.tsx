import { Pause, Play, Square } from 'lucide-react';
import type { CollectionSummary, ExtractOutput, Input, Job } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';
import { type Key, useT } from '../../i18n';
import { encoderName } from '../../shell/encoders';
import { Fault } from '../../shell/Fault';
import { progressText, usageText } from '../../shell/format';
import { jobTitle, waitText } from '../../shell/work';
import { JobOutcome } from './JobOutcome';

/** Fitting has two halves: the default encoder embeds a sample, then token vectors are solved for. */
const stageOf = ({ stage, unit }: Progress): Key =>
  stage === 'fit' ? (unit === 'text' ? 'stage_fit_text' : 'stage_fit_step') : `stage_${stage}`;

/** One piece of long work: how far it is, what it is at, and what became of it. */
export function JobCard({
  job,
  jobs,
  collection,
  onError,
  onRetry,
}: {
  job: Job;
  /** All, for what it may wait for. */
  jobs: readonly Job[];
  /** Undefined before its first import has ended. */
  collection: CollectionSummary | undefined;
  onError: (error: AppError) => void;
  /** Extracts these decisions again. */
  onRetry: (job: Job, docs: readonly string[]) => void;
}) {
  const { t, language } = useT();
  const { progress, state } = job;
  const act = (method: 'jobPause' | 'jobCancel' | 'jobResume') =>
    api.call(method, { id: job.id }).catch((thrown) => onError(toAppError(thrown)));
  const running = state === 'running';
  const title = jobTitle(job, t);
  const waits = waitText(job, jobs, t);
  const encoder = job.command === 'index' ? (job.input as Input<'index'>).encoder : undefined;
  const stage = !running ? t(`state_${state}`) : (waits ?? (progress ? t(stageOf(progress)) : t('starting')));
  const failed = state === 'done' && job.command === 'extract' ? (job.result as ExtractOutput).failed : [];
  return (
    <article className={state === 'done' || state === 'cancelled' ? 'job past' : 'card job'}>
      <div className="row">
        <h3 className="cut">{title}</h3>
        <span className="muted small grow">{encoder && collection ? `${encoderName(encoder, collection, t)} · ${stage}` : stage}</span>
        {running && (
          <button type="button" className="button" onClick={() => void act('jobPause')}>
            <Pause size={15} aria-hidden="true" />
            {t('pause')}
          </button>
        )}
        {!running && state !== 'done' && (
          <button type="button" className="button" onClick={() => void act('jobResume')}>
            <Play size={15} aria-hidden="true" />
            {t('resume')}
          </button>
        )}
        {(running || state === 'paused') && (
          <button type="button" className="button" onClick={() => void act('jobCancel')}>
            <Square size={15} aria-hidden="true" />
            {t('stop')}
          </button>
        )}
        {failed.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() =>
              onRetry(
                job,
                failed.map(({ doc_id }) => doc_id),
              )
            }
          >
            {t('retryFailed')}
          </button>
        )}
      </div>
      {(running || state === 'paused') && progress && (
        <>
          <progress aria-label={title} {...(progress.total ? { value: progress.done, max: progress.total } : {})} />
          {progress.usage && <p className="small muted">{usageText(progress.usage, t, language)}</p>}
          <div className="row small muted">
            <span className="grow cut">{running && progress.current}</span>
            <span className="num">
              {progressText(running ? progress : { ...progress, rate: null, eta: null, tokens: null }, t, language)}
            </span>
          </div>
        </>
      )}
      {(state === 'cancelled' || state === 'interrupted' || state === 'paused') && <p className="small muted">{t('nothingLost')}</p>}
      {state === 'done' && <JobOutcome job={job} />}
      {state === 'failed' && job.error && <Fault error={job.error} />}
    </article>
  );
}
