import { useState } from 'react';
import type { CollectionSummary, Input, Job } from '../../../shared/contract';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { CollectionCard } from './CollectionCard';
import { ImportForm } from './ImportForm';
import { JobCard } from './JobCard';

type Start = (command: Job['command'], input: unknown) => Promise<void>;

export function LibraryPlace({
  collections,
  jobs,
  onOpen,
}: {
  collections: readonly CollectionSummary[] | undefined;
  jobs: readonly Job[];
  onOpen: (collection: string, docId: string | null) => void;
}) {
  const { t } = useT();
  const [error, setError] = useState<AppError>();
  const start: Start = async (command, input) => {
    try {
      setError(undefined);
      await api.call('jobStart', { command, input });
    } catch (thrown) {
      setError(toAppError(thrown));
    }
  };
  const importAll = async (input: Input<'import'>) => {
    await start('import', input);
    await start('extract', { collection: input.collection });
    await start('index', { collection: input.collection });
  };
  const shown = [...jobs].reverse().slice(0, 8);
  return (
    <div className="page" tabIndex={0} role="region" aria-label={t('library')}>
      <h1>{t('library')}</h1>
      {error && <Fault error={error} />}
      {collections?.length === 0 && (
        <div className="card" style={{ display: 'grid', gap: 12, justifyItems: 'start' }}>
          <h2>{t('emptyLibraryTitle')}</h2>
          <p>{t('emptyLibraryText')}</p>
          <button type="button" className="button primary" onClick={() => void importAll({ collection: 'sample', paths: ['sample:'] })}>
            {t('openSample')}
          </button>
        </div>
      )}
      {shown.length > 0 && (
        <section aria-label={t('jobs')}>
          {shown.map((job) => (
            <JobCard key={job.id} job={job} onError={setError} />
          ))}
        </section>
      )}
      {collections?.map((collection) => (
        <CollectionCard
          key={collection.id}
          collection={collection}
          busy={jobs.some((job) => job.state === 'running' && job.collection === collection.id)}
          onStart={start}
          onOpen={onOpen}
        />
      ))}
      <ImportForm onImport={importAll} />
    </div>
  );
}
