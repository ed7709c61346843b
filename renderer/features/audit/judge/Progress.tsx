import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '../../../i18n';
import { showKeys } from '../../../shell/commands';
import { count } from '../../../shell/format';
import { IconButton } from '../../../ui/IconButton';
import type { Keys } from './actions';
import type { Counts } from './useQueue';

/** Where in the queue, and how much of it is judged. */
export function Progress({
  position,
  counts,
  keys,
  onStep,
}: {
  position: number;
  counts: Counts;
  keys: Keys;
  onStep: (by: 1 | -1) => void;
}) {
  const { t, language } = useT();
  const { total, judged, unknown } = counts;
  const n = (value: number) => count(value, language);
  return (
    <div className="judge-progress">
      <IconButton
        icon={ChevronLeft}
        label={t('judge_previous')}
        keys={showKeys(keys['previous']!)}
        disabled={position <= 0}
        onClick={() => onStep(-1)}
      />
      <div className="grow">
        <p className="small num" role="status">
          {t('ofNuggets', { at: n(position + 1), total: n(total) })} · {t('judgedCount', { count: judged })}
          {unknown > 0 && ` · ${t('unknownCount', { count: unknown })}`}
        </p>
        <progress max={total} value={judged} aria-label={t('judgedCount', { count: judged })} />
      </div>
      <IconButton
        icon={ChevronRight}
        label={t('judge_next')}
        keys={showKeys(keys['next']!)}
        disabled={position >= total - 1}
        onClick={() => onStep(1)}
      />
    </div>
  );
}
