import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A place that is come back to has the keyboard where it had it; a new one has it at its beginning. Where it is outside of all places
 * (on the rail, in a dialog), it stays.
 */
export function useKeptFocus(place: string, main: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const last = useRef(new Map<string, Element>());
  const shown = useRef(place);
  useLayoutEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    const now = document.activeElement;
    const box = main.current;
    if (!box || (now && now !== document.body && !box.contains(now))) return;
    const before = last.current.get(place);
    const target = before?.isConnected ? before : box;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }, [place, main]);
  return ({ target }) => {
    if (target !== main.current) last.current.set(place, target);
  };
}
