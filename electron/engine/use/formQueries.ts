/** Queries → the texts that are searched in their place, as the ranking's query form says. */
import type { RankingInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { type Formulation, isEdited, phrasesOf, textsOf } from '../../../shared/formulation';
import { formulationKey } from '../formulate/formulator';
import { sha256Hex } from '../text/hash';
import { detectLanguage } from '../text/language';
import type { EngineContext } from './context';
import { keyOf } from './formulations';
import { rulesFormulator } from './openFormulator';
import type { AskedQuery, FormedQuery } from './rankQueries';

type Form = Pick<RankingInput, 'collection' | 'query_form' | 'formulation'>;

/** What a run's configuration says of the texts; nothing where queries are searched as they are. */
export interface AskedTexts {
  readonly query_texts?: Readonly<Record<string, AskedText>>;
}

interface AskedText {
  readonly phrases: readonly string[];
  /** Where somebody edited them; null: the query's own text. */
  readonly facts: string | null;
  readonly formulator: Formulation['formulator'];
  readonly edited: boolean;
  /** Of what was searched: the texts of the form, a line end between them. */
  readonly sha256: string;
}

/** @throws NOT_FOUND where a query has no formulation, BAD_INPUT where one holds no phrase */
export async function formQueries(
  { store }: EngineContext,
  { collection, query_form: form, formulation }: Form,
  queries: readonly AskedQuery[],
): Promise<{ queries: FormedQuery[]; key: string; texts: AskedTexts }> {
  if (form === 'as-is') return { queries: queries.map((query) => ({ ...query, asked: [query.text] })), key: '', texts: {} };
  const key = await keyOf(store, collection, formulation);
  const made = new Map((await store.formulations(collection)).filter((one) => one.key === key).map((one) => [one.text_sha256, one]));
  const found = queries.map((query) => ({ query, made: made.get(sha256Hex(query.text)) }));
  const missing = found.filter((one) => one.made === undefined);
  if (key === undefined || missing.length > 0) throw notMade(collection, key, missing.length, queries.length);
  const formed = found.map(({ query, made: one }) => ({
    ...query,
    made: one!,
    asked: textsOf(form, query.text, usable(one!, form, query)),
  }));
  return {
    queries: formed.map(({ query_id, text, asked }) => ({ query_id, text, asked })),
    key,
    texts: {
      query_texts: Object.fromEntries(
        formed.map(({ query_id, asked, made: one }) => [
          query_id,
          {
            phrases: phrasesOf(one),
            facts: one.edited_facts,
            formulator: one.formulator,
            edited: isEdited(one),
            sha256: sha256Hex(asked.join('\n')),
          },
        ]),
      ),
    },
  };
}

/** One text that need not be a query of the collection: what was made of it, else what the rules make of it now. */
export async function formText(
  { store, config }: EngineContext,
  { collection, query_form: form, formulation }: Form,
  text: string,
): Promise<{ asked: readonly string[]; key: string; formulation: Formulation | null; warnings: string[] }> {
  if (form === 'as-is') return { asked: [text], key: '', formulation: null, warnings: [] };
  const hash = sha256Hex(text);
  const ofText = (await store.formulations(collection)).filter((one) => one.text_sha256 === hash && phrasesOf(one).length > 0);
  const key = await keyOf(store, collection, formulation);
  // Without a choice of the user's, what was made of this very text last is nearer than the collection's habit.
  const kept = ofText.find((one) => one.key === key) ?? (formulation === undefined ? ofText.at(-1) : undefined);
  if (kept) return { asked: textsOf(form, text, kept), key: kept.key, formulation: kept, warnings: [] };
  const rules = await rulesFormulator(config);
  const { lang } = detectLanguage(text);
  const { phrases } = await rules.formulate({ lang, text });
  const made = { ...byRules(collection, hash, formulationKey(rules)), lang, phrases: [...phrases], version: rules.version };
  const warning =
    'The issues of this query are clauses of it, picked by rules: nothing else was formulated for it. A language model writes them: pepita formulate --text.';
  return { asked: textsOf(form, text, usable(made, form, { query_id: '' })), key: made.key, formulation: made, warnings: [warning] };
}

const byRules = (collection: string, text_sha256: string, key: string) => ({
  collection,
  text_sha256,
  key,
  formulator: 'extractive' as const,
  edited_phrases: null,
  edited_facts: null,
  edited_at: '',
  status: 'done' as const,
  note: '',
  model_id: '',
  model_sha256: '',
  prompt_sha256: '',
  params: '{}',
  raw: '',
  stop_reason: '',
  attempts: 1,
  seconds: 0,
  at: '',
});

function usable(made: Formulation, form: Form['query_form'], { query_id }: Pick<AskedQuery, 'query_id'>): Formulation {
  if (form === 'q_F' || phrasesOf(made).length > 0) return made;
  throw new AppError(
    'BAD_INPUT',
    `${query_id === '' ? 'The query' : `The query "${query_id}"`} has no issue phrase: ${made.note || 'the rules find no clause in it'}.`,
    'Write one by hand (pepita formulations edit), formulate it with another model, or search it as it is.',
  );
}

function notMade(collection: string, key: string | undefined, missing: number, of: number): AppError {
  return new AppError(
    'NOT_FOUND',
    key === undefined
      ? `The queries of "${collection}" are not formulated yet.`
      : `${missing} of ${of} queries have no formulation of the kind ${key}.`,
    `Make them: pepita formulate --collection ${collection} (with --model or --endpoint a language model writes them).`,
  );
}
