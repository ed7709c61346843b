import { trecId } from '../compare/trecRows';
import type { Store } from '../ports';

/** From a query's id as run files spell it to the collection's own spelling; an id that it does not know stays. */
export async function ownQueryIds(store: Store, collection: string): Promise<(id: string) => string> {
  const own = new Map((await store.queries(collection)).map(({ query_id }) => [trecId(query_id), query_id]));
  return (id) => own.get(id) ?? id;
}
