/**
 * Label Studio's tasks. Ours carry the nugget in `data` and its judgment as choices, texts and spans; those of others carry spans
 * with labels of their own, which become nuggets (use/importSpans.ts). Label Studio counts code points.
 */
import { z } from 'zod';
import { type AnnotatorJudgment, AnnotatorName, type JudgedNugget } from '../../../shared/annotation';
import { type Cells, readCsvRow } from './csvRows';
import { OffsetName, type Place } from './eventLines';
import type { Read, Statement } from './statement';

/** A span that a person marked in a text, under a label of their scheme. */
export interface LabelledSpan {
  readonly item: string;
  readonly annotator: string;
  readonly at: string;
  /** As the task gives them; '' for none. */
  readonly doc_id: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  readonly labels: readonly string[];
  /** undefined where the task does not say. */
  readonly offsets: OffsetName | undefined;
}

export function taskOf(
  nugget: JudgedNugget,
  document: { readonly text: string; readonly title: string; readonly court: string },
  by: readonly AnnotatorJudgment[],
  offsets: OffsetName,
  place: Place,
): object {
  return {
    data: {
      ...{ text: document.text, nugget: nugget.text, title: document.title, court: document.court, doc_id: nugget.doc_id },
      ...{ nugget_id: nugget.id, version: nugget.version, extractor: nugget.extractor, offsets },
    },
    annotations: by.map(({ annotator, role, at, values }) => ({
      ...{ annotator, role, created_at: at },
      result: [
        ...choice('faithful', values.faithful),
        ...choice('importance', values.importance),
        ...choice('self_contained', values.self_contained),
        ...(values.problems.length > 0 ? [region('problems', 'choices', { choices: values.problems })] : []),
        ...(values.note ? [region('note', 'textarea', { text: [values.note] })] : []),
        ...(values.text ? [region('edited_text', 'textarea', { text: [values.text] })] : []),
        ...(values.evidence ?? []).map((span, i) => ({
          id: `e${i}`,
          ...region('evidence', 'labels', { start: place(span.start), end: place(span.end), text: span.quote, labels: ['evidence'] }),
        })),
        ...(values.evidence?.length === 0 ? [region('evidence_none', 'choices', { choices: ['none'] })] : []),
        ...(values.tags.length > 0 ? [region('tags', 'choices', { choices: values.tags })] : []),
      ],
    })),
  };
}

const region = (from_name: string, type: string, value: object) => ({ from_name, to_name: 'text', type, value });
const choice = (name: string, value: string | null) => (value === null ? [] : [region(name, 'choices', { choices: [value] })]);

const Region = z.object({
  from_name: z.string().default(''),
  type: z.string().default(''),
  value: z
    .object({
      start: z.number().optional(),
      end: z.number().optional(),
      text: z.union([z.string(), z.array(z.string())]).optional(),
      labels: z.array(z.string()).optional(),
      choices: z.array(z.string()).optional(),
    })
    .default({}),
});
const Task = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  data: z.record(z.string(), z.unknown()),
  annotations: z
    .array(
      z.object({
        result: z.array(Region).default([]),
        was_cancelled: z.boolean().nullish(),
        annotator: z.string().optional(),
        role: z.string().optional(),
        created_at: z.string().optional(),
        completed_by: z.union([z.number(), z.string(), z.object({ email: z.string().optional(), id: z.number().optional() })]).nullish(),
      }),
    )
    .default([]),
});
type Task = z.output<typeof Task>;
type Annotation = Task['annotations'][number];

/** @param signed who signs where a task names nobody */
export function readTask(json: unknown, item: string, signed: string): { statements: Read<Statement>[]; spans: Read<LabelledSpan>[] } {
  const task = Task.safeParse(json);
  if (!task.success) {
    const issue = task.error.issues[0];
    return { statements: [{ item, reason: `${issue?.path.map(String).join('.') || 'the task'}: ${issue?.message}` }], spans: [] };
  }
  const { data, annotations } = task.data;
  const done = annotations.filter(({ was_cancelled }) => was_cancelled !== true);
  const ours = typeof data.version === 'string' || typeof data.nugget_id === 'string';
  return {
    statements: ours ? done.map((one) => readCsvRow(cellsOf(data, one, signed), item)) : [],
    spans: ours ? [] : done.flatMap((one) => spansOf(task.data, one, item, signed)),
  };
}

const said = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function signerOf({ annotator, completed_by }: Annotation, signed: string): string {
  if (annotator) return annotator;
  if (completed_by === null || completed_by === undefined) return signed;
  if (typeof completed_by === 'object') return completed_by.email ?? `label-studio ${completed_by.id ?? ''}`.trim();
  return typeof completed_by === 'number' ? `label-studio ${completed_by}` : completed_by;
}

/** A judgment reads like a row of a spreadsheet: the same names, the same rules. */
function cellsOf(data: Task['data'], one: Annotation, signed: string): Cells {
  const chosen = (name: string) => one.result.filter(({ from_name }) => from_name === name).flatMap(({ value }) => value.choices ?? []);
  const written = (name: string) => one.result.filter(({ from_name }) => from_name === name).flatMap(({ value }) => value.text ?? []);
  const places = one.result.filter(({ from_name, value }) => from_name === 'evidence' && value.start !== undefined);
  return {
    annotator: signerOf(one, signed),
    role: one.role ?? '',
    ...Object.fromEntries(['doc_id', 'nugget_id', 'version', 'extractor', 'nugget'].map((name) => [name, said(data[name])])),
    ...Object.fromEntries(['faithful', 'importance', 'self_contained'].map((name) => [name, chosen(name)[0] ?? ''])),
    problems: chosen('problems').join(' '),
    note: written('note').join('\n'),
    edited_text: written('edited_text').join('\n'),
    evidence: places.map(({ value }) => `${value.start}:${value.end}`).join(' ') || (chosen('evidence_none').length > 0 ? 'none' : ''),
    evidence_text: places.length > 0 ? JSON.stringify(places.map(({ value }) => said(value.text))) : '',
    offsets: said(data.offsets) || 'codepoints',
    tags: JSON.stringify(chosen('tags')),
    judged_at: one.created_at ?? '',
  };
}

function spansOf({ id, data }: Task, one: Annotation, item: string, signed: string): Read<LabelledSpan>[] {
  const annotator = AnnotatorName.safeParse(signerOf(one, signed));
  if (!annotator.success) return [{ item, reason: 'the annotator has no usable name' }];
  const texts = Object.values(data).filter((value) => typeof value === 'string');
  const text = said(data.text) || texts.sort((a, b) => b.length - a.length)[0] || '';
  const time = Date.parse(one.created_at ?? '');
  const offsets = OffsetName.safeParse(data.offsets);
  return one.result.flatMap(({ type, value }, n): Read<LabelledSpan>[] => {
    const { start, end, labels } = value;
    if (type !== 'labels' && labels === undefined) return [];
    const own = `${item}, span ${n + 1}`;
    if (start === undefined || end === undefined || !Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end <= start)
      return [{ item: own, reason: 'it has no start and end' }];
    return [
      {
        said: {
          ...{ item: own, annotator: annotator.data, at: Number.isNaN(time) ? '' : new Date(time).toISOString(), text, start, end },
          ...{ doc_id: said(data.doc_id) || said(data.id) || said(id), quote: said(value.text), labels: labels ?? [] },
          offsets: offsets.success ? offsets.data : undefined,
        },
      },
    ];
  });
}
