/** Two histories that both went on: where neither holds all of what the other has. Pure. */

/**
 * @param keyOf what an event is about, and whose word it is
 * @returns the keys under which each side has an event that the other lacks; where one holds all of the other's, it has only gone on
 */
export function divergedKeys<E extends { readonly id: string }>(
  here: readonly E[],
  there: readonly E[],
  keyOf: (event: E) => string,
): Set<string> {
  const [a, b] = [idsByKey(here, keyOf), idsByKey(there, keyOf)];
  return new Set([...b.keys()].filter((key) => !holdsAll(a.get(key), b.get(key)) && !holdsAll(b.get(key), a.get(key))));
}

function idsByKey<E extends { readonly id: string }>(events: readonly E[], keyOf: (event: E) => string): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const event of events) {
    const own = ids.get(keyOf(event)) ?? new Set<string>();
    ids.set(keyOf(event), own.add(event.id));
  }
  return ids;
}

const holdsAll = (a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean =>
  [...(b ?? [])].every((id) => a?.has(id) === true);
