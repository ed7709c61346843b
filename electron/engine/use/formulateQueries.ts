/** Queries → the issues that they raise. Each query is one commit; what is there is not made again. */
import type { FormulateInput, FormulateOutput } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { AppError, throwIfAborted, toAppError } from '../../../shared/errors';
import { type Formulation, PHRASES, phrasesOf } from '../../../shared/formulation';
import { type Formulator, formulationKey } from '../formulate/formulator';
import { inLanes } from '../inLanes';
import { sha256Hex } from '../text/hash';
import { detectLanguage } from '../text/language';
import type { Emit, EngineContext } from './context';
import { endsWork } from './endsWork';
import { rememberFormulation } from './formulations';
import { openFormulator } from './openFormulator';
import { createProgress, withUsage } from './progress';
import { type AskedQuery, queriesNamed } from './rankQueries';
import { requireCollection } from './require';

export async function formulateQueries(
  context: EngineContext,
  input: FormulateInput,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<FormulateOutput> {
  const { store } = context;
  const { collection } = input;
  await requireCollection(store, collection);
  if (input.text !== undefined && input.queries)
    throw new AppError('USAGE', 'Queries and a text of its own were given.', 'Leave one of the two out.');
  const queries = input.text === undefined ? await queriesNamed(context, collection, input.queries) : [{ query_id: '', text: input.text }];
  const formulator = await openFormulator(context, input, options.signal);
  const started = performance.now();
  try {
    const key = formulationKey(formulator);
    const known = new Map(
      (await store.formulations(collection)).filter((made) => made.key === key).map((made) => [made.text_sha256, made]),
    );
    const texts = new Map(queries.map((query) => [sha256Hex(query.text), query]));
    // One that failed and was written by hand since is done.
    const isDone = (hash: string) =>
      !input.again && known.has(hash) && (known.get(hash)!.status !== 'failed' || phrasesOf(known.get(hash)!).length > 0);
    const todo = [...texts].filter(([hash]) => !isDone(hash));
    const progress = createProgress(withUsage(options.emit, formulator), 'formulate', 'query', todo.length);
    const made = new Map<string, Formulation>();
    const faults = new Map<string, AppError>();
    const fault = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, fault.signal]) : fault.signal;
    const ended = () => made.size + faults.size;
    // A text of its own is no choice for the collection's queries.
    if (input.text === undefined) await rememberFormulation(store, collection, { key, formulator: formulator.id });
    let at = 0;
    const next = () => todo[at++];
    const work = async ([hash, query]: [string, AskedQuery]) => {
      throwIfAborted(signal);
      progress.at(ended(), query.text.slice(0, 80));
      const row = await formulateOne(context, formulator, { collection, key, hash, text: query.text }, known.get(hash), signal);
      await store.putFormulation(row.formulation);
      if (row.error) faults.set(query.query_id, row.error);
      else made.set(query.query_id, row.formulation);
      progress.at(ended(), query.text.slice(0, 80));
    };
    await inLanes(formulator.lanes, next, work, () => fault.abort()).finally(progress.end);
    const inOrder = <T>(found: ReadonlyMap<string, T>) =>
      queries.flatMap(({ query_id }) => (found.has(query_id) ? [[query_id, found.get(query_id)!] as const] : []));
    return {
      formulator: formulator.id,
      key,
      queries: made.size,
      skipped: texts.size - todo.length,
      partial: inOrder(made)
        .filter(([, { status }]) => status === 'partial')
        .map(([query_id, { note }]) => ({ query_id, note })),
      failed: inOrder(faults).map(([query_id, { code, message }]) => ({ query_id, code, message })),
      seconds: (performance.now() - started) / 1000,
      usage: formulator.usage?.() ?? null,
    };
  } finally {
    await formulator.dispose();
  }
}

/** A fault of one query is kept as such, and stops no other; one that each would meet is thrown. */
async function formulateOne(
  { clock }: EngineContext,
  formulator: Formulator,
  { collection, key, hash, text }: { collection: string; key: string; hash: string; text: string },
  before: Formulation | undefined,
  signal: AbortSignal,
): Promise<{ formulation: Formulation; error?: AppError }> {
  const { lang } = detectLanguage(text);
  const begun = performance.now();
  const common = () => ({
    collection,
    text_sha256: hash,
    key,
    formulator: formulator.id,
    lang,
    edited_phrases: before?.edited_phrases ?? null,
    edited_facts: before?.edited_facts ?? null,
    edited_at: before?.edited_at ?? '',
    version: formulator.version,
    model_id: formulator.model.id,
    model_sha256: formulator.model.sha256,
    prompt_sha256: formulator.prompts[lang],
    seconds: (performance.now() - begun) / 1000,
    at: clock.now().toISOString(),
  });
  const nothing = { phrases: [], status: 'failed' as const };
  try {
    const { phrases, note, raw, stop, attempts, facts } = await formulator.formulate({ lang, text }, signal);
    const trace = { note, raw, stop_reason: stop, attempts, params: JSON.stringify({ ...formulator.params, ...facts }) };
    if (phrases.length > 0)
      return { formulation: { ...common(), phrases: [...phrases], status: phrases.length < PHRASES ? 'partial' : 'done', ...trace } };
    const error = new AppError('MODEL_FAILED', `No issue phrase could be made: ${note || 'the answer holds none'}.`);
    return { formulation: { ...common(), ...nothing, ...trace }, error };
  } catch (thrown) {
    const error = toAppError(thrown);
    if (endsWork(error)) throw error;
    const trace = { note: error.message, raw: '', stop_reason: 'failed', attempts: 1, params: JSON.stringify(formulator.params) };
    return { formulation: { ...common(), ...nothing, ...trace }, error };
  }
}
