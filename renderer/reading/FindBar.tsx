import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useT } from '../i18n';
import { count } from '../shell/format';
import { IconButton } from '../ui/IconButton';

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
  const { t, language } = useT();
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
      <span className="num small muted" role="status">
        {value.trim() ? (total > 0 ? t('findCount', { at: count(at + 1, language), total: count(total, language) }) : t('findNone')) : ''}
      </span>
      <IconButton icon={ChevronUp} label={t('findPrevious')} keys="Shift Enter" onClick={() => onStep(-1)} />
      <IconButton icon={ChevronDown} label={t('findNext')} keys="Enter" onClick={() => onStep(1)} />
      <IconButton icon={X} label={t('close')} keys="Esc" onClick={onClose} />
    </search>
  );
}
