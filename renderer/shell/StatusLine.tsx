import type { CollectionSummary, Job, Output } from '../../shared/contract';
import { useT } from '../i18n';
import { progressText } from './format';
import { useConnection } from './hooks';

/** One line: what is open, who made its nuggets, what is running, and whether anything leaves the machine. */
export function StatusLine({
  collection,
  info,
  jobs,
}: {
  collection: CollectionSummary | undefined;
  info: Output<'info'> | undefined;
  jobs: readonly Job[];
}) {
  const { t, language } = useT();
  const { state, reason } = useConnection();
  const running = jobs.find((job) => job.state === 'running');
  const extractors = [...new Set(collection?.nuggets.map(({ extractor }) => extractor))];
  const connection =
    state === 'ready'
      ? undefined
      : state === 'failed'
        ? `${t('disconnected')}. ${reason}`
        : t(state === 'restarting' ? 'restarting' : 'connecting');
  const hosts = info?.remote_hosts ?? [];
  return (
    <footer className="status">
      {collection && <span className="cut">{collection.id}</span>}
      {extractors.length > 0 && (
        <span className="wide">
          {t('nuggetsBy')}: {extractors.map((extractor) => t(extractor === 'llama' ? 'extractorLlama' : 'extractorExtractive')).join(', ')}
        </span>
      )}
      {collection && collection.indexed.length > 0 && (
        <span className="wide">
          {t('encoder')}: {collection.indexed.map(({ encoder }) => encoder).join(', ')}
        </span>
      )}
      {info?.readonly && <span>{t('readonly')}</span>}
      <span className="push cut" role="status">
        {running
          ? `${t(`job_${running.command}`, { collection: running.collection })} · ${progressText(running.progress, t, language)}`
          : t('idle')}
      </span>
      <span role="status">
        <i className={connection || hosts.length > 0 ? 'dot off' : 'dot'} aria-hidden="true" />
        {connection ?? (hosts.length > 0 ? t('remote', { hosts: hosts.join(', ') }) : t('offline'))}
      </span>
    </footer>
  );
}
