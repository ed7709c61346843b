/** The lab's views, each with its key. */
export const VIEWS = ['side', 'tune', 'measures', 'experiments'] as const;
export type View = (typeof VIEWS)[number];
export const VIEW_KEYS: Readonly<Record<View, string>> = { side: 's', tune: 'r', measures: 'm', experiments: 'e' };
