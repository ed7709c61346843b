import type { JudgedValues, MarkedSpan } from '../../../../shared/annotation';
import { useT } from '../../../i18n';
import type { Range } from '../../../reading/segments';
import { showKeys } from '../../../shell/commands';
import type { Keys } from './actions';
import { MarkedSpans } from './MarkedSpans';

/** The evidence as the annotator marks it, beside what the extractor named. */
export function MarkedEvidence({
  marked,
  picking,
  keys,
  onMark,
  onNone,
  onClear,
  onGo,
}: {
  marked: JudgedValues['evidence'];
  /** What is chosen in the text by keyboard. */
  picking: Range | undefined;
  keys: Keys;
  onMark: () => void;
  onNone: () => void;
  onClear: () => void;
  onGo: (span: MarkedSpan) => void;
}) {
  const { t } = useT();
  return (
    <div className="label-group" role="group" aria-label={t('evidenceOfYours')}>
      <span className="small muted" aria-hidden="true">
        {t('evidenceOfYours')}
      </span>
      <div>
        <p className="small" role="status">
          {marked === null ? t('evidenceAsGiven') : marked.length === 0 ? t('evidenceNone') : t('evidenceMarked', { count: marked.length })}
          {picking && ` · ${t('evidencePicking', { key: showKeys(keys['markEvidence']!) })}`}
        </p>
        {marked && marked.length > 0 && <MarkedSpans spans={marked} onGo={onGo} />}
        <div className="label-choices">
          <button type="button" className="label-choice" onMouseDown={(event) => event.preventDefault()} onClick={onMark}>
            {t('judge_markEvidence')} <kbd>{showKeys(keys['markEvidence']!)}</kbd>
          </button>
          <button type="button" className="label-choice" aria-pressed={marked?.length === 0} onClick={onNone}>
            {t('judge_noEvidence')} <kbd>{showKeys(keys['noEvidence']!)}</kbd>
          </button>
          {marked !== null && (
            <button type="button" className="label-choice" onClick={onClear}>
              {t('judge_clearEvidence')} <kbd>{showKeys(keys['clearEvidence']!)}</kbd>
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
