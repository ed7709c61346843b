import { meansTable, pairsTable, type Test } from '../../../../shared/comparisonTable';
import type { CompareRunsOutput } from '../../../../shared/contract';
import { type Table, toCsv, toLatex, toMarkdown } from '../../../../shared/table';
import { useT } from '../../../i18n';
import { fileName, saveFile } from '../saveFile';

/** The table of means, and that of pairs, for a paper or a spreadsheet. */
export function TableExports({ comparison, test, name }: { comparison: CompareRunsOutput; test: Test; name: string }) {
  const { t, language } = useT();
  const kinds = [
    ['means', t('means'), () => meansTable(comparison, test)],
    ...(comparison.pairs.length > 0 ? ([['pairs', t('pairs'), () => pairsTable(comparison)]] as const) : []),
  ] as const;
  const forms: readonly (readonly [string, string, string, (table: Table) => string])[] = [
    ['CSV', 'csv', 'text/csv', (table) => toCsv(table, { locale: language })],
    ['LaTeX', 'tex', 'application/x-tex', (table) => toLatex(table)],
    ['Markdown', 'md', 'text/markdown', (table) => toMarkdown(table)],
  ];
  return (
    <div className="exports row small">
      {kinds.map(([kind, label, make]) => (
        <span key={kind} className="row" role="group" aria-label={label}>
          <span className="muted">{label}</span>
          {forms.map(([form, extension, type, write]) => (
            <button
              key={form}
              type="button"
              className="button bare"
              aria-label={`${label}: ${form}`}
              onClick={() => saveFile(fileName(`${name} ${kind}`, extension), write(make()), type)}
            >
              {form}
            </button>
          ))}
        </span>
      ))}
    </div>
  );
}
