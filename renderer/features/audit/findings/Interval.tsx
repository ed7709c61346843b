import { useT } from '../../../i18n';
import { decimal } from '../../../shell/format';

/** A share with its 95 % interval on a line from 0 to 1; the numbers stand beside it. */
export function Interval({ value, ends }: { value: number; ends: readonly [number, number] | null }) {
  const { t, language } = useT();
  if (!ends) return <span className="small muted">{t('tooFew')}</span>;
  const [low, high] = ends;
  const at = (share: number) => `${(Math.min(1, Math.max(0, share)) * 100).toFixed(2)}%`;
  return (
    <span className="interval">
      <span className="line" aria-hidden="true">
        <i style={{ left: at(low), width: `calc(${at(high)} - ${at(low)})` }} />
        <b style={{ left: at(value) }} />
      </span>
      <span className="num small">
        {decimal(low, 2, language)}–{decimal(high, 2, language)}
      </span>
    </span>
  );
}
