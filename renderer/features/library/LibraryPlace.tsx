import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { CollectionSummary, Input, Job } from '../../../shared/contract';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';
import { useT } from '../../i18n';
import { useCommands } from '../../shell/commands';
import { Fault } from '../../shell/Fault';
import { Skeleton } from '../../ui/Skeleton';
import { CollectionCard } from './CollectionCard';
import { ImportForm } from './ImportForm';
import { JobCard } from './JobCard';
import { useProfileNames } from './useProfileNames';

const PAST = 6;

export function LibraryPlace({
  collections,
  usual,
  searched,
  error,
  jobs,
  pulseOf,
  onOpen,
  onSearch,
}: {
  collections: readonly CollectionSummary[] | undefined;
  /** The default encoder's id, '' until it is known. */
  /** What the user searched lately. */
  searched: readonly string[];
  usual: string;
  error: AppError | undefined;
  jobs: readonly Job[];
  pulseOf: (collection: string) => string;
  onOpen: (opening: { collection: string; docId: string }) => void;
  onSearch: (collection: string) => void;
}) {
  const { t } = useT();
  const nameOf = useProfileNames();
  const [refused, setRefused] = useState<AppError>();
  const [asked, setAsked] = useState(0);
  const start = async (command: Job['command'], input: unknown) => {
    try {
      setRefused(undefined);
      await api.call('jobStart', { command, input });
    } catch (thrown) {
      setRefused(toAppError(thrown));
    }
  };
  const importAll = async (input: Input<'import'>) => {
    await start('import', input);
    // Nuggets that were made elsewhere need no extractor.
    if (input.format !== 'nuggets') await start('extract', { collection: input.collection });
    await start('index', { collection: input.collection });
  };
  const now = async (input: Input<'extractNow'>) => {
    try {
      setRefused(undefined);
      await api.call('extractNow', input);
    } catch (thrown) {
      setRefused(toAppError(thrown));
    }
  };
  const sample = () => void importAll({ collection: 'sample', paths: ['sample:'] });
  useCommands('library', t('library'), true, [
    { id: 'import', label: t('importOwn'), keys: 'i', run: () => setAsked((n) => n + 1) },
    { id: 'sample', label: t('openSample'), run: sample },
  ]);
  const newest = [...jobs].reverse();
  const isPast = ({ state }: Job) => state === 'done' || state === 'cancelled';
  const open = newest.filter((job) => !isPast(job)).reverse();
  const past = newest.filter(isPast).slice(0, PAST);
  const card = (job: Job) => (
    <JobCard
      key={job.id}
      job={job}
      jobs={jobs}
      collection={collections?.find(({ id }) => id === job.collection)}
      onError={setRefused}
      onRetry={({ input }, docs) => void start('extract', { ...(input as Input<'extract'>), docs })}
    />
  );
  const empty = collections?.length === 0;
  return (
    <div className="page" tabIndex={0} role="region" aria-label={t('library')}>
      <div className="page-head">
        <div className="grow">
          <h1>{t('library')}</h1>
          <p>{empty ? t('emptyLibraryText') : t('libraryLead')}</p>
        </div>
        {empty && open.length === 0 && (
          <button type="button" className="button primary" onClick={sample}>
            {t('openSample')}
          </button>
        )}
        {!empty && (
          <button type="button" className="button" onClick={() => setAsked((n) => n + 1)}>
            <Plus size={16} aria-hidden="true" />
            {t('importOwn')}
          </button>
        )}
      </div>
      {(refused ?? error) && <Fault error={(refused ?? error)!} />}
      {(empty || asked > 0) && (
        <section aria-label={t('importTitle')}>
          <h2>{t('importTitle')}</h2>
          <ImportForm
            focus={asked}
            collections={collections ?? []}
            onImport={(input) => {
              setAsked(0);
              void importAll(input);
            }}
          />
        </section>
      )}
      {open.length > 0 && (
        <section aria-label={t('jobs')}>
          <h2>{t('jobs')}</h2>
          {open.map(card)}
        </section>
      )}
      {!collections && !error && <Skeleton />}
      {collections && collections.length > 0 && (
        <section aria-label={t('collections')}>
          <h2 className="hidden">{t('collections')}</h2>
          {collections.map((collection) => (
            <CollectionCard
              key={collection.id}
              collection={collection}
              usual={usual}
              searched={searched}
              working={jobs.some((job) => job.state === 'running')}
              busy={jobs.some((job) => job.state === 'running' && job.collection === collection.id)}
              onStart={start}
              onNow={now}
              pulse={pulseOf(collection.id)}
              nameOf={nameOf}
              onOpen={(docId) => onOpen({ collection: collection.id, docId })}
              onSearch={() => onSearch(collection.id)}
            />
          ))}
        </section>
      )}
      {past.length > 0 && (
        <section aria-label={t('pastJobs')}>
          <h2>{t('pastJobs')}</h2>
          {past.map(card)}
        </section>
      )}
    </div>
  );
}
