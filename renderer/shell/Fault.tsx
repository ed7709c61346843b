import type { AppErrorShape } from '../../shared/errors';
import { useT } from '../i18n';

/** What happened, what to do, and the details for who wants them. */
export function Fault({ error, onRetry }: { error: AppErrorShape; onRetry?: () => void }) {
  const { t } = useT();
  const details = JSON.stringify({ code: error.code, message: error.message, details: error.details }, null, 2);
  return (
    <div className="fault" role="alert">
      <p>{error.message}</p>
      {error.remedy && <p className="muted">{error.remedy}</p>}
      {onRetry && (
        <p style={{ marginTop: 8 }}>
          <button type="button" className="button" onClick={onRetry}>
            {t('retry')}
          </button>
        </p>
      )}
      <details>
        <summary>{t('details')}</summary>
        <pre>{details}</pre>
        <button type="button" className="button" onClick={() => void navigator.clipboard.writeText(details)}>
          {t('copyDetails')}
        </button>
      </details>
    </div>
  );
}
