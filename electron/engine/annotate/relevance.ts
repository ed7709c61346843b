/** Events of relevance → grades of each query and document, and what counts. Pure. */
import type { GivenGrade, RelevanceEvent, SettledGrade } from '../../../shared/judging';
import { compareBytes } from '../../../shared/ties';
import { type History, historyOf, whoIs } from './history';

export interface FoldedRelevance extends Pick<History<RelevanceEvent>, 'stacks'> {
  /** By `pairKey`, then by `whoIs`. */
  readonly pairs: ReadonlyMap<string, ReadonlyMap<string, GivenGrade>>;
}

export const pairKey = (queryId: string, docId: string): string => `${queryId}\n${docId}`;

export function foldRelevance(events: readonly RelevanceEvent[]): FoldedRelevance {
  const { counted, stacks } = historyOf(events);
  const pairs = new Map<string, Map<string, GivenGrade>>();
  for (const event of counted) {
    if (event.action.type !== 'judge') continue;
    const { annotator, role, at, query_id, doc_id } = event;
    const key = pairKey(query_id, doc_id);
    const by = pairs.get(key) ?? new Map<string, GivenGrade>();
    pairs.set(key, by);
    const { grade } = event.action;
    if (grade === null) by.delete(whoIs(event));
    else by.set(whoIs(event), { annotator, role, at, grade });
  }
  return { pairs, stacks };
}

/** @returns null where nobody has judged */
export function settleGrade(by: Iterable<GivenGrade>): SettledGrade | null {
  const all = [...by];
  const last = all
    .filter(({ role }) => role === 'adjudicator')
    .sort((a, b) => compareBytes(a.at, b.at) || compareBytes(a.annotator, b.annotator))
    .at(-1);
  if (last) return { grade: last.grade, how: 'adjudicated' };
  const grades = all.map(({ grade }) => grade).sort((a, b) => a - b);
  if (grades.length === 0) return null;
  const how = grades.length === 1 ? 'single' : grades[0] === grades.at(-1) ? 'agreed' : 'disputed';
  return { grade: grades[Math.floor((grades.length - 1) / 2)]!, how };
}
