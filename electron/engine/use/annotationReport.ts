/** The report on faithfulness: scores, agreement, problems and examples, as one page. */
import { resolve } from 'node:path';
import { LABELS, type Label, Problem } from '../../../shared/annotation';
import type { AgreementOutput, JudgedExample, Output, ParsedInput } from '../../../shared/contract';
import { compareBytes } from '../../../shared/ties';
import { groupBy } from '../annotate/groupBy';
import { reportHtml } from '../annotate/reportHtml';
import { isScored } from '../annotate/scores';
import type { Store } from '../ports';
import { exampleOf } from './annotationExamples';
import { annotationScores, type ScoredNugget, scoredNuggets } from './annotationScores';
import type { EngineContext } from './context';
import { measureAgreement } from './measureAgreement';
import { writeOutput } from './writeOutput';

/** Of each extractor, so many that are not borne by the text and so many that are in part. */
const EXAMPLES = 3;

export async function annotationReport(
  context: EngineContext,
  input: ParsedInput<'annotationReport'>,
): Promise<Output<'annotationReport'>> {
  const { collection, lang, annotator, samples, seed, out } = input;
  const { store, clock, config } = context;
  const nuggets = await scoredNuggets(context, collection, annotator);
  const agreement = new Map<Label, AgreementOutput>();
  for (const label of Object.keys(LABELS) as Label[])
    agreement.set(label, await measureAgreement(context, { collection, label, samples, seed }));
  const judged = nuggets.filter(isScored);
  const problems = Problem.options.map(
    (problem) => [problem, nuggets.filter(({ by }) => by.some(({ values }) => values.problems.includes(problem))).length] as const,
  );
  const path = resolve(out);
  const html = reportHtml({
    lang,
    collection,
    at: clock.now().toISOString(),
    pepita: config.version,
    annotators: [...new Set(nuggets.flatMap(({ by }) => by.map((one) => one.annotator)))].sort(compareBytes),
    documents: new Set(nuggets.map(({ doc_id }) => doc_id)).size,
    nuggets: nuggets.length,
    scores: await annotationScores(context, input),
    agreement,
    problems: new Map(problems),
    examples: await examplesOf(store, collection, judged),
  });
  await writeOutput(path, html);
  return { path, nuggets: nuggets.length };
}

/** In the order of the documents, so that the same judgments give the same page. */
async function examplesOf(store: Store, collection: string, judged: readonly ScoredNugget[]): Promise<JudgedExample[]> {
  const examples: JudgedExample[] = [];
  for (const [, own] of [...groupBy(judged, ({ nugget }) => nugget.extractor)].sort(([a], [b]) => compareBytes(a, b))) {
    for (const faithful of ['no_support', 'partial'] as const) {
      for (const one of own.filter((candidate) => candidate.faithful === faithful).slice(0, EXAMPLES))
        examples.push(await exampleOf(store, collection, one));
    }
  }
  return examples;
}
