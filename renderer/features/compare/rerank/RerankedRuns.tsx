import { useT } from '../../../i18n';
import { count, decimal, share } from '../../../shell/format';
import { num, TableHead } from '../../../ui/TableHead';
import type { RunEntry } from '../runs';
import { rerankingGroups } from './spreads';

const FIGURES = ['repeats', 'before', 'after', 'deviation', 'range', 'identicalLists', 'sameDocuments', 'sharedDocuments'] as const;

/** What reranking changed, how much its repeats vary, and how alike their lists are. */
export function RerankedRuns({ entries }: { entries: readonly RunEntry[] }) {
  const { t, language } = useT();
  const groups = rerankingGroups(entries);
  if (groups.length === 0) return null;
  const n = (value: number) => decimal(value, 4, language);
  const unreadable = groups.filter(({ reranking }) => reranking.outcome.kept_windows > 0);
  return (
    <div className="reranked-runs">
      <h2>{t('rerankings')}</h2>
      <div className="scroll" tabIndex={0} role="region" aria-label={t('rerankings')}>
        <table className="measured">
          <caption className="small muted">{t('rerankingsAbout')}</caption>
          <TableHead columns={[t('run'), t('measure'), ...FIGURES.map((key) => num(t(key)))]} />
          <tbody>
            {groups.flatMap(({ key, label, reranking: { outcome, model_id, repeats, of } }) => {
              const { agreement } = outcome;
              const measures = Object.entries(outcome.measures ?? { '–': null });
              const span = measures.length;
              return measures.map(([measure, spread], i) => (
                <tr key={`${key} ${measure}`}>
                  {i === 0 && (
                    <th scope="rowgroup" rowSpan={span}>
                      {label}
                      <span className="interval small muted">{t('rerankedOf', { run: of.run, model: model_id })}</span>
                    </th>
                  )}
                  <td>{measure}</td>
                  <td className="num">{i === 0 ? count(repeats, language) : ''}</td>
                  <td className="num">{spread ? n(spread.before) : '–'}</td>
                  <td className="num">{spread ? n(spread.mean) : '–'}</td>
                  <td className="num">{spread && repeats > 1 ? n(spread.sd) : '–'}</td>
                  <td className="num">{spread && repeats > 1 ? `${n(spread.min)}–${n(spread.max)}` : '–'}</td>
                  {i === 0 &&
                    (['identical', 'same_documents', 'overlap'] as const).map((kind) => (
                      <td key={kind} className="num" rowSpan={span}>
                        {agreement ? share(agreement[kind], language) : '–'}
                      </td>
                    ))}
                </tr>
              ));
            })}
          </tbody>
        </table>
      </div>
      {unreadable.map(({ key, label, reranking: { outcome } }) => (
        <p key={key} className="note small">
          {label}: {t('unreadable', { count: outcome.kept_windows, all: outcome.windows })}
        </p>
      ))}
    </div>
  );
}
