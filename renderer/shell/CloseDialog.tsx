import { useEffect, useRef, useState } from 'react';
import type { Job } from '../../shared/contract';
import { api } from '../api';
import { useT } from '../i18n';

/** The window is about to close: while work is going on, it asks once, and says that nothing is lost. */
export function CloseDialog({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useT();
  const [asking, setAsking] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const working = useRef(false);
  working.current = jobs.some(({ state }) => state === 'running');
  useEffect(
    () =>
      api.onClosing(() => {
        api.answerClosing(working.current ? 'asking' : 'close');
        setAsking(working.current);
      }),
    [],
  );
  useEffect(() => {
    if (asking) dialog.current?.showModal();
  }, [asking]);
  if (!asking) return null;
  return (
    <dialog
      ref={dialog}
      className="close-dialog"
      aria-labelledby="close-title"
      onClose={({ currentTarget }) => {
        setAsking(false);
        api.answerClosing(currentTarget.returnValue === 'close' ? 'close' : 'stay');
      }}
    >
      <form method="dialog">
        <h2 id="close-title">{t('closingTitle')}</h2>
        <p>{t('closingText')}</p>
        <div className="row">
          <span className="grow" />
          <button type="submit" className="button" value="stay">
            {t('closingStay')}
          </button>
          <button type="submit" className="button primary" value="close">
            {t('closingClose')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
