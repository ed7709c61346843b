import { type FocusEvent, useState } from 'react';

/** Where the keyboard is in the text, the next decision's text takes it as well; where it is elsewhere, no text that comes takes it away. */
export function useTextFocus() {
  const [focus, setFocus] = useState(0);
  return {
    /** For the reader: above 0 while the keyboard is in the text, and more each time it is to go there. */
    focus,
    toText: () => setFocus((n) => n + 1),
    /** Of the element around the reader and all that is beside it. */
    within: {
      style: { display: 'contents' },
      onFocusCapture: ({ target }: FocusEvent) => {
        if (!target.closest('.reader')) setFocus(0);
        else if (target.closest('.text')) setFocus((n) => Math.max(1, n));
      },
    },
  };
}
