import { flushSync } from 'react-dom';

/** Makes a change and focuses what it brings onto the screen, at once: the key that comes right after goes there. */
export function focusAfter(change: () => void, target: () => HTMLElement | null | undefined): void {
  flushSync(change);
  target()?.focus();
}
