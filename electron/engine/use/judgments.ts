/** The judgments that count: those that were made here, over those that were imported, which stay as they were. */
import type { Judgment } from '../../../shared/domain';
import type { SettledGrade } from '../../../shared/judging';
import { compareBytes } from '../../../shared/ties';
import { foldRelevance, pairKey, settleGrade } from '../annotate/relevance';
import type { Store } from '../ports';

/** By query, then by document, as the store orders them. */
export async function judgmentsOf(store: Store, collection: string): Promise<Judgment[]> {
  const imported = await store.judgments(collection);
  const { events } = await store.relevanceEvents(collection);
  if (events.length === 0) return imported;
  const grades = new Map(imported.map((one) => [pairKey(one.query_id, one.doc_id), one]));
  for (const [key, by] of foldRelevance(events).pairs) {
    const settled = settleGrade(by.values());
    const [query_id = '', doc_id = ''] = key.split('\n');
    if (settled) grades.set(key, { collection, query_id, doc_id, grade: settled.grade });
  }
  return [...grades.values()].sort((a, b) => compareIds(a.query_id, b.query_id) || compareBytes(a.doc_id, b.doc_id));
}

/** `pairKey` → what counts. */
export async function settledGrades(store: Store, collection: string): Promise<Map<string, SettledGrade>> {
  const grades = new Map<string, SettledGrade>();
  for (const { query_id, doc_id, grade } of await store.judgments(collection))
    grades.set(pairKey(query_id, doc_id), { grade, how: 'imported' });
  for (const [key, by] of foldRelevance((await store.relevanceEvents(collection)).events).pairs) {
    const settled = settleGrade(by.values());
    if (settled) grades.set(key, settled);
  }
  return grades;
}

const collator = new Intl.Collator('en', { numeric: true });
const compareIds = (a: string, b: string): number => collator.compare(a, b) || compareBytes(a, b);
