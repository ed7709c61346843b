import type { RescoreOutput } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { decimal } from '../../../shell/format';
import { num, TableHead } from '../../../ui/TableHead';
import { partName } from '../partName';
import { type PartLine, partLines } from './breakdown';

type Ranked = NonNullable<RescoreOutput['ranking']>[number];

/** What the chosen decision's score is made of: each part, and in each part each unit. */
export function Breakdown({ document, onOpen }: { document: Ranked | undefined; onOpen: () => void }) {
  const { t, language } = useT();
  if (!document)
    return (
      <section className="breakdown" aria-label={t('breakdown')}>
        <p className="small muted">{t('chooseForBreakdown')}</p>
      </section>
    );
  const lines = partLines(document);
  const n = (value: number | null) => (value === null ? '–' : decimal(value, 3, language));
  return (
    <section className="breakdown" aria-label={t('breakdown')} tabIndex={0}>
      <div className="row">
        <h2 className="clamp2 grow" title={document.title}>
          {document.title}
        </h2>
        <button type="button" className="button" onClick={onOpen}>
          {t('openText')}
        </button>
      </div>
      <p className="small muted">
        {t('atRank', { rank: document.rank })}
        {document.before !== null && document.before !== document.rank && ` · ${t('wasAtRank', { rank: document.before })}`}
        {document.grade !== null && ` · ${document.grade >= 1 ? t('relevantGrade', { grade: document.grade }) : t('notRelevant')}`}
      </p>
      {lines.length > 1 && (
        <table className="figures">
          <TableHead muted columns={[t('part'), num(t('rawScore')), num(t('normalised')), num(t('weight')), num(t('contribution'))]} />
          <tbody>
            {lines.map((line) => (
              <tr key={line.name}>
                <th scope="row">{partName(line.name, t)}</th>
                <td className="num">{n(line.score)}</td>
                <td className="num">{n(line.value)}</td>
                <td className="num">{n(line.share)}</td>
                <td className="num">{n(line.contribution)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={4}>
                {t('score')}
              </th>
              <td className="num">{n(document.score)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {lines.map((line) => (
        <Units key={line.name} line={line} lang={document.lang} n={n} />
      ))}
    </section>
  );
}

/** The units of one part, each with its score and its share in the part's. */
function Units({ line, lang, n }: { line: PartLine; lang: 'pt' | 'en'; n: (value: number | null) => string }) {
  const { t } = useT();
  const { evidence } = line;
  if (!evidence || evidence.score === null) return <p className="small muted">{t('partSilent', { part: partName(line.name, t) })}</p>;
  const most = Math.max(...evidence.units.map(({ contribution }) => Math.abs(contribution)), 1e-9);
  const more = evidence.matched - evidence.units.length;
  return (
    <section className="units-of" aria-label={partName(line.name, t)}>
      <h3>
        {partName(line.name, t)} · {n(evidence.score)}
      </h3>
      <ol>
        {evidence.units.map((unit) => (
          <li key={unit.id}>
            <span className="meter" aria-hidden="true">
              <i style={{ width: `${(100 * Math.abs(unit.contribution)) / most}%` }} />
            </span>
            <p className="words clamp3" lang={lang === 'pt' ? 'pt-BR' : 'en'}>
              {unit.text || t('unitGone')}
            </p>
            <p className="small muted gives">{t('scoreContributes', { score: n(unit.score), contribution: n(unit.contribution) })}</p>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="small muted">{t('otherUnits', { count: more, contribution: n(evidence.others) })}</p>}
      {Math.abs(evidence.rest) > 5e-4 && (
        <p className="small muted">
          {t(evidence.aggregate === 'by-sentence' ? 'restFloor' : 'restNumber')}: {n(evidence.rest)}
        </p>
      )}
    </section>
  );
}
