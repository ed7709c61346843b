import type { RankingConfig } from '../../shared/domain';
import { useT } from '../i18n';
import { count, decimal } from '../shell/format';

/** Beside a result: that it was searched approximately, how much it finds, and the way back. */
export function ApproximateMark({
  config,
  name,
  onExact,
}: {
  config: Pick<RankingConfig, 'parts'>;
  /** Of the run, where it stands among others. */
  name?: string;
  onExact?: () => void;
}) {
  const { t, language } = useT();
  const uses = config.parts.flatMap(({ approximate }) => approximate ?? []);
  if (uses.length === 0) return null;
  return (
    <p className="list-note approximate">
      {name && <span>{name}:</span>}
      {uses.map(({ recall, built_at }) => (
        <span key={built_at}>
          {recall
            ? t(recall.asked === 'collection' ? 'approximateOwn' : 'approximateSearched', {
                recall: decimal(recall.units.at_100, 2, language),
                queries: count(recall.queries, language),
              })
            : t('approximateUnknown')}
        </span>
      ))}
      {onExact && (
        <button type="button" className="link" onClick={onExact}>
          {t('searchExactly')}
        </button>
      )}
    </p>
  );
}
