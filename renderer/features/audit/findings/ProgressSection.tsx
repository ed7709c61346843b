import type { ProgressOutput } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { count } from '../../../shell/format';
import { Said } from '../../../shell/Said';
import { num, TableHead } from '../../../ui/TableHead';

const DAYS = 14;

/** Who judged how much, and on which of the last days. */
export function ProgressSection({ progress }: { progress: ProgressOutput }) {
  const { t, language } = useT();
  const n = (value: number) => count(value, language);
  const most = Math.max(1, ...progress.annotators.flatMap(({ days }) => days.map(({ nuggets }) => nuggets)));
  const day = (iso: string) => new Date(`${iso}T12:00:00`).toLocaleDateString(language, { day: 'numeric', month: 'short' });
  return (
    <section aria-label={t('progress')}>
      <h2>{t('progress')}</h2>
      <p className="small muted">
        {t('progressOf', { judged: n(progress.judged), total: n(progress.nuggets) })} · {t('doubledCount', { count: progress.doubled })} ·{' '}
        {t('disputedCount', { count: progress.disputed })}
        {progress.outdated > 0 && ` · ${t('outdatedCount', { count: progress.outdated })}`}
      </p>
      {progress.faults.map(({ file, row, reason }) => (
        <p key={`${file} ${row}`} className="note">
          {file}, {row}: <Said text={reason} />
        </p>
      ))}
      <table className="facts">
        <TableHead columns={[t('annotatorName'), num(t('judgedHead')), num(t('faithful_unknown')), t('byDay')]} />
        <tbody>
          {progress.annotators.map(({ annotator, role, judged, unknown, days }) => (
            <tr key={`${annotator} ${role}`}>
              <th scope="row">
                {annotator}
                {role === 'adjudicator' && ` (${t('role_adjudicator')})`}
              </th>
              <td className="num">{n(judged)}</td>
              <td className="num">{n(unknown)}</td>
              <td>
                <ul className="days">
                  {days.slice(-DAYS).map(({ day: iso, nuggets }) => (
                    <li key={iso} title={`${day(iso)}: ${n(nuggets)}`}>
                      <i style={{ height: `${Math.max(2, (nuggets / most) * 22)}px` }} aria-hidden="true" />
                      <span className="small num">
                        {day(iso)}: {n(nuggets)}
                      </span>
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
