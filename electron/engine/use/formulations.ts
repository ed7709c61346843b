/** Formulations that the workspace keeps: which of them a collection's queries are searched with, and what was edited by hand. */
import { z } from 'zod';
import type { Output, ParsedInput } from '../../../shared/contract';
import { ExtractorId } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { type Formulation, isEdited } from '../../../shared/formulation';
import type { Store } from '../ports';
import { sha256Hex } from '../text/hash';
import type { EngineContext } from './context';
import { requireCollection } from './require';

const fact = (collection: string): string => `formulation/${collection}`;
/** Key that was made last, of each formulator and of all. */
const Remembered = z.object({ last: z.string(), by: z.partialRecord(ExtractorId, z.string()) });

async function remembered(store: Store, collection: string): Promise<z.infer<typeof Remembered> | undefined> {
  const kept = Remembered.safeParse(await store.getFact(fact(collection)));
  return kept.success ? kept.data : undefined;
}

export async function rememberFormulation(store: Store, collection: string, made: { key: string; formulator: ExtractorId }): Promise<void> {
  const by = { ...(await remembered(store, collection))?.by, [made.formulator]: made.key };
  await store.putFact(fact(collection), { last: made.key, by });
}

/**
 * The key that is meant: a formulator's latest, the one with this beginning, or without a choice the latest of all.
 * @returns undefined where nothing was made and nothing is asked for by name
 * @throws NOT_FOUND where what is named is not there
 */
export async function keyOf(store: Store, collection: string, choice: string | undefined): Promise<string | undefined> {
  const kept = await remembered(store, collection);
  if (choice === undefined) return kept?.last;
  const named = ExtractorId.safeParse(choice);
  const keys = new Set((await store.formulations(collection)).map(({ key }) => key));
  const key = named.success ? kept?.by[named.data] : [...keys].find((candidate) => candidate.startsWith(choice));
  if (key !== undefined) return key;
  throw new AppError(
    'NOT_FOUND',
    `The collection "${collection}" has no formulations "${choice}".`,
    `Make them: pepita formulate --collection ${collection}${named.success ? ` --formulator ${choice}` : ''}.`,
    { known: [...keys] },
  );
}

export async function listFormulations({ store }: EngineContext, input: ParsedInput<'formulations'>): Promise<Output<'formulations'>> {
  const { collection, text } = input;
  await requireCollection(store, collection);
  const all = await store.formulations(collection);
  const key = (await keyOf(store, collection, input.formulation)) ?? (text === undefined ? null : latestOf(all, text));
  const chosen = new Map(all.filter((made) => made.key === key).map((made) => [made.text_sha256, made]));
  const queries = text === undefined ? await store.queries(collection) : [{ query_id: '', text }];
  return {
    key,
    made: kinds(all),
    queries: queries.map((query) => ({
      query_id: query.query_id,
      text: query.text,
      formulation: chosen.get(sha256Hex(query.text)) ?? null,
    })),
  };
}

/** Of a text that is no query: what was written for it last counts, since no key is remembered for it. */
function latestOf(all: readonly Formulation[], text: string): string | null {
  const hash = sha256Hex(text);
  const of = all.filter(({ text_sha256 }) => text_sha256 === hash);
  return of.reduce<Formulation | null>((last, made) => (last && last.at >= made.at ? last : made), null)?.key ?? null;
}

function kinds(all: readonly Formulation[]): Output<'formulations'>['made'] {
  const found = new Map<string, Output<'formulations'>['made'][number]>();
  for (const made of all) {
    const { key, formulator, model_id, at } = made;
    const kind = found.get(key) ?? { key, formulator, model_id, texts: 0, edited: 0, at };
    kind.texts++;
    if (isEdited(made)) kind.edited++;
    if (at > kind.at) kind.at = at;
    found.set(key, kind);
  }
  return [...found.values()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

export async function editFormulation(
  { store, clock }: EngineContext,
  { phrases, facts, ...which }: ParsedInput<'editFormulation'>,
): Promise<Formulation> {
  const made = await requireFormulation(store, which);
  // A pipe stands between phrases.
  const clean = phrases?.map((phrase) => phrase.replace(/\|/g, '/').replace(/\s+/g, ' ').trim());
  const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((phrase, i) => phrase === b[i]);
  const edited: Formulation = {
    ...made,
    ...(clean && { edited_phrases: isSame(clean, made.phrases) ? null : clean }),
    ...(facts !== undefined && { edited_facts: sha256Hex(facts) === made.text_sha256 ? null : facts }),
    edited_at: clock.now().toISOString(),
  };
  await store.putFormulation(edited);
  return edited;
}

export async function restoreFormulation({ store, clock }: EngineContext, which: ParsedInput<'restoreFormulation'>): Promise<Formulation> {
  const made = await requireFormulation(store, which);
  const restored = { ...made, edited_phrases: null, edited_facts: null, edited_at: clock.now().toISOString() };
  await store.putFormulation(restored);
  return restored;
}

async function requireFormulation(
  store: Store,
  { collection, text_sha256, key }: { collection: string; text_sha256: string; key: string },
): Promise<Formulation> {
  await requireCollection(store, collection);
  const made = (await store.formulations(collection)).find((one) => one.text_sha256 === text_sha256 && one.key === key);
  if (made) return made;
  throw new AppError('NOT_FOUND', 'There is no such formulation.', `List them: pepita formulations --collection ${collection}.`);
}
