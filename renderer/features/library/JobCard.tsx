import type { ExtractOutput, ImportOutput, IndexOutput, Job } from '../../../shared/contract';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { progressText } from '../../shell/format';

/** One piece of long work: how far it is, what it is at, and what became of it. */
export function JobCard({ job, onError }: { job: Job; onError: (error: AppError) => void }) {
  const { t, language } = useT();
  const { progress } = job;
  const act = (method: 'jobCancel' | 'jobResume') => api.call(method, { id: job.id }).catch((thrown) => onError(toAppError(thrown)));
  const running = job.state === 'running';
  const title = t(`job_${job.command}`, { collection: job.collection });
  return (
    <article className="card" style={{ display: 'grid', gap: 8 }}>
      <div className="row">
        <h3 className="grow cut">{title}</h3>
        <span className="muted small">{t(`state_${job.state}`)}</span>
        {running ? (
          <button type="button" className="button" onClick={() => void act('jobCancel')}>
            {t('cancel')}
          </button>
        ) : (
          job.state !== 'done' && (
            <button type="button" className="button" onClick={() => void act('jobResume')}>
              {t('resume')}
            </button>
          )
        )}
      </div>
      {running && (
        <>
          <progress aria-label={title} {...(progress?.total ? { value: progress.done, max: progress.total } : {})} />
          <div className="row small muted">
            <span className="grow cut">{progress?.current}</span>
            <span className="num">{progressText(progress, t, language)}</span>
          </div>
        </>
      )}
      {job.state === 'done' && <Outcome job={job} />}
      {job.error && <Fault error={job.error} />}
    </article>
  );
}

function Outcome({ job }: { job: Job }) {
  const { t } = useT();
  if (job.command === 'import') {
    const out = job.result as ImportOutput;
    return (
      <>
        <p className="small">
          {t('resultImport', {
            added: out.added,
            unchanged: out.unchanged,
            queries: out.queries,
            judgments: out.judgments,
            duplicates: out.duplicates.length,
            rejected: out.rejected.length,
          })}
        </p>
        <Fold
          title={t('rejectedRows')}
          lines={out.rejected.map((r) => `${r.file}${r.row === null ? '' : `, ${t('row', { row: r.row })}`}: ${r.reason}`)}
        />
        <Fold
          title={t('duplicatesFound')}
          lines={out.duplicates.map((d) => `${d.doc_id}${d.of === d.doc_id ? '' : ` = ${d.of}`} (${d.file})`)}
        />
        <Fold title={t('unjoinedFound')} lines={out.unjoined.map((u) => `${u.id} (${u.judgments})`)} />
      </>
    );
  }
  if (job.command === 'extract') {
    const out = job.result as ExtractOutput;
    return (
      <>
        <p className="small">
          {t('resultExtract', { ...out.located, nuggets: out.nuggets, documents: out.documents, failed: out.failed.length })}
        </p>
        <Fold title={t('failedDocuments')} lines={out.failed.map((f) => `${f.doc_id}: ${f.message}`)} />
      </>
    );
  }
  const out = job.result as IndexOutput;
  return <p className="small">{t('resultIndex', { embedded: out.embedded, reused: out.reused })}</p>;
}

function Fold({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details className="small">
      <summary>
        {title} ({lines.length})
      </summary>
      <ul style={{ maxHeight: 200, overflow: 'auto', margin: '6px 0' }}>
        {lines.slice(0, 500).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
