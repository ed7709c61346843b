import type {
  ApproximateState,
  ExperimentOutput,
  ExtractOutput,
  FormulateOutput,
  ImportOutput,
  IndexOutput,
  Job,
  RerankOutput,
  RunOutput,
} from '../../../shared/contract';
import { useT } from '../../i18n';
import { extractorName } from '../../shell/extractors';
import { count, usageText } from '../../shell/format';
import { useSaid } from '../../shell/Said';

const LINES = 500;

/** What a finished job did, and each thing that it refused with the reason. */
export function JobOutcome({ job }: { job: Job }) {
  const { t, language } = useT();
  const say = useSaid();
  const n = (value: number) => count(value, language);
  switch (job.command) {
    case 'import': {
      const out = job.result as ImportOutput;
      const made = out.nuggets;
      const facts = [
        !(made && out.added === 0) && t('added', { count: out.added }),
        out.unchanged > 0 && t('unchanged', { count: out.unchanged }),
        out.queries > 0 && t('queriesCount', { count: out.queries }),
        out.judgments > 0 && t('judgmentsCount', { count: out.judgments }),
      ];
      return (
        <>
          <p className="small muted">{facts.filter(Boolean).join(' · ')}</p>
          {made && (
            <p className="small muted">
              {[
                ...made.systems.map(
                  ({ system, nuggets, documents }) =>
                    `${extractorName(system, t)}: ${t('resultExtract', { nuggets: n(nuggets), documents: n(documents) })}`,
                ),
                t('resultEvidence', counted(made.located, n)),
                made.unchanged > 0 && t('unchanged', { count: made.unchanged }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          )}
          <Fold
            title={t('rejectedRows')}
            lines={out.rejected.map((r) => `${r.file}${r.row === null ? '' : `, ${t('row', { row: r.row })}`}: ${say(r.reason)}`)}
          />
          <Fold
            title={t('duplicatesFound')}
            lines={out.duplicates.map((d) => `${d.doc_id}${d.of === d.doc_id ? '' : ` = ${d.of}`} (${d.file})`)}
          />
          <Fold title={t('importNotes')} lines={out.notes.map(({ file, text }) => `${file}: ${say(text)}`)} />
          <Fold
            title={t('realignedRows')}
            lines={(made?.realigned ?? []).map((r) => `${r.file}, ${t('row', { row: r.row })} (${r.doc_id}): ${say(r.reason)}`)}
          />
          <Fold
            title={t('unknownDocuments')}
            lines={(made?.unknown ?? []).map((u) =>
              [u.doc_id, u.nearest.length > 0 && t('nearestTo', { ids: u.nearest.join(', ') })].filter(Boolean).join(' · '),
            )}
          />
          <Fold title={t('unjoinedFound')} lines={out.unjoined.map((u) => `${u.id} (${t('judgmentsCount', { count: u.judgments })})`)} />
        </>
      );
    }
    case 'extract': {
      const out = job.result as ExtractOutput;
      return (
        <>
          <p className="small muted">
            {out.summaries > 0
              ? t('resultSummaries', { count: out.summaries })
              : t('resultExtract', { nuggets: n(out.nuggets), documents: n(out.documents + (out.reused ?? 0)) })}
            {out.reused > 0 && ` · ${t('reusedCount', { count: out.reused })}`}
            {' · '}
            {t('resultEvidence', counted(out.located, n))}
          </p>
          {out.usage && <p className="small muted">{usageText(out.usage, t, language)}</p>}
          <Fold title={t('failedDocuments')} lines={out.failed.map((f) => `${f.doc_id}: ${say(f.message)}`)} />
          <Fold title={t('partialDocuments')} lines={out.partial.map((p) => `${p.doc_id}: ${say(p.note)}`)} />
        </>
      );
    }
    case 'index': {
      const out = job.result as IndexOutput;
      return (
        <p className="small muted">
          {t('resultIndex', { embedded: n(out.embedded), reused: n(out.reused) })}
          {out.truncated_documents > 0 && ` · ${t('truncated', { count: out.truncated_documents })}`}
          {out.usage && ` · ${usageText(out.usage, t, language)}`}
        </p>
      );
    }
    case 'approximate': {
      const out = job.result as ApproximateState;
      return (
        <p className="small muted">
          {out.index && t('resultApproximate', { rows: n(out.index.rows), groups: n(out.index.partitions) })}
          {out.index && !out.index.recall && ` · ${t('recallUnknown')}`}
        </p>
      );
    }
    case 'run': {
      const out = job.result as RunOutput;
      return (
        <>
          <p className="small muted">{t('resultRun', { count: out.queries })}</p>
          <Fold title={t('warnings')} lines={out.warnings.map(say)} />
        </>
      );
    }
    case 'rerank': {
      const out = job.result as RerankOutput;
      return (
        <>
          <p className="small muted">{t('resultRerank', { count: out.queries, model: out.model_id })}</p>
          {out.usage && <p className="small muted">{usageText(out.usage, t, language)}</p>}
          <Fold title={t('warnings')} lines={out.warnings.map(say)} />
        </>
      );
    }
    case 'formulate': {
      const out = job.result as FormulateOutput;
      return (
        <>
          <p className="small muted">
            {t('resultFormulate', { count: out.queries })}
            {out.skipped > 0 && ` · ${t('unchanged', { count: out.skipped })}`}
          </p>
          {out.usage && <p className="small muted">{usageText(out.usage, t, language)}</p>}
          <Fold title={t('failedQueries')} lines={out.failed.map(({ query_id, message }) => `${query_id}: ${say(message)}`)} />
          <Fold title={t('partialQueries')} lines={out.partial.map(({ query_id, note }) => `${query_id}: ${say(note)}`)} />
        </>
      );
    }
    case 'experiment': {
      const out = job.result as ExperimentOutput;
      return (
        <>
          <p className="small muted">
            {out.name} · {t('resultExperiment', { count: out.runs.length })}
          </p>
          <Fold title={t('warnings')} lines={out.warnings.map(say)} />
        </>
      );
    }
  }
}

type Located = ExtractOutput['located'];

const counted = ({ exact, normalised, fuzzy, none }: Located, n: (value: number) => string): Record<keyof Located, string> => ({
  exact: n(exact),
  normalised: n(normalised),
  fuzzy: n(fuzzy),
  none: n(none),
});

function Fold({ title, lines }: { title: string; lines: readonly string[] }) {
  const { language } = useT();
  if (lines.length === 0) return null;
  return (
    <details className="small">
      <summary>
        {title} ({count(lines.length, language)})
      </summary>
      <ul>
        {lines.slice(0, LINES).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
