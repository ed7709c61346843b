/** The run that is to be reranked: a kept one, or a file. Ids are those of the collection, not as run files spell them. */
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Ranked } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { trecId } from '../compare/trecRows';
import { parseTrecRun } from '../compare/trecRun';
import { readText } from '../import/decode';
import { sha256Hex } from '../text/hash';
import type { EngineContext } from './context';

export interface RunToRerank {
  readonly name: string;
  /** Of the run as the workspace keeps it; '' for a file. */
  readonly id: string;
  /** Of its rankings as they were read. */
  readonly sha256: string;
  readonly rankings: ReadonlyMap<string, readonly Ranked[]>;
  /** How it was made; undefined for a file that says nothing of it. */
  readonly config: Readonly<Record<string, unknown>> | undefined;
}

/**
 * @param run id of a kept run, else a path
 * @throws NOT_FOUND where it is neither, BAD_INPUT where it ranks what the collection does not hold
 */
export async function runToRerank(context: EngineContext, collection: string, run: string): Promise<RunToRerank> {
  const kept = await context.store.run(collection, run);
  const path = resolve(run);
  const file = kept ? undefined : await readText(path);
  if (file && !file.ok)
    throw new AppError(
      'NOT_FOUND',
      `There is neither a kept run nor a file "${run}".`,
      'Name a run file, or the id of a run that was kept.',
    );
  const text = kept?.trec ?? (file?.ok ? file.text : '');
  const name = kept?.name ?? basename(path);
  const parsed = parseTrecRun(text, name);
  const config = kept ? JSON.parse(kept.config) : await configBeside(path);
  return {
    name: kept?.name ?? parsed.name,
    id: kept?.id ?? '',
    sha256: sha256Hex(text),
    rankings: await withOwnIds(context, collection, parsed.rankings, name),
    config,
  };
}

async function configBeside(path: string): Promise<Record<string, unknown> | undefined> {
  try {
    return JSON.parse(await readFile(`${path}.config.json`, 'utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

async function withOwnIds(
  { store, spaces }: EngineContext,
  collection: string,
  rankings: ReadonlyMap<string, readonly Ranked[]>,
  name: string,
): Promise<Map<string, Ranked[]>> {
  const spelt = new Map([...(await spaces.heads(collection)).keys()].map((id) => [trecId(id), id]));
  const queries = new Map((await store.queries(collection)).map(({ query_id }) => [trecId(query_id), query_id]));
  const own = ({ doc_id, score }: Ranked): Ranked => {
    const id = spelt.get(doc_id);
    if (id !== undefined) return { doc_id: id, score };
    throw new AppError(
      'BAD_INPUT',
      `${name} ranks "${doc_id}", which "${collection}" does not hold.`,
      'Is it a run of another collection?',
    );
  };
  return new Map([...rankings].map(([query, ranked]) => [queries.get(query) ?? query, ranked.map(own)]));
}
