import { useRef } from 'react';
import { type Table, toCsv } from '../../../../shared/table';
import { useT } from '../../../i18n';
import { figure } from '../../../shell/format';
import { TableHead } from '../../../ui/TableHead';
import { fileName, saveFile } from '../saveFile';
import { standalone, toPng } from './exportChart';

/** A chart with its title, what it says in words, its figures as a table, and files to take along. */
export function ChartFrame({
  title,
  about,
  table,
  children,
}: {
  title: string;
  about: string;
  /** The same as the chart shows. */
  table: Table;
  children: React.ReactNode;
}) {
  const { t, language } = useT();
  const box = useRef<HTMLDivElement>(null);
  const svg = () => box.current?.querySelector('svg') ?? undefined;
  const saveSvg = () => {
    const chart = svg();
    if (chart) saveFile(fileName(title, 'svg'), standalone(chart), 'image/svg+xml');
  };
  const savePng = async () => {
    const chart = svg();
    if (chart) saveFile(fileName(title, 'png'), await toPng(chart), 'image/png');
  };
  return (
    <figure className="chart" aria-label={title}>
      <figcaption>
        <h2>{title}</h2>
        <button type="button" className="button bare" aria-label={`SVG: ${title}`} onClick={saveSvg}>
          SVG
        </button>
        <button type="button" className="button bare" aria-label={`PNG: ${title}`} onClick={() => void savePng()}>
          PNG
        </button>
      </figcaption>
      <p className="small muted">{about}</p>
      <div ref={box} className="plot">
        {children}
      </div>
      <details className="small">
        <summary>{t('asTable')}</summary>
        <button
          type="button"
          className="button bare"
          aria-label={`CSV: ${title}`}
          onClick={() => saveFile(fileName(title, 'csv'), toCsv(table, { locale: language }), 'text/csv')}
        >
          CSV
        </button>
        <div className="scroll" tabIndex={0} role="region" aria-label={`${t('asTable')}: ${title}`}>
          <table className="figures">
            <TableHead muted columns={table.head} />
            <tbody>
              {table.rows.map((row, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table that is made anew as a whole
                <tr key={i}>
                  {row.map((cell, j) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                    <td key={j} className={typeof cell === 'number' ? 'num' : ''}>
                      {typeof cell === 'number' ? figure(cell, language) : (cell ?? '–')}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
