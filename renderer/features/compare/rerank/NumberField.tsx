import { useState } from 'react';

/** A whole number between two ends; NaN while what is typed is no such number. */
export function NumberField({
  label,
  initial,
  least,
  most,
  onChange,
}: {
  label: string;
  initial: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}) {
  const [typed, setTyped] = useState(String(initial));
  return (
    <label className="small">
      <span>{label}</span>
      <input
        className="field num"
        type="number"
        required
        step={1}
        min={least}
        max={most}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(target.validity.valid ? target.valueAsNumber : Number.NaN);
        }}
      />
    </label>
  );
}
