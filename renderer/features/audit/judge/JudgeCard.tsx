import { NotebookPen, PencilLine } from 'lucide-react';
import { useRef } from 'react';
import type { JudgedValues } from '../../../../shared/annotation';
import type { QueueItem } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { FailedChecks } from '../../../reading/FailedChecks';
import { EvidenceChip } from '../../../reading/labels';
import { extractorName } from '../../../shell/extractors';
import { OwnWords } from './OwnWords';

/** The nugget that is judged: as it was drawn out, and as the annotator would write it. */
export function JudgeCard({
  item: { nugget, document, stratum },
  values,
  editing,
  focus,
  onText,
  onEdit,
  onLeave,
}: {
  item: QueueItem;
  values: JudgedValues;
  editing: boolean;
  focus: number;
  onText: (text: string | null) => void;
  onEdit: () => void;
  onLeave: () => void;
}) {
  const { t } = useT();
  const lang = document.lang === 'pt' ? 'pt-BR' : 'en';
  return (
    <article className="judge-card" aria-label={t('nugget')}>
      <p className="small muted cut" title={document.title}>
        {[document.title, stratum].filter(Boolean).join(' · ')}
      </p>
      <p className={values.text === null ? 'thesis' : 'thesis replaced'} lang={lang}>
        {nugget.text}
      </p>
      {editing ? (
        <OwnWords
          label={t('judge_editNugget')}
          value={values.text ?? nugget.text}
          lang={lang}
          focus={focus}
          rows={4}
          placeholder=""
          onKeep={(words) => onText(words.trim() === '' || words === nugget.text ? null : words)}
          onLeave={onLeave}
        />
      ) : (
        values.text !== null && (
          <p className="thesis own" lang={lang}>
            <PencilLine size={14} aria-label={t('yourWording')} /> {values.text}
          </p>
        )
      )}
      <span className="unit-facts">
        <span>{extractorName(nugget.extractor, t)}</span>
        <span>{t(`tier_${nugget.tier}`)}</span>
        <FailedChecks checks={nugget.failed_checks} />
        <EvidenceChip status={nugget.status} spans={nugget.spans} />
        {!editing && (
          <button type="button" className="link" onClick={onEdit}>
            {t('judge_editNugget')}
          </button>
        )}
      </span>
    </article>
  );
}

export function Note({
  value,
  focus,
  onKeep,
  onLeave,
}: {
  value: string;
  focus: number;
  onKeep: (words: string) => void;
  onLeave: () => void;
}) {
  const { t } = useT();
  // It is there for each nugget: it takes the focus when it is asked to, not when it appears.
  const before = useRef(focus);
  return (
    <div className="label-group">
      <span className="small muted row">
        <NotebookPen size={14} aria-hidden="true" />
        {t('note')}
      </span>
      <OwnWords
        label={t('note')}
        value={value}
        focus={focus - before.current}
        rows={2}
        placeholder={t('noteHint')}
        onKeep={onKeep}
        onLeave={onLeave}
      />
    </div>
  );
}
