import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** What a place is for while nothing is in it, and what fills it. */
export function Empty({ icon: Icon, title, text, children }: { icon: LucideIcon; title: string; text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Icon size={30} strokeWidth={1.2} aria-hidden="true" />
      <h2>{title}</h2>
      <p className="muted">{text}</p>
      {children}
    </div>
  );
}
