import type { RescoreOutput } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { decimal } from '../../../shell/format';

/** The means of the measures as the run was made, and by the rules that stand now. */
export function MeansLine({
  rescored,
  reckoning,
  measures,
}: {
  rescored: RescoreOutput | undefined;
  /** The numbers of the rules that stand now are on their way; those that are shown are of the rules before. */
  reckoning: boolean;
  measures: readonly string[];
}) {
  const { t, language } = useT();
  const { before, after } = rescored ?? {};
  const n = (value: number | undefined) => (value === undefined ? '–' : decimal(value, 4, language));
  return (
    <table className={`figures means-line${reckoning ? ' reckoning' : ''}`} aria-live="polite" aria-busy={reckoning}>
      <caption className="hidden">{t('meansNow')}</caption>
      <thead className="muted">
        <tr>
          <td />
          {measures.map((measure) => (
            <th key={measure} scope="col" className="num">
              {measure}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('asMade')}</th>
          {measures.map((measure) => (
            <td key={measure} className="num">
              {n(before?.means[measure])}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t('asTuned')}</th>
          {measures.map((measure) => {
            const [x, y] = [before?.means[measure], after?.means[measure]];
            const by = x === undefined || y === undefined ? 0 : y - x;
            return (
              <td key={measure} className="num">
                <b>{n(y)}</b>{' '}
                <span className={by > 5e-5 ? 'up' : by < -5e-5 ? 'down' : 'even'}>
                  {by > 5e-5 ? '▲' : by < -5e-5 ? '▼' : '='}
                  {Math.abs(by) > 5e-5 ? n(Math.abs(by)) : ''}
                </span>
              </td>
            );
          })}
        </tr>
      </tbody>
    </table>
  );
}
