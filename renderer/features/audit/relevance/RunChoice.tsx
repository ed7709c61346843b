import type { RunHead } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { Pick } from '../../../ui/Pick';

const DEPTHS = ['5', '10', '20', '50', '100'] as const;

/** Which runs are pooled, and how deep. */
export function RunChoice({
  runs,
  pooled,
  depth,
  onDepth,
  onToggle,
}: {
  runs: readonly RunHead[];
  pooled: readonly string[];
  depth: number;
  onDepth: (depth: number) => void;
  onToggle: (run: string) => void;
}) {
  const { t } = useT();
  return (
    <details className="pool">
      <summary>
        {t('poolOf', { count: pooled.length })} · {t('poolDepth', { depth })}
      </summary>
      <ul>
        {runs.map((run) => (
          <li key={run.id}>
            <label className="row">
              <input type="checkbox" checked={pooled.includes(run.id)} onChange={() => onToggle(run.id)} />
              <span className="cut">{run.name}</span>
            </label>
          </li>
        ))}
      </ul>
      <Pick
        label={t('depth')}
        look="boxed"
        value={String(depth) as (typeof DEPTHS)[number]}
        choices={DEPTHS.map((value) => ({ value, label: t('poolDepth', { depth: Number(value) }) }))}
        onChange={(next) => onDepth(Number(next))}
      />
    </details>
  );
}
