import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useT } from '../i18n';

/** A dialog with fields: Enter or its button keeps them, Escape leaves all as it was. */
export function FormDialog({
  title,
  keep,
  ready = true,
  onKeep,
  onClose,
  children,
}: {
  title: string;
  keep: string;
  ready?: boolean;
  onKeep: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="form-dialog" aria-labelledby={id} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          onKeep();
          dialog.current?.close();
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <div className="row end">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
          <button type="submit" className="button primary" disabled={!ready}>
            {keep}
          </button>
        </div>
      </form>
    </dialog>
  );
}
