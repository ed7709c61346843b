/** Two histories of the same annotators' work → where they say two things that neither knew of. Pure. */
import { type AnnotationEvent, type JudgedValues, NO_VALUES } from '../../../shared/annotation';
import { divergedKeys } from './diverged';
import { type Folded, foldAnnotations } from './fold';
import { whoIs } from './history';

export interface Conflict {
  readonly item: string;
  readonly annotator: string;
  readonly label: string;
  readonly here: string;
  readonly there: string;
  readonly kept: string;
}

/** Where one history holds all of the other's events of a nugget, it has only gone on: that is no conflict. */
export function mergeConflicts(here: readonly AnnotationEvent[], there: readonly AnnotationEvent[]): Conflict[] {
  const [a, b, both] = [foldAnnotations(here), foldAnnotations(there), foldAnnotations([...here, ...there])];
  const keyOf = (event: AnnotationEvent) => `${whoIs(event)}\n${event.nugget.version}`;
  const diverged = divergedKeys(here, there, keyOf);
  const conflicts: Conflict[] = [];
  for (const [version, { nugget, by }] of b.items) {
    for (const [who, { annotator, values }] of by) {
      if (!diverged.has(`${who}\n${version}`)) continue;
      const own = valuesIn(a, version, who);
      const kept = valuesIn(both, version, who);
      for (const label of Object.keys(NO_VALUES) as (keyof JudgedValues)[]) {
        const [mine, theirs] = [shown(own[label]), shown(values[label])];
        if (mine === theirs || mine === '' || theirs === '') continue;
        conflicts.push({ item: nugget.id, annotator, label, here: mine, there: theirs, kept: shown(kept[label]) });
      }
    }
  }
  return conflicts;
}

const valuesIn = ({ items }: Folded, version: string, who: string): JudgedValues => items.get(version)?.by.get(who)?.values ?? NO_VALUES;

/** A value as a person reads it; '' where nothing is said. */
export function shown(value: JudgedValues[keyof JudgedValues]): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return value.map((one) => (typeof one === 'string' ? one : `${one.start}–${one.end}`)).join(', ');
}
