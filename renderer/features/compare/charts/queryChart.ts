import type { QueryValues } from '../queries/order';

/** What a chart of two runs over the queries shows, and what it tells. */
export interface QueryChart {
  /** Names of the runs. */
  readonly a: string;
  readonly b: string;
  readonly measure: string;
  readonly values: QueryValues;
  readonly textOf: (queryId: string) => string;
  readonly selected: string | undefined;
  readonly onSelect: (queryId: string) => void;
  readonly onOpen: () => void;
}
