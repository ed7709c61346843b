import { Pick } from './Pick';

/** A boxed select under its label; the select has the label as its own name, so that it is read once. */
export function LabelledPick<T extends string>({
  className = 'small',
  ...pick
}: {
  className?: string;
  label: string;
  choices: readonly { readonly value: T; readonly label: string }[];
  value: T;
  onChange: (value: T) => void;
}) {
  return (
    <div className={className}>
      <span aria-hidden="true">{pick.label}</span>
      <Pick look="boxed" {...pick} />
    </div>
  );
}
