import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useT } from '../i18n';

/** A dialog to read in: its body scrolls by keyboard, and one button closes it. It is open as long as it is there. */
export function ReadingDialog({
  title,
  className,
  bodyClassName,
  onClose,
  children,
}: {
  title: string;
  className: string;
  bodyClassName: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={className} aria-labelledby={id} onClose={onClose}>
      <div className={bodyClassName} tabIndex={0} role="region" aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {children}
        <form method="dialog">
          <button type="submit" className="button">
            {t('close')}
          </button>
        </form>
      </div>
    </dialog>
  );
}
