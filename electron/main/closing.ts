/** Asks the page once before the window closes: it knows whether work is going on, and asks the user. */
import type { BrowserWindow } from 'electron';

/** A page that says nothing for so long hangs: it can't keep the window open. */
const SILENCE_MS = 2000;

export interface Closing {
  /** Whether the frame was the page's answer. */
  answer(frame: unknown): boolean;
}

export function askBeforeClosing(window: BrowserWindow, post: (frame: unknown) => void): Closing {
  let state: 'open' | 'asked' | 'closing' = 'open';
  let silence: NodeJS.Timeout | undefined;
  const close = () => {
    clearTimeout(silence);
    state = 'closing';
    if (!window.isDestroyed()) window.close();
  };
  window.on('close', (event) => {
    // Whoever presses a second time has been asked.
    if (state !== 'open') return;
    event.preventDefault();
    state = 'asked';
    silence = setTimeout(close, SILENCE_MS);
    post({ t: 'closing' });
  });
  return {
    answer(frame) {
      const { t, answer } = (frame ?? {}) as { t?: unknown; answer?: unknown };
      if (t !== 'close') return false;
      if (state !== 'asked') return true;
      clearTimeout(silence);
      if (answer === 'close') close();
      else if (answer === 'stay') state = 'open';
      return true;
    },
  };
}
