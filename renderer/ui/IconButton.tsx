import type { LucideIcon } from 'lucide-react';

/** A button that is an icon: its name is its tooltip and its label. */
export function IconButton({
  icon: Icon,
  label,
  keys,
  size = 17,
  disabled,
  onClick,
  ...rest
}: {
  icon: LucideIcon;
  label: string;
  /** The key that does the same, told in the tooltip. */
  keys?: string;
  size?: number;
  onClick?: () => void;
  /** It keeps the focus: what has just been done for the last time is where one stands. */
  disabled?: boolean;
  type?: 'button' | 'submit';
  'aria-pressed'?: boolean;
}) {
  return (
    <button
      type="button"
      className="button icon"
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      {...rest}
    >
      <Icon size={size} strokeWidth={1.7} aria-hidden="true" />
    </button>
  );
}
