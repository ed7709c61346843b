import { useEffect, useRef, useState } from 'react';

/** A text that an annotator writes: kept when the field is left, or with Ctrl Enter; Escape leaves it as it was. */
export function OwnWords({
  label,
  value,
  lang,
  focus,
  rows,
  placeholder,
  onKeep,
  onLeave,
}: {
  label: string;
  value: string;
  lang?: string;
  /** Counts up when the field should take the focus. */
  focus: number;
  rows: number;
  placeholder: string;
  onKeep: (words: string) => void;
  onLeave: () => void;
}) {
  const [words, setWords] = useState(value);
  const field = useRef<HTMLTextAreaElement>(null);
  const left = useRef(false);
  useEffect(() => setWords(value), [value]);
  useEffect(() => {
    if (focus > 0) field.current?.focus();
  }, [focus]);
  return (
    <textarea
      ref={field}
      className="field own-words"
      aria-label={label}
      placeholder={placeholder}
      lang={lang}
      rows={rows}
      value={words}
      onChange={(event) => setWords(event.target.value)}
      onKeyDown={(event) => {
        const keep = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        if (!keep && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        if (!keep) {
          left.current = true;
          setWords(value);
        }
        field.current?.blur();
        onLeave();
      }}
      onBlur={() => {
        if (!left.current && words !== value) onKeep(words);
        left.current = false;
      }}
    />
  );
}
