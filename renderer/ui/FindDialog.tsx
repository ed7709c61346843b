import { type ReactNode, useEffect, useRef, useState } from 'react';

/** A list that is narrowed by typing; the arrow keys move in it, Enter takes. What is taken comes once the focus is back where it was. */
export function FindDialog<T extends string>({
  title,
  hint,
  list,
  find,
  onFind,
  rows,
  ready = true,
  none,
  onTake,
  onClose,
}: {
  title: string;
  hint: string;
  /** Name of the list. */
  list: string;
  find: string;
  onFind: (text: string) => void;
  rows: readonly { readonly id: T; readonly row: ReactNode }[];
  /** Whether the rows are those of what is typed: an Enter that comes before takes the first of those that come. */
  ready?: boolean;
  /** What is said where there are no rows; absent while that is not known. */
  none: string | undefined;
  onTake: (id: T) => void;
  onClose: () => void;
}) {
  const [at, setAt] = useState(0);
  const [entered, setEntered] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const taken = useRef<T>(undefined);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  const take = (id: T | undefined) => {
    if (id === undefined) return;
    taken.current = id;
    dialog.current?.close();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for the rows alone
  useEffect(() => {
    if (entered && ready) take(rows[0]?.id);
  }, [entered, ready]);
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={title}
      onClose={() => {
        onClose();
        if (taken.current !== undefined) onTake(taken.current);
      }}
    >
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={rows[at] ? `found-${at}` : undefined}
        aria-label={hint}
        placeholder={hint}
        value={find}
        onChange={(event) => {
          onFind(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt((i) => Math.min(rows.length - 1, i + 1));
          else if (event.key === 'ArrowUp') setAt((i) => Math.max(0, i - 1));
          else if (event.key === 'Enter' && ready) take(rows[at]?.id);
          else if (event.key === 'Enter') setEntered(true);
          else return;
          event.preventDefault();
        }}
      />
      <ul id="found" role="listbox" aria-label={list}>
        {rows.map(({ id, row }, i) => (
          <li key={id} id={`found-${i}`} role="option" aria-selected={i === at} onClick={() => take(id)}>
            {row}
          </li>
        ))}
      </ul>
      {rows.length === 0 && none && <p className="none">{none}</p>}
    </dialog>
  );
}
