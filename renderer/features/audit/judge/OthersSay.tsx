import { type AnnotatorJudgment, Label, type MarkedSpan } from '../../../../shared/annotation';
import type { QueueItem } from '../../../../shared/contract';
import { type Key, useT } from '../../../i18n';
import type { Who } from '../../../shell/settings';
import { OtherWords, saysMore } from './OtherWords';

const LABELS = Label.options;

const othersOf = (annotation: QueueItem['annotation'], who: Who): readonly AnnotatorJudgment[] =>
  annotation?.by.filter(({ annotator, role }) => annotator !== who.name || role !== who.role) ?? [];

/** What the others say of the same nugget, side by side, and what holds; nothing in blind work, or where nobody said anything. */
export function OthersSay({ annotation, who }: { annotation: QueueItem['annotation']; who: Who }) {
  const { t } = useT();
  const others = othersOf(annotation, who);
  if (!annotation || others.length === 0) return null;
  const say = (label: string, value: string | null) => (value === null ? '–' : t(`${label}_${value}` as Key));
  const { settled } = annotation;
  return (
    <section className="others" aria-label={t('othersSay')}>
      <table>
        <caption className="small muted">{t('othersSay')}</caption>
        <thead>
          <tr>
            <td />
            {LABELS.map((label) => (
              <th key={label} scope="col">
                {t(`label_${label}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {others.map(({ annotator, role, values }) => (
            <tr key={`${annotator} ${role}`}>
              <th scope="row">
                {annotator}
                {role === 'adjudicator' && ` (${t('role_adjudicator')})`}
              </th>
              {LABELS.map((label) => (
                <td key={label}>{say(label, values[label])}</td>
              ))}
            </tr>
          ))}
          {settled && (
            <tr className="settled">
              <th scope="row">{t('settled')}</th>
              {LABELS.map((label) => (
                <td key={label}>{settled[label].how === 'disputed' ? t('settled_disputed') : say(label, settled[label].value)}</td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** What they say beside the labels; nothing where they all left it at these. */
export function OthersWords({
  annotation,
  who,
  lang,
  onGo,
}: {
  annotation: QueueItem['annotation'];
  who: Who;
  /** Of the nugget. */
  lang: string;
  /** To a place that somebody marked. */
  onGo: (span: MarkedSpan) => void;
}) {
  const { t } = useT();
  const others = othersOf(annotation, who).filter(saysMore);
  if (others.length === 0) return null;
  return (
    <section className="others" aria-label={t('othersWords')}>
      <p className="small muted" aria-hidden="true">
        {t('othersWords')}
      </p>
      <dl className="small">
        {others.map((said) => (
          <OtherWords key={`${said.annotator} ${said.role}`} said={said} lang={lang} onGo={onGo} />
        ))}
      </dl>
    </section>
  );
}
