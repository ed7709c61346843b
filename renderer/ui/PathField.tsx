import { type RefObject, useId, useRef } from 'react';
import type { PathKind } from '../../shared/choosing';
import { api } from '../api';

/** A path that can be typed; on the desktop the system's own dialog also chooses it. */
export function PathField({
  label,
  value,
  choices,
  placeholder,
  required,
  input,
  onChange,
  onEnter,
}: {
  label: string;
  value: string;
  /** A button each. */
  choices: readonly { readonly kind: PathKind; readonly label: string }[];
  placeholder: string;
  required?: boolean;
  input?: RefObject<HTMLInputElement | null>;
  onChange: (path: string) => void;
  /** Where there is no form around it that would hear the key. */
  onEnter?: () => void;
}) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const field = input ?? own;
  const choose = async (kind: PathKind, button: HTMLButtonElement) => {
    const path = await api.choosePath(kind);
    if (path === null) return button.focus();
    onChange(path);
    field.current?.focus();
  };
  return (
    <div className="path-field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        <input
          ref={field}
          id={id}
          className="field"
          required={required}
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !onEnter) return;
            event.preventDefault();
            onEnter();
          }}
        />
        {api.choosesPaths() &&
          choices.map(({ kind, label: name }) => (
            <button key={kind} type="button" className="button" onClick={(event) => void choose(kind, event.currentTarget)}>
              {name}
            </button>
          ))}
      </div>
    </div>
  );
}
