/** The documents of several maps under one numbering: those of one id are one. */
import type { UnitMap } from '../../../shared/hits';

export interface UnitedPlaces {
  readonly ids: readonly string[];
  /** Of each map: place of a document → its number among all. */
  readonly numbers: readonly Uint32Array[];
}

type Ids = UnitMap['docIds'];

/** By the first of the maps. */
const kept = new WeakMap<Ids, { readonly lists: readonly Ids[]; readonly united: UnitedPlaces }>();

/** @param maps of the parts of one ranking: they stay the same from query to query, so that what was united is kept as long as they are */
export function placesOf(maps: readonly UnitMap[]): UnitedPlaces {
  const lists = maps.map(({ docIds }) => docIds);
  const known = kept.get(lists[0]!);
  if (known && known.lists.length === lists.length && known.lists.every((ids, i) => ids === lists[i])) return known.united;
  const united = unitedPlaces(lists);
  kept.set(lists[0]!, { lists, united });
  return united;
}

export function unitedPlaces(lists: readonly Ids[]): UnitedPlaces {
  const places = new Map<string, number>();
  const ids: string[] = [];
  const numbers = lists.map((list) =>
    Uint32Array.from(list, (id) => {
      let number = places.get(id);
      if (number === undefined) {
        number = ids.push(id) - 1;
        places.set(id, number);
      }
      return number;
    }),
  );
  return { ids, numbers };
}
