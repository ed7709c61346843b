import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useT } from '../../i18n';

export function FindBar({
  value,
  at,
  total,
  onChange,
  onStep,
  onClose,
}: {
  value: string;
  at: number;
  total: number;
  onChange: (value: string) => void;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}) {
  const { t } = useT();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <search className="findbar">
      <input
        ref={input}
        className="field"
        aria-label={t('findInText')}
        placeholder={t('findInText')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
        }}
      />
      <span className="num small muted" role="status" style={{ minWidth: 64 }}>
        {value ? t('findCount', { at: total > 0 ? at + 1 : 0, count: total }) : ''}
      </span>
      <button type="button" className="button bare" aria-label={t('findPrevious')} onClick={() => onStep(-1)}>
        <ChevronUp size={16} />
      </button>
      <button type="button" className="button bare" aria-label={t('findNext')} onClick={() => onStep(1)}>
        <ChevronDown size={16} />
      </button>
      <button type="button" className="button bare" aria-label={t('close')} onClick={onClose}>
        <X size={16} />
      </button>
    </search>
  );
}
