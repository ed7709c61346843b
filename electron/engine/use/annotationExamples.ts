/** Judged nuggets with the words they were judged by: a few of a group, drawn by seed, so that figures can be checked. */
import { Problem } from '../../../shared/annotation';
import type { JudgedExample, Output, ParsedInput } from '../../../shared/contract';
import { compareBytes } from '../../../shared/ties';
import type { Store } from '../ports';
import { sha256Hex } from '../text/hash';
import { nameIn, type ScoredNugget, scoredNuggets } from './annotationScores';
import type { EngineContext } from './context';

const MOST_CHARS = 600;

export async function annotationExamples(
  context: EngineContext,
  input: ParsedInput<'annotationExamples'>,
): Promise<Output<'annotationExamples'>> {
  const { collection, by, name, faithful, annotator, size, seed } = input;
  const judged = (await scoredNuggets(context, collection, annotator)).filter(
    (one) => one.faithful === faithful && nameIn(one, by) === name,
  );
  // By a hash over seed and nugget, as a queue's sample is: a nugget that is judged later takes one place and moves no other.
  const drawn = judged
    .map((one) => ({ one, key: sha256Hex(`${seed}\n${one.nugget.version}\n${one.nugget.id}`) }))
    .sort((a, b) => compareBytes(a.key, b.key))
    .slice(0, size);
  const examples = [];
  for (const { one } of drawn) examples.push(await exampleOf(context.store, collection, one));
  return { total: judged.length, examples };
}

export async function exampleOf(store: Store, collection: string, { nugget, by, head, faithful }: ScoredNugget): Promise<JudgedExample> {
  const document = await store.document(collection, nugget.doc_id);
  const sameText = document?.sha256 === nugget.text_sha256;
  const last = <T>(values: readonly T[]) => values.at(-1);
  const marked = last(by.flatMap(({ values }) => (values.evidence === null ? [] : [values.evidence])));
  const places = marked
    ? marked.map(({ quote }) => quote)
    : nugget.spans.map(({ start, end }) => (sameText ? document.text.slice(start, end) : ''));
  const words = places.join(' … ').replace(/\s+/g, ' ').trim();
  return {
    nugget_id: nugget.id,
    doc_id: nugget.doc_id,
    extractor: nugget.extractor,
    title: head?.title ?? nugget.doc_id,
    text: nugget.text,
    faithful: faithful!,
    evidence: words.length > MOST_CHARS ? `${words.slice(0, MOST_CHARS).replace(/[\ud800-\udbff]$/, '')}…` : words,
    edited: last(by.flatMap(({ values }) => values.text ?? [])) ?? '',
    note: by.flatMap(({ values }) => values.note || []).join(' · '),
    problems: Problem.options.filter((problem) => by.some(({ values }) => values.problems.includes(problem))),
  };
}
