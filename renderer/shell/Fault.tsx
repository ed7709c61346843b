import { useState } from 'react';
import type { AppErrorShape } from '../../shared/errors';
import { useT } from '../i18n';
import { copyText } from '../ui/copyText';
import { Said } from './Said';

/** What happened, what to do about it, and the details for who wants them. */
export function Fault({ error, action }: { error: AppErrorShape; action?: { label: string; run: () => void } }) {
  const { t } = useT();
  const [copied, setCopied] = useState(false);
  const details = JSON.stringify({ code: error.code, message: error.message, details: error.details }, null, 2);
  return (
    <div className="fault" role="alert">
      <strong>{t(`error_${error.code}`)}</strong>
      <p>
        <Said text={error.message} />
      </p>
      {/* The engine's remedy may name a command; the button here does the same. */}
      {error.remedy && !action && (
        <p className="muted">
          <Said text={error.remedy} />
        </p>
      )}
      {action && (
        <button type="button" className="button" onClick={action.run}>
          {action.label}
        </button>
      )}
      <details>
        <summary>{t('details')}</summary>
        <pre>{details}</pre>
        <button type="button" className="button" onClick={() => void copyText(details).then(() => setCopied(true))}>
          {t(copied ? 'copied' : 'copyDetails')}
        </button>
      </details>
    </div>
  );
}
