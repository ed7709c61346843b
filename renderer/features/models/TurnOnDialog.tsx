import { useEffect, useRef } from 'react';
import type { Endpoint } from '../../../shared/endpoints';
import { useT } from '../../i18n';

/** Asks before anything can leave the machine: where it would go, and what would go there. */
export function TurnOnDialog({ endpoint, onTurnOn, onClose }: { endpoint: Endpoint; onTurnOn: () => void; onClose: () => void }) {
  const { t } = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { name, host, plain, chat_model: chat, embedding_model: embedding } = endpoint;
  return (
    <dialog
      ref={dialog}
      className="ask"
      aria-labelledby="turn-on-title"
      onClose={(event) => {
        if (event.currentTarget.returnValue === 'on') onTurnOn();
        onClose();
      }}
    >
      <h2 id="turn-on-title">{t('turnOnTitle', { name })}</h2>
      <p>{t('turnOnHost')}</p>
      <p className="host large">{host}</p>
      <p>{t('turnOnWhat')}</p>
      <ul>
        {chat && <li>{t('sentExtract', { model: chat })}</li>}
        {chat && <li>{t('sentPreview')}</li>}
        {embedding && <li>{t('sentIndex', { model: embedding })}</li>}
        {embedding && <li>{t('sentQuery')}</li>}
      </ul>
      {plain && <p className="note">{t('plainHttp', { host })}</p>}
      <p className="muted small">{t('turnOnNote')}</p>
      <form method="dialog" className="row end">
        <button type="submit" className="button" value="">
          {t('cancel')}
        </button>
        <button type="submit" className="button primary" value="on">
          {t('turnOn')}
        </button>
      </form>
    </dialog>
  );
}
