import { api } from '../../../api';
import { useT } from '../../../i18n';
import { count } from '../../../shell/format';
import { useLoad } from '../../../shell/hooks';
import { num, TableHead } from '../../../ui/TableHead';

/** What nobody judged among the first documents of each run: measures take it for not relevant. */
export function Holes({ collection, runs, depth, stamp }: { collection: string; runs: readonly string[]; depth: number; stamp: string }) {
  const { t, language } = useT();
  const { value } = useLoad(
    (signal) => (runs.length > 0 ? api.call('judgingHoles', { collection, runs: [...runs], depth }, { signal }) : undefined),
    [collection, runs.join(), depth, stamp],
  );
  if (!value || runs.length === 0) return null;
  return (
    <table className="facts">
      <caption className="small muted">{t('holes', { depth })}</caption>
      <TableHead columns={[t('run'), num(t('unjudgedHead')), num(t('documents'))]} />
      <tbody>
        {value.runs.map((run) => (
          <tr key={run.run_id}>
            <th scope="row">{run.name}</th>
            <td className="num">{count(run.unjudged, language)}</td>
            <td className="num">{count(run.documents, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
