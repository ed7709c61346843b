import type { CollectionSummary, Job, Output } from '../../shared/contract';
import { useT } from '../i18n';
import { encoderName } from './encoders';
import { extractorName } from './extractors';
import { progressText } from './format';
import { useConnection } from './hooks';
import { useSaid } from './Said';
import { atWork, jobTitle, waitText } from './work';

/** One line: what is open, who made its nuggets, what is running, and whether anything leaves the machine. */
export function StatusLine({
  collection,
  info,
  jobs,
  onWork,
}: {
  collection: CollectionSummary | undefined;
  info: Output<'info'> | undefined;
  jobs: readonly Job[];
  onWork: () => void;
}) {
  const { t, language } = useT();
  const say = useSaid();
  const { state, reason } = useConnection();
  const running = atWork(jobs);
  const extractors = [...new Set(collection?.nuggets.map(({ extractor }) => extractor))];
  const broken =
    state === 'ready'
      ? undefined
      : state === 'failed'
        ? `${t('disconnected')}. ${say(reason)}`
        : t(state === 'restarting' ? 'restarting' : 'connecting');
  const hosts = info?.remote_hosts ?? [];
  return (
    <footer className="status">
      {collection && <span className="cut lead">{collection.id}</span>}
      {extractors.length > 0 && (
        <span className="wide cut">
          {t('nuggets')}: {extractors.map((extractor) => extractorName(extractor, t)).join(', ')}
        </span>
      )}
      {collection && collection.indexed.length > 0 && (
        <span className="wide cut">
          {t('encoder')}: {collection.indexed.map(({ encoder }) => encoderName(encoder, collection, t)).join(', ')}
        </span>
      )}
      {info?.readonly && <span>{t('readonly')}</span>}
      <span className="push" />
      {running && (
        <button type="button" onClick={onWork} title={running.progress?.current}>
          <progress
            aria-hidden="true"
            {...(running.progress?.total ? { value: running.progress.done, max: running.progress.total } : {})}
          />
          <span className="cut" role="status">
            {jobTitle(running, t)} · {waitText(running, jobs, t) ?? progressText(running.progress, t, language)}
          </span>
        </button>
      )}
      <span role="status" className="net cut">
        <i className={broken || hosts.length > 0 ? 'dot off' : 'dot'} aria-hidden="true" />
        <span className="cut">{broken ?? (hosts.length > 0 ? t('remote', { hosts: hosts.join(', ') }) : t('offline'))}</span>
      </span>
    </footer>
  );
}
