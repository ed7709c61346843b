/** What came of files of judgments, for people. */
import type { ImportAnnotationsOutput, Output } from '../../../shared/contract';

const SHOWN = 20;

type Imported = Output<'importRelevance'> & Partial<ImportAnnotationsOutput>;

/** What came of a file of judgments. */
export function importText(out: Imported): string {
  const some = <T>(what: string, list: readonly T[], line: (one: T) => string) => [
    ...list.slice(0, SHOWN).map((one) => `  ${what}: ${line(one)}`),
    ...(list.length > SHOWN ? [`  … and ${list.length - SHOWN} more ${what}; all are in --json`] : []),
  ];
  return [
    `${out.collection}: ${out.added} added, ${out.unchanged} unchanged, ${out.conflicts.length} conflicts, ${out.realigned.length} realigned, ${out.refused.length} refused${out.format ? ` (format ${out.format})` : ''}`,
    ...(out.nuggets ? [`  ${out.nuggets} nuggets of marked spans, as ${out.system}`] : []),
    ...(out.without_nugget ? [`  ${out.without_nugget} judged nuggets are not in this collection; what is said of them is kept`] : []),
    ...some(
      'conflict',
      out.conflicts,
      (c) => `${c.item}, ${c.annotator}, ${c.label}: here "${c.here}", there "${c.there}"; "${c.kept}" counts`,
    ),
    ...some('realigned', out.realigned, (r) => `${r.item}: ${r.reason}`),
    ...some('refused', out.refused, (r) => `${r.item}: ${r.reason}`),
  ].join('\n');
}

/** Where judgments were written, and what the form could not hold. */
export function exportedText({ path, rows, offsets, left_out }: Output<'exportAnnotations'>): string {
  const left =
    left_out > 0
      ? `\n${left_out} ${left_out === 1 ? 'annotation' : 'annotations'} left out, which this form can't hold; --format jsonl holds all`
      : '';
  return `${path}: ${rows} rows (offsets: ${offsets})${left}`;
}
