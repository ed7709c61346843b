/** The words in which a model that reranks is told each case. */
import type { RerankKnobs } from '../../../shared/contract';
import type { QueryForm } from '../../../shared/domain';
import { toAppError } from '../../../shared/errors';
import type { EngineContext } from './context';
import { type AskedTexts, formQueries } from './formQueries';
import type { AskedQuery } from './rankQueries';

export interface CasesTold {
  readonly form: QueryForm;
  readonly formulation: string;
  readonly queries: readonly { readonly query_id: string; readonly text: string }[];
  readonly texts: AskedTexts;
  readonly warnings: readonly string[];
}

/** The cases as the model is told them: facts and issues, where every query is formulated and nothing else is asked for. */
export async function casesTold(
  context: EngineContext,
  collection: string,
  { query_form, formulation }: Pick<RerankKnobs, 'query_form' | 'formulation'>,
  queries: readonly AskedQuery[],
): Promise<CasesTold> {
  const told = async (form: QueryForm): Promise<CasesTold> => {
    const made = await formQueries(context, { collection, query_form: form, formulation }, queries);
    const asked = made.queries.map(({ query_id, asked: [text] }) => ({ query_id, text: text! }));
    return { form, formulation: made.key, queries: asked, texts: made.texts, warnings: [] };
  };
  if (query_form !== undefined) return told(query_form);
  try {
    return await told('q_FI');
  } catch (thrown) {
    if (!['NOT_FOUND', 'BAD_INPUT'].includes(toAppError(thrown).code)) throw thrown;
    const warning = 'The model is told the queries as they are: not every one is formulated (pepita formulate).';
    return { ...(await told('as-is')), warnings: [warning] };
  }
}
