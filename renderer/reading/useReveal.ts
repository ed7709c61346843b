/** Scrolling to a mark, and only where it is not in sight. */
import { type RefObject, useCallback } from 'react';

const TRIES = 6;

export function useReveal(scroller: RefObject<HTMLElement | null>): (selector: string) => void {
  return useCallback(
    (selector: string) => {
      const look = (left: number, last: number) => {
        const box = scroller.current;
        const mark = box?.querySelector(selector);
        if (!box) return;
        if (!mark) {
          // A text that was just opened is drawn from its evidence outwards: the mark may come with the next frames.
          if (left > 0) requestAnimationFrame(() => look(left - 1, last));
          return;
        }
        const frame = box.getBoundingClientRect();
        const { top, bottom } = mark.getBoundingClientRect();
        if (top < frame.top + 24 || bottom > frame.bottom - 48) {
          // A third of the way down: what leads to the evidence is read before it.
          box.scrollTop += top - frame.top - frame.height / 3;
        }
        // Blocks that come into view get their true height: once more until nothing moves.
        if (left > 0 && Math.abs(top - last) > 1) requestAnimationFrame(() => look(left - 1, top));
      };
      look(TRIES, Number.NaN);
      requestAnimationFrame(() => look(TRIES, Number.POSITIVE_INFINITY));
    },
    [scroller],
  );
}
