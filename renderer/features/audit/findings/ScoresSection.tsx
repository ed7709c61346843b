import { useState } from 'react';
import type { ScoreGroup, ScoresOutput } from '../../../../shared/contract';
import type { NuggetSource } from '../../../../shared/domain';
import { useT } from '../../../i18n';
import { extractorName } from '../../../shell/extractors';
import { count, decimal } from '../../../shell/format';
import { Segments } from '../../../ui/Segments';
import { num, TableHead } from '../../../ui/TableHead';
import { ExamplesDialog, type ExamplesOf } from './ExamplesDialog';
import { Interval } from './Interval';

const GROUPINGS = ['extractor', 'profile', 'court', 'length'] as const;

/** TREC's nugget scores by who made the nuggets, after which profile, in which decisions. */
export function ScoresSection({ scores, onOpen }: { scores: ScoresOutput; onOpen: (docId: string, nuggetId: string) => void }) {
  const { t, language } = useT();
  const [by, setBy] = useState<(typeof GROUPINGS)[number]>('extractor');
  const [shown, setShown] = useState<ExamplesOf>();
  const groups = scores.groups.filter((group) => group.by === by);
  const called = ({ name }: ScoreGroup) => (by === 'extractor' && name ? extractorName(name as NuggetSource, t) : name || '–');
  const n = (value: number) => count(value, language);
  const share = (value: number) => decimal(value, 2, language);
  const figure = (group: ScoreGroup, faithful: 'support' | 'partial' | 'no_support') =>
    group[faithful] === 0 ? (
      n(0)
    ) : (
      <button
        type="button"
        className="link num"
        aria-label={`${t('judgedExamples')}: ${called(group)}, ${t(`faithful_${faithful}`)}, ${n(group[faithful])}`}
        onClick={() => setShown({ by, name: group.name, faithful })}
      >
        {n(group[faithful])}
      </button>
    );
  return (
    <section aria-label={t('faithfulness')}>
      <div className="row">
        <h2 className="grow">{t('faithfulness')}</h2>
        <Segments
          label={t('scoresBy')}
          value={by}
          choices={GROUPINGS.map((value) => ({ value, label: t(`scores_${value}`) }))}
          onChange={setBy}
        />
      </div>
      <p className="small muted">
        {t('scoresHint')} {scores.most_faithful && t('mostFaithful', { name: scores.most_faithful })}
      </p>
      <table className="facts">
        <TableHead
          columns={[
            t(`scores_${by}`),
            num(t('documents')),
            num(t('nuggets')),
            num(t('faithful_support')),
            num(t('faithful_partial')),
            num(t('faithful_no_support')),
            num(t('strict'), t('strictHint')),
            num(t('nonStrict'), t('nonStrictHint')),
            t('interval95'),
          ]}
        />
        <tbody>
          {groups.map((group) => (
            <tr key={group.name}>
              <th scope="row">{called(group)}</th>
              <td className="num">{n(group.documents)}</td>
              <td className="num">{n(group.nuggets)}</td>
              <td className="num">{figure(group, 'support')}</td>
              <td className="num">{figure(group, 'partial')}</td>
              <td className="num">{figure(group, 'no_support')}</td>
              <td className="num">{share(group.mean.strict_all)}</td>
              <td className="num">{share(group.mean.all)}</td>
              <td>
                <Interval value={group.mean.all} ends={group.ci95.all} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown && <ExamplesDialog collection={scores.collection} of={shown} onOpen={onOpen} onClose={() => setShown(undefined)} />}
    </section>
  );
}
