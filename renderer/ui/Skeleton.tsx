import { useEffect, useState } from 'react';
import { useT } from '../i18n';

/** The final shape of what is loading (rows of a list, paragraphs of a text), shown after 300 ms and not before. */
export function Skeleton({
  of = 'rows',
  inBusy = false,
}: {
  of?: 'rows' | 'page-of-text';
  /** Inside of a list that says itself that it is busy: such a list has rows alone for children. */
  inBusy?: boolean;
}) {
  const { t } = useT();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <div className={`skeletons ${of}`} {...(inBusy ? { 'aria-hidden': true } : { role: 'status', 'aria-label': t('loading') })}>
      {[1, 2, 3, 4, 5].map((n) => (
        <div key={n}>
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
