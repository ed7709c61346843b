import { Lightbulb } from 'lucide-react';
import type { QueueItem } from '../../../../shared/contract';
import { api } from '../../../api';
import { useT } from '../../../i18n';
import { decimal } from '../../../shell/format';
import { useLoad } from '../../../shell/hooks';

/** What can be counted says of a nugget, as a hint; nothing where it can't be had. */
export function HintLine({ collection, item: { nugget, version } }: { collection: string; item: QueueItem }) {
  const { t, language } = useT();
  const { value } = useLoad(
    (signal) => api.call('hint', { collection, doc_id: nugget.doc_id, nugget_id: nugget.id }, { signal }),
    [collection, nugget.id, version],
  );
  const hint = value?.nugget_id === nugget.id ? value : undefined;
  const n = (share: number | null) => (share === null ? '–' : decimal(share, 2, language));
  // Its room is kept, so that nothing jumps when it arrives.
  return (
    <p className="hint-line small muted" role="note" aria-busy={!hint}>
      <Lightbulb size={14} aria-hidden="true" />
      <span>
        {hint ? (
          <>
            {t('hintSays', { verdict: t(`faithful_${hint.verdict}`), score: n(hint.score) })} {t('hintLocation')} {n(hint.signals.location)}{' '}
            · {t('hintLexical')} {n(hint.signals.lexical)} · {t('hintEmbedding')} {n(hint.signals.embedding)}
            {hint.missing_numbers.length > 0 && ` · ${t('hintMissing', { numbers: hint.missing_numbers.join(', ') })}`}
          </>
        ) : (
          t('hintComing')
        )}
      </span>
    </p>
  );
}
