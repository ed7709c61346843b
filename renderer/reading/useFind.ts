/** Find in the text: what is looked for, where it stands, and which place is looked at. */
import { useDeferredValue, useMemo, useState } from 'react';
import { findAll, foldForFinding } from './findIn';
import type { Layer, Range } from './segments';

export interface Find {
  readonly open: boolean;
  readonly words: string;
  readonly at: number;
  readonly found: readonly Range[];
  readonly current: Range | undefined;
  readonly layers: readonly Layer[];
  toggle(open?: boolean): void;
  look(words: string): void;
  step(by: 1 | -1): void;
}

export function useFind(text: string): Find {
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const wanted = useDeferredValue(open ? words : '');
  const folded = useMemo(() => (open ? foldForFinding(text) : undefined), [open, text]);
  const found = useMemo(() => (folded ? findAll(folded, wanted) : []), [folded, wanted]);
  const current = found[at];
  const layers = useMemo(
    () => [
      { name: 'find', ranges: found },
      { name: 'find-on', ranges: current ? [current] : [] },
    ],
    [found, current],
  );
  return {
    open,
    words,
    at,
    found,
    current,
    layers,
    toggle: (next) => setOpen((old) => next ?? !old),
    look(next) {
      setWords(next);
      setAt(0);
    },
    step: (by) => setAt((old) => (found.length > 0 ? (old + by + found.length) % found.length : 0)),
  };
}
