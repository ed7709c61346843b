import { useState } from 'react';
import type { Output } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { count } from '../../../shell/format';
import { LabelledPick } from '../../../ui/LabelledPick';
import { DeltaBars } from '../charts/DeltaBars';
import { Scatter } from '../charts/Scatter';
import { notesOf } from '../measures/notes';
import { RunsTable } from '../measures/RunsTable';
import { TableExports } from '../measures/TableExports';
import { valuesOf } from '../queries/order';
import { fileName, saveFile } from '../saveFile';
import { Warnings } from '../Warnings';

/** What came of an experiment: its table, two of its runs query by query, and its report. */
export function Outcome({
  shown: { source, outcome, page },
  textOf,
  onEdit,
}: {
  shown: Output<'showExperiment'>;
  textOf: (queryId: string) => string;
  onEdit: (source: string) => void;
}) {
  const { t, language } = useT();
  const { comparison, data } = outcome;
  const names = comparison.runs.map(({ name }) => name);
  const [measure, setMeasure] = useState(comparison.measures[0]!);
  const [a, setA] = useState(comparison.baseline ?? names[0]!);
  const [b, setB] = useState(names.find((name) => name !== a) ?? a);
  const [queryId, setQueryId] = useState<string>();
  const values = valuesOf(comparison.per_query, a, b, measure);
  const chart = { a, b, measure, values, textOf, selected: queryId, onSelect: setQueryId, onOpen: () => {} };
  const n = (value: number) => count(value, language);
  const choice = (label: string, value: string, choices: readonly string[], onChange: (value: string) => void) => (
    <LabelledPick label={label} value={value} choices={choices.map((one) => ({ value: one, label: one }))} onChange={onChange} />
  );
  return (
    <>
      <div className="row">
        <h2 className="grow">{outcome.name}</h2>
        <button type="button" className="button" onClick={() => onEdit(source)}>
          {t('editFile')}
        </button>
        <button type="button" className="button" onClick={() => saveFile(fileName(outcome.name, 'md'), page, 'text/markdown')}>
          {t('saveReport')}
        </button>
      </div>
      <p className="small muted">
        {t('outcomeData', {
          collection: outcome.collection,
          documents: n(data.documents),
          nuggets: n(data.nuggets),
          queries: n(data.queries),
        })}
      </p>
      <Warnings lines={[...outcome.warnings, ...(outcome.warnings.length > 0 ? [] : notesOf(comparison, t))]} />
      <RunsTable comparison={comparison} measure={measure} test="randomisation" />
      <TableExports comparison={comparison} test="randomisation" name={outcome.name} />
      {names.length > 1 && (
        <>
          <div className="measures-bar">
            {choice(t('measure'), measure, comparison.measures, setMeasure)}
            {choice(t('runA'), a, names, setA)}
            {choice(t('runB'), b, names, setB)}
          </div>
          {queryId !== undefined && <p className="small serif">{textOf(queryId)}</p>}
          <div className="charts">
            <Scatter {...chart} />
            <DeltaBars {...chart} />
          </div>
        </>
      )}
      <details className="small">
        <summary>{t('report')}</summary>
        <pre className="report" tabIndex={0}>
          {page}
        </pre>
      </details>
      <p className="small muted path">{outcome.dir}</p>
    </>
  );
}
