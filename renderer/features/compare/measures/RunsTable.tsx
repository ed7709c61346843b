import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { ArrowDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Test } from '../../../../shared/comparisonTable';
import type { CompareRunsOutput } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { decimal } from '../../../shell/format';
import { drawn } from '../../../ui/drawn';
import { type RunRow, runRows, sortRows } from './rows';

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, RunRow>();

/** Runs × measures: means, their intervals, marks of significance, and how often each run is better than the baseline. */
export function RunsTable({
  comparison,
  measure,
  test,
  actions,
}: {
  comparison: CompareRunsOutput;
  /** The one whose wins are counted. */
  measure: string;
  test: Test;
  /** What can be done with a run, at the end of its row. */
  actions?: (name: string) => React.ReactNode;
}) {
  const { t, language } = useT();
  const [by, setBy] = useState<string | null>(null);
  const baseline = comparison.baseline ?? comparison.runs[0]?.name ?? '';
  const data = useMemo(() => sortRows(runRows(comparison, measure, test), by), [comparison, measure, test, by]);
  const n = (value: number, digits = 4) => decimal(value, digits, language);
  const columns = helper.columns([
    helper.display({
      id: 'run',
      header: () => t('run'),
      cell: ({ row: { original } }) => (
        <>
          {original.name} {original.name === baseline && <span className="chip">{t('baseline')}</span>}
        </>
      ),
    }),
    ...comparison.measures.map((name) =>
      helper.display({
        id: name,
        header: () => (
          <button
            type="button"
            className="sort"
            aria-label={t('sortBy', { measure: name })}
            onClick={() => setBy(by === name ? null : name)}
          >
            {name}
            {by === name && <ArrowDown size={13} aria-hidden="true" />}
          </button>
        ),
        cell: ({ row: { original } }) => {
          const cell = original.cells[name]!;
          return (
            <>
              <span className="mean">
                {n(cell.mean)}
                <span className="mark" title={cell.mark === '†' ? t('markBetter') : cell.mark === '‡' ? t('markWorse') : undefined}>
                  {cell.mark}
                </span>
              </span>
              {cell.low !== undefined && cell.high !== undefined && (
                <span className="interval small muted">
                  {n(cell.low, 3)}–{n(cell.high, 3)}
                </span>
              )}
            </>
          );
        },
      }),
    ),
    helper.display({
      id: 'wins',
      header: () => <span title={t('winsOn', { measure, baseline })}>{t('winsTiesLosses')}</span>,
      cell: ({ row: { original } }) => {
        const { against } = original;
        return against ? (
          <>
            <span className="mean">
              {against.wins} / {against.ties} / {against.losses}
            </span>
            <span className="interval small muted">{against.p === null ? 'p –' : `p ${n(against.p, 3)}`}</span>
          </>
        ) : (
          '–'
        );
      },
    }),
    ...(actions
      ? [
          helper.display({
            id: 'actions',
            header: () => <span className="hidden">{t('actions')}</span>,
            cell: ({ row }) => actions(row.original.name),
          }),
        ]
      : []),
  ]);
  const table = useTable({ features, columns, data, getRowId: (row: RunRow) => row.name });
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={t('runsMeasured')}>
      <table className="measured">
        <caption className="small muted">
          {t('tableCaption', { queries: comparison.queries, convention: comparison.convention, baseline, test: t(`test_${test}`) })}
        </caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  aria-sort={header.id === by ? 'descending' : undefined}
                  className={header.id === 'run' ? '' : 'num'}
                >
                  {drawn(header.column.columnDef.header, header.getContext())}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell, i) =>
                i === 0 ? (
                  <th key={cell.id} scope="row">
                    {drawn(cell.column.columnDef.cell, cell.getContext())}
                  </th>
                ) : (
                  <td key={cell.id} className="num">
                    {drawn(cell.column.columnDef.cell, cell.getContext())}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
