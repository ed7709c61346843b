/** The issues of a preset's judged queries, where a ranking asks for them and somebody writes them. */
import type { ParsedInput } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { phrasesOf } from '../../../shared/formulation';
import { leaveOut, needsIssues, type PresetPlan } from '../experiment/presetPlan';
import { sha256Hex } from '../text/hash';
import type { Emit, EngineContext } from './context';
import { formulateQueries } from './formulateQueries';
import { chosenQueries } from './rankQueries';

type Call = Pick<ParsedInput<'preset'>, 'extractor' | 'formulator' | 'model' | 'endpoint'>;

/** Who writes issues, and whether a model can rank anew: those that the call names. */
export function presetAble({ extractor, formulator, model, endpoint }: Call): { issues: boolean; rerank: boolean } {
  // An extractor that is a model takes the only one that there is.
  const hasModel = [model, endpoint].some(Boolean) || extractor === 'llama';
  return { issues: hasModel || formulator !== undefined, rerank: hasModel };
}

/** Where a query is left without an issue, the rankings by issues are left out: over other queries they could not be held against the rest. */
export async function presetIssues(
  context: EngineContext,
  collection: string,
  plan: PresetPlan,
  { formulator, model, endpoint }: Call,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
  makers: string[],
): Promise<{ plan: PresetPlan; key: string }> {
  if (!plan.issues) return { plan, key: '' };
  const queries = await chosenQueries(context, { collection, queries: 'judged' });
  const by = formulator === 'extractive' ? { formulator } : { formulator: formulator ?? (endpoint ? 'remote' : 'llama'), model, endpoint };
  const ids = queries.map(({ query_id }) => query_id);
  const { key, formulator: maker } = await formulateQueries(context, { collection, queries: ids, again: false, ...by }, options);
  makers.push(`issues by ${[maker, maker === 'extractive' ? '' : (model ?? endpoint)].filter(Boolean).join(' ')}`);
  const written = new Set(
    (await context.store.formulations(collection))
      .filter((made) => made.key === key && phrasesOf(made).length > 0)
      .map(({ text_sha256 }) => text_sha256),
  );
  const without = queries.filter(({ text }) => !written.has(sha256Hex(text)));
  if (without.length === 0) return { plan, key };
  const why = `no issue was written for ${without.length} of ${queries.length} queries, the first: ${without[0]!.query_id}`;
  const command = `pepita formulations --collection ${collection}`;
  return { plan: leaveOut(plan, needsIssues, { why, command }), key };
}
