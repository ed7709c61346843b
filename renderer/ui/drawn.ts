import type { ReactNode } from 'react';

/**
 * A cell or head of a table as its column draws it. The drawing is called, not mounted as a component (as FlexRender does):
 * columns that are made anew at each rendering would be new components, and what a cell holds (the focus, an open dialog) would be lost.
 */
export function drawn<C>(column: ReactNode | ((context: C) => ReactNode), context: C): ReactNode {
  return typeof column === 'function' ? column(context) : column;
}
