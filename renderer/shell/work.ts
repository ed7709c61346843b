/** Jobs, one at a time: which is at work, and what the others wait for. */
import type { Job } from '../../shared/contract';
import type { Translate } from '../i18n';

/** The job that the others wait for. */
export const atWork = (jobs: readonly Job[]): Job | undefined =>
  jobs.find(({ state, waits_for }) => state === 'running' && waits_for !== 'job');

export const jobTitle = ({ command, collection }: Job, t: Translate): string => t(`job_${command}`, { collection });

/** What a running job waits for, in words; undefined where it waits for nothing. */
export function waitText(job: Job, jobs: readonly Job[], t: Translate): string | undefined {
  if (job.state !== 'running' || job.waits_for === null) return undefined;
  if (job.waits_for === 'hint') return t('waitsForHint');
  const first = atWork(jobs);
  return first && t('waitsForJob', { job: jobTitle(first, t) });
}
