/** Two histories of relevance → where one annotator says two grades of a pair, and neither history knew of the other. Pure. */
import type { RelevanceEvent } from '../../../shared/judging';
import { divergedKeys } from './diverged';
import { whoIs } from './history';
import type { Conflict } from './mergeConflicts';
import { foldRelevance, pairKey } from './relevance';

export function relevanceConflicts(here: readonly RelevanceEvent[], there: readonly RelevanceEvent[]): Conflict[] {
  const keyOf = (event: RelevanceEvent) => `${whoIs(event)}\n${pairKey(event.query_id, event.doc_id)}`;
  const diverged = divergedKeys(here, there, keyOf);
  const [a, b, both] = [here, there, [...here, ...there]].map((events) => foldRelevance(events).pairs);
  const conflicts: Conflict[] = [];
  for (const [pair, by] of b!) {
    for (const [who, { annotator, grade }] of by) {
      const mine = a!.get(pair)?.get(who)?.grade;
      if (!diverged.has(`${who}\n${pair}`) || mine === undefined || mine === grade) continue;
      const kept = both!.get(pair)?.get(who)?.grade ?? '';
      conflicts.push({ item: pair.replace('\n', ' '), annotator, label: 'grade', here: `${mine}`, there: `${grade}`, kept: `${kept}` });
    }
  }
  return conflicts;
}
