/** What annotators said on one label → units of categories by number. Pure. Adjudicators are left out: they saw what the others said. */
import { type AnnotatorJudgment, type JudgedNugget, LABELS, type Label, Problem } from '../../../shared/annotation';
import type { AgreementLabel } from '../../../shared/contract';

export interface Rated {
  readonly nugget: JudgedNugget;
  /** Annotator → number of the category. */
  readonly by: ReadonlyMap<string, number>;
}

/** Categories from the worst to the best; a problem is there or not. */
export function categoriesOf(label: AgreementLabel): readonly string[] {
  return isProblem(label) ? ['no', 'yes'] : LABELS[label];
}

const isProblem = (label: AgreementLabel): label is Problem => Problem.safeParse(label).success;

/** @returns the units, and how often somebody did not know */
export function ratingsOf(
  items: Iterable<{ readonly nugget: JudgedNugget; readonly by: ReadonlyMap<string, AnnotatorJudgment> }>,
  label: AgreementLabel,
  annotators?: readonly string[],
): { units: Rated[]; unknown: number } {
  const categories = categoriesOf(label);
  const units: Rated[] = [];
  let unknown = 0;
  for (const { nugget, by } of items) {
    const rated = new Map<string, number>();
    for (const { annotator, role, values } of by.values()) {
      if (role !== 'annotator' || (annotators && !annotators.includes(annotator))) continue;
      const value = isProblem(label) ? problemValue(values, label) : values[label as Label];
      if (value === 'unknown') unknown++;
      else if (value !== null) rated.set(annotator, categories.indexOf(value));
    }
    if (rated.size > 0) units.push({ nugget, by: rated });
  }
  return { units, unknown };
}

/** Who judged the nugget at all has said of each problem that it is there, or that it is not. */
const problemValue = (values: AnnotatorJudgment['values'], problem: Problem): string | null =>
  values.problems.includes(problem) ? 'yes' : values.faithful === null ? null : 'no';
