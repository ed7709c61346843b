import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useT } from '../i18n';
import { FormDialog } from './FormDialog';
import { IconButton } from './IconButton';

/** Removes something for good: it asks first, says what is lost and what stays, and begins at the button that removes nothing. */
export function RemoveButton({
  label,
  lost,
  stays,
  disabled = false,
  next,
  onRemove,
}: {
  label: string;
  lost: string;
  stays: string;
  disabled?: boolean;
  /** Where the focus goes once this button is gone. */
  next: (button: HTMLElement) => HTMLElement | null | undefined;
  onRemove: () => void;
}) {
  const { t } = useT();
  const [asking, setAsking] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const removing = useRef(false);
  return (
    <span ref={place}>
      <IconButton icon={Trash2} size={15} label={label} disabled={disabled} onClick={() => setAsking(true)} />
      {asking && (
        <FormDialog
          title={`${label}?`}
          keep={t('remove')}
          onKeep={() => {
            removing.current = true;
          }}
          onClose={() => {
            setAsking(false);
            if (!removing.current) return;
            removing.current = false;
            if (place.current) next(place.current)?.focus();
            onRemove();
          }}
        >
          <p>{lost}</p>
          <p>{stays}</p>
        </FormDialog>
      )}
    </span>
  );
}
