/** One of a few choices, as a radio group: arrow keys move and choose. */
export function Segments<T extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly { readonly value: T; readonly label: string }[];
  value: T;
  onChange: (value: T) => void;
}) {
  const onKeyDown = (event: React.KeyboardEvent, i: number) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = (i + by + choices.length) % choices.length;
    onChange(choices[next]!.value);
    (event.currentTarget.parentElement?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {choices.map((choice, i) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          tabIndex={choice.value === value ? 0 : -1}
          data-label={choice.label}
          onClick={() => onChange(choice.value)}
          onKeyDown={(event) => onKeyDown(event, i)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
