import { FlaskConical, ListOrdered, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Test } from '../../../../shared/comparisonTable';
import type { CollectionSummary, CompareRunsOutput } from '../../../../shared/contract';
import type { Progress, RankingConfig } from '../../../../shared/domain';
import type { AppError } from '../../../../shared/errors';
import { ApproximateMark } from '../../../approximate/ApproximateMark';
import { useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import type { Loaded } from '../../../shell/hooks';
import { Empty } from '../../../ui/Empty';
import { LabelledPick } from '../../../ui/LabelledPick';
import { Skeleton } from '../../../ui/Skeleton';
import { DeltaBars } from '../charts/DeltaBars';
import type { QueryChart } from '../charts/queryChart';
import { Scatter } from '../charts/Scatter';
import type { QueryValues } from '../queries/order';
import { RerankedRuns } from '../rerank/RerankedRuns';
import type { RunEntry } from '../runs';
import type { Work } from '../useWork';
import { Warnings } from '../Warnings';
import { notesOf } from './notes';
import { RemoveRun } from './RemoveRun';
import { RunForm } from './RunForm';
import { RunsTable } from './RunsTable';
import { measuresOf } from './rows';
import { TableExports } from './TableExports';

const TESTS: readonly Test[] = ['randomisation', 't', 'wilcoxon'];

/** Whole runs against each other: a table, the queries as points and as bars, and the making of runs. */
export function MeasuresView({
  collection,
  entries,
  comparison,
  tested,
  measures,
  measure,
  a,
  b,
  values,
  textOf,
  queryId,
  work,
  removal,
  onMeasures,
  onQuery,
  onOpenQuery,
  onRemove,
  onRerank,
}: {
  collection: CollectionSummary;
  entries: readonly RunEntry[];
  comparison: Loaded<CompareRunsOutput>;
  /** Tests of significance that are done, while they are made. */
  tested: Progress | undefined;
  measures: readonly string[];
  /** The one that charts and wins are about. */
  measure: string;
  a: RunEntry | undefined;
  b: RunEntry | undefined;
  values: QueryValues;
  textOf: (queryId: string) => string;
  queryId: string | undefined;
  work: Work;
  removal: AppError | undefined;
  onMeasures: (measures: readonly string[]) => void;
  onQuery: (queryId: string) => void;
  onOpenQuery: () => void;
  onRemove: (entry: RunEntry) => void;
  onRerank: () => void;
}) {
  const { t } = useT();
  const [making, setMaking] = useState(false);
  const [test, setTest] = useState<Test>('randomisation');
  const [typed, setTyped] = useState(measures.join(', '));
  const out = comparison.value;
  const { busy } = work;
  const open = making || entries.length === 0;
  const setTypedMeasures = () => {
    const next = measuresOf(typed);
    if (next.length > 0) onMeasures(next);
    else setTyped(measures.join(', '));
  };
  const chart = (first: string, second: string): QueryChart => ({
    a: first,
    b: second,
    measure,
    values,
    textOf,
    selected: queryId,
    onSelect: onQuery,
    onOpen: onOpenQuery,
  });
  return (
    <div className="lab-page" tabIndex={0} role="region" aria-label={t('measures')}>
      <div className="measures-bar">
        <label className="small">
          <span>{t('measures')}</span>
          <input
            className="field"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={setTypedMeasures}
            onKeyDown={(event) => event.key === 'Enter' && setTypedMeasures()}
          />
        </label>
        <LabelledPick
          label={t('test')}
          value={test}
          choices={TESTS.map((choice) => ({ value: choice, label: t(`test_${choice}`) }))}
          onChange={setTest}
        />
        <span className="grow" />
        {entries.length > 0 && (
          <button type="button" className="button" title={`${t('rerankRun')} (k)`} disabled={busy} onClick={onRerank}>
            <ListOrdered size={16} aria-hidden="true" />
            {t('rerankRun')}
          </button>
        )}
        <button type="button" className="button" aria-expanded={open} onClick={() => setMaking((old) => !old)}>
          <Plus size={16} aria-hidden="true" />
          {t('makeRun')}
        </button>
      </div>
      {open && <RunForm collection={collection} work={work} />}
      {removal && <Fault error={removal} />}
      {comparison.error && entries.length > 0 && <Fault error={comparison.error} />}
      {entries.length === 0 && !busy && <Empty icon={FlaskConical} title={t('noRunsTitle')} text={t('noRunsText')} />}
      {tested && <p className="small muted">{t('testsDone', { done: tested.done, total: tested.total ?? 0 })}</p>}
      {entries.length > 0 && !out && comparison.loading && <Skeleton />}
      {comparison.error && <RunNames entries={entries} onRemove={onRemove} />}
      {out && entries.length > 0 && !comparison.error && (
        <>
          <Warnings lines={notesOf(out, t)} />
          {entries.map(({ key, label, run }) => (
            <ApproximateMark key={key} name={label} config={run.config as RankingConfig} />
          ))}
          <RunsTable
            comparison={out}
            measure={measure}
            test={test}
            actions={(name) => {
              const entry = entries.find(({ label }) => label === name);
              return entry && <RemoveRun entry={entry} onRemove={onRemove} />;
            }}
          />
          <TableExports comparison={out} test={test} name={collection.id} />
          <RerankedRuns entries={entries} />
          {a && b && a !== b && values.size > 0 && (
            <div className="charts">
              <Scatter {...chart(a.label, b.label)} />
              <DeltaBars {...chart(a.label, b.label)} />
            </div>
          )}
          {(!a || !b || a === b) && <p className="small muted">{t('twoRunsDue')}</p>}
        </>
      )}
    </div>
  );
}

/** Without measures the runs are still there to be removed. */
function RunNames({ entries, onRemove }: { entries: readonly RunEntry[]; onRemove: (entry: RunEntry) => void }) {
  return (
    <ul className="run-names">
      {entries.map((entry) => (
        <li key={entry.key} className="row">
          <span className="grow cut">{entry.label}</span>
          <RemoveRun entry={entry} onRemove={onRemove} />
        </li>
      ))}
    </ul>
  );
}
