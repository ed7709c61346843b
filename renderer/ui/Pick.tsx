import { ChevronDown } from 'lucide-react';

/** A select that looks like text until it is needed (`boxed`: like a field, `strong`: like a heading). */
export function Pick<T extends string>({
  label,
  choices,
  value,
  look = '',
  disabled,
  onChange,
}: {
  label: string;
  choices: readonly { readonly value: T; readonly label: string }[];
  value: T;
  look?: '' | 'boxed' | 'strong';
  disabled?: boolean;
  onChange: (value: T) => void;
}) {
  return (
    <span className={`pick ${look}`}>
      <select aria-label={label} title={label} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value as T)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden="true" />
    </span>
  );
}
