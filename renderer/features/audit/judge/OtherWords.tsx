import type { AnnotatorJudgment, MarkedSpan } from '../../../../shared/annotation';
import { useT } from '../../../i18n';
import { MarkedSpans } from './MarkedSpans';

/** Whether they left it at labels. */
export const saysMore = ({ values: { problems, text, evidence, note } }: AnnotatorJudgment): boolean =>
  problems.length > 0 || text !== null || evidence !== null || note !== '';

/** What another annotator says beside the labels: problems, wording, evidence, note. */
export function OtherWords({
  said: { annotator, values },
  lang,
  onGo,
}: {
  said: AnnotatorJudgment;
  lang: string;
  onGo: (span: MarkedSpan) => void;
}) {
  const { t } = useT();
  const { problems, text, evidence, note } = values;
  return (
    <>
      <dt>{annotator}</dt>
      <dd>
        {problems.length > 0 && <p>{problems.map((problem) => t(`problems_${problem}`)).join(' · ')}</p>}
        {text !== null && (
          <p>
            {t('theirWording')}:{' '}
            <span className="serif" lang={lang}>
              {text}
            </span>
          </p>
        )}
        {evidence && (evidence.length === 0 ? <p>{t('theirEvidenceNone')}</p> : <p>{t('theirEvidence')}:</p>)}
        {evidence && evidence.length > 0 && <MarkedSpans spans={evidence} onGo={onGo} />}
        {note !== '' && (
          <p>
            {t('note')}: {note}
          </p>
        )}
      </dd>
    </>
  );
}
