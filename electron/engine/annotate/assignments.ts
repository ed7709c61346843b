/**
 * Assignments as the TREC RAG track's nuggetizer writes and reads them: JSON lines with `qid`, `docid` and `nuggets` of `text`,
 * `importance` (vital, okay) and `assignment` (support, partial_support, not_support). Here a nugget is assigned to its own document.
 */
import { z } from 'zod';
import { type AnnotatorJudgment, AnnotatorName, Importance, type JudgedNugget } from '../../../shared/annotation';
import type { Read, Statement } from './statement';

const ASSIGNMENT = { support: 'support', partial: 'partial_support', no_support: 'not_support' } as const;

export interface Assigned {
  readonly nugget: JudgedNugget;
  readonly values: AnnotatorJudgment['values'];
}

/** Whether the form has a word for it. */
export const isAssigned = ({ values: { faithful } }: Assigned): boolean => faithful !== null && faithful !== 'unknown';

/** One line: what one annotator says of one system's nuggets of one document. Those that nobody assigned are left out. */
export function assignmentLine(
  doc: { doc_id: string; title: string },
  system: string,
  annotator: string,
  role: string,
  all: readonly Assigned[],
): string {
  const nuggets = all.flatMap(({ nugget, values: { faithful, importance, text } }) => {
    if (faithful === null || faithful === 'unknown') return [];
    // Whoever reads the file asks for the key: what was not judged is null, which is not vital.
    const known = importance === 'unknown' ? null : importance;
    return [
      {
        text: nugget.text,
        importance: known,
        assignment: ASSIGNMENT[faithful],
        nugget_id: nugget.id,
        ...(text === null ? {} : { edited_text: text }),
      },
    ];
  });
  return JSON.stringify({ query: doc.title, qid: doc.doc_id, docid: doc.doc_id, run_id: system, annotator, role, nuggets });
}

const Line = z.object({
  qid: z.union([z.string(), z.number()]).optional(),
  docid: z.union([z.string(), z.number()]).optional(),
  annotator: z.string().optional(),
  role: z.enum(['annotator', 'adjudicator']).default('annotator'),
  nuggets: z.array(
    z.object({
      text: z.string().min(1),
      importance: z.enum(['vital', 'okay', 'ok']).nullish(),
      assignment: z.enum(['support', 'partial_support', 'not_support']).nullish(),
      nugget_id: z.string().optional(),
    }),
  ),
});

/** @param signed who signs where the line names nobody */
export function readAssignments(json: Record<string, unknown>, item: string, signed: string): Read<Statement>[] {
  const line = Line.safeParse(json);
  if (!line.success) {
    const issue = line.error.issues[0];
    return [{ item, reason: `${issue?.path.map(String).join('.')}: ${issue?.message}` }];
  }
  const { qid, docid, nuggets, role } = line.data;
  const annotator = AnnotatorName.safeParse(line.data.annotator ?? signed);
  if (!annotator.success) return [{ item, reason: '"annotator" is no name of 1 to 80 characters' }];
  return nuggets.map(({ text, importance, assignment, nugget_id }, n): Read<Statement> => {
    const own = `${item}, nugget ${n + 1}`;
    if (!assignment && !importance) return { item: own, reason: 'it has neither "assignment" nor "importance"' };
    const faithful = (Object.keys(ASSIGNMENT) as (keyof typeof ASSIGNMENT)[]).find((key) => ASSIGNMENT[key] === assignment);
    const values = {
      ...(faithful ? { faithful } : {}),
      ...(importance ? { importance: Importance.parse(importance === 'ok' ? 'okay' : importance) } : {}),
    };
    const doc_id = String(docid ?? qid ?? '');
    return {
      said: {
        item: own,
        annotator: annotator.data,
        role,
        at: '',
        doc_id,
        version: '',
        nugget_id: nugget_id ?? '',
        text,
        extractor: '',
        values,
        offsets: 'utf16',
      },
    };
  });
}
