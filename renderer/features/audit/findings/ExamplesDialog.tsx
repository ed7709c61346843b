import { ArrowRight } from 'lucide-react';
import type { Input } from '../../../../shared/contract';
import { api } from '../../../api';
import { useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import { count } from '../../../shell/format';
import { useLoad } from '../../../shell/hooks';
import { ReadingDialog } from '../../../ui/ReadingDialog';
import { Skeleton } from '../../../ui/Skeleton';

export type ExamplesOf = Omit<Input<'annotationExamples'>, 'collection' | 'size' | 'seed' | 'annotator'>;

/** A few nuggets behind a figure, always the same ones; each opens beside its source. */
export function ExamplesDialog({
  collection,
  of,
  onOpen,
  onClose,
}: {
  collection: string;
  of: ExamplesOf;
  onOpen: (docId: string, nuggetId: string) => void;
  onClose: () => void;
}) {
  const { t, language } = useT();
  const { value, error } = useLoad((signal) => api.call('annotationExamples', { collection, ...of }, { signal }), [collection, of]);
  return (
    <ReadingDialog
      title={`${t(`faithful_${of.faithful}`)} · ${of.name || '–'}`}
      className="trace"
      bodyClassName="trace-body"
      onClose={onClose}
    >
      {error && <Fault error={error} />}
      {!value && !error && <Skeleton />}
      {value && (
        <p className="small muted">
          {t('examplesOf', { shown: count(value.examples.length, language), total: count(value.total, language) })}
        </p>
      )}
      <ul className="judged-examples">
        {value?.examples.map((one) => (
          <li key={one.nugget_id}>
            <p className="serif">{one.text}</p>
            <p className="small muted">
              {one.evidence ? `${t('evidence')}: “${one.evidence}”` : t('notLocated')}
              {one.problems.length > 0 && ` · ${one.problems.map((problem) => t(`problems_${problem}`)).join(', ')}`}
              {one.note && ` · ${one.note}`}
            </p>
            <button type="button" className="link small" onClick={() => onOpen(one.doc_id, one.nugget_id)}>
              {one.title} <ArrowRight size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </ReadingDialog>
  );
}
