/** The workspace on disk as the engine's Store. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import { AnnotationEvent } from '../../../shared/annotation';
import { AppError, toAppError } from '../../../shared/errors';
import { RelevanceEvent } from '../../../shared/judging';
import type { Clock, Store, VectorSpace } from '../ports';
import { forgetOldAnswers, openAnswerFiles } from './answerFiles';
import { openDocuments } from './documents';
import { openEvaluation } from './evaluation';
import { openEventLog } from './eventLog';
import { openExtractions } from './extractions';
import { openFacts } from './facts';
import { takeLock } from './lock';
import { MIGRATIONS, type Migration, migrate, readSchemaVersion } from './migrations';
import { openNearestTables } from './nearestTables';
import { openQuestions } from './questions';
import { openSpaceFiles } from './spaceFiles';
import { openSummaries } from './summaries';
import { sweepOrphans } from './sweep';
import { openTables, type Tables } from './tables';
import { unitsVersion } from './unitsVersion';
import { openVectors } from './vectors';
import { openWriteGate } from './writeGate';

/** Old versions of a table stay this long, for readers that still hold one. */
const KEEP_VERSIONS_MS = 10 * 60_000;

export interface StoreOptions {
  readonly mode: 'write' | 'read';
  readonly clock?: Clock;
  /** Version of the program, kept in workspace.json for reports. */
  readonly version?: string;
  readonly migrations?: readonly Migration[];
}

/**
 * Opens a workspace folder; in write mode it is made where it is not there and locked against other writers.
 * In read mode nothing is written, and what a writer commits is seen at the next read.
 * @throws WORKSPACE_TAKEN, WORKSPACE_TOO_NEW, DISK_FULL, BAD_INPUT where the folder can't be made or read
 */
export async function openStore(dir: string, options: StoreOptions): Promise<Store> {
  const migrations = options.migrations ?? MIGRATIONS;
  const newest = Math.max(0, ...migrations.map((migration) => migration.version));
  const now = () => (options.clock?.now() ?? new Date()).toISOString();
  const readonly = options.mode === 'read';
  const found = await readSchemaVersion(dir, newest).catch((error: unknown) => {
    throw folderError(dir, error);
  });
  if (readonly) refuseOlder(dir, found, newest);
  const release = readonly ? () => {} : prepareFolder(dir);
  try {
    // A folder that is not there is an empty workspace to a reader, and stays not there.
    const db = await connect(readonly && !existsSync(join(dir, 'tables')) ? 'memory://' : join(dir, 'tables'), {
      readConsistencyInterval: 0,
    });
    const tables = openTables(db);
    if (!readonly) {
      await migrate(db, dir, migrations, { now: now(), pepita: options.version ?? '' });
      await sweepOrphans(tables);
      await forgetOldAnswers(dir);
    }
    return compose(dir, readonly, tables, openVectors(db, tables, !readonly), now, () => {
      db.close();
      release();
    });
  } catch (error) {
    release();
    const known = toAppError(error);
    throw known.code === 'DISK_FULL' ? known : error;
  }
}

function compose(
  dir: string,
  readonly: boolean,
  tables: Tables,
  vectors: ReturnType<typeof openVectors>,
  now: () => string,
  end: () => void,
): Store {
  const facts = openFacts(dir);
  const gate = openWriteGate(dir, readonly);
  const annotations = openEventLog(dir, 'annotations', AnnotationEvent);
  const relevance = openEventLog(dir, 'relevance', RelevanceEvent);
  const spaceFiles = openSpaceFiles(dir, readonly);
  const { close: closeNearest, ...nearest } = openNearestTables(dir);
  const vectorSpaces = async () => ((await facts.get('vector_spaces')) as VectorSpace[] | undefined) ?? [];
  let ending: Promise<void> | undefined;
  return {
    readonly,
    ...openDocuments(tables, gate, now),
    ...openExtractions(tables, gate),
    ...openSummaries(tables, gate),
    ...openEvaluation(tables, gate),
    ...openQuestions(tables, gate),
    ...openAnswerFiles(dir, gate),

    annotationEvents: annotations.read,
    appendAnnotations: (collection, make) => gate.write(() => annotations.append(collection, make)),

    relevanceEvents: relevance.read,
    appendRelevance: (collection, make) => gate.write(() => relevance.append(collection, make)),

    knownVectors: vectors.known,
    vectors: vectors.get,
    putVectors: (space, rows) =>
      gate.write(async () => {
        await vectors.put(space, rows);
        const known = await vectorSpaces();
        // Two ids may name one encoder: they share its table, and each is known.
        const isNew = !known.some(
          (other) => other.encoder_id === space.encoder_id && other.sha256 === space.sha256 && other.dimensions === space.dimensions,
        );
        if (isNew) await facts.put('vector_spaces', [...known, space]);
      }),
    vectorSpaces,
    unitsVersion: (unit, space) => unitsVersion(tables, unit, space),
    laidOut: spaceFiles.read,
    nearest,
    laidOutUnits: spaceFiles.readUnits,
    laidOutRows: spaceFiles.readRows,
    layOut: (key, version, space) => spaceFiles.write(key, version, space).catch(() => {}),
    dropVectors: (space) =>
      gate.write(async () => {
        // The list first: a table that no one knows of is harmless, a space without its table is not.
        const others = (await vectorSpaces()).filter(
          ({ sha256, dimensions }) => sha256 !== space.sha256 || dimensions !== space.dimensions,
        );
        await facts.put('vector_spaces', others);
        await vectors.drop(space);
        await spaceFiles.clear();
        await nearest.clear();
      }),

    getFact: facts.get,
    putFact: (key, value) => gate.write(() => facts.put(key, value)),

    optimize: () =>
      gate.write(async () => {
        for (const name of await tables.names())
          await (await tables.open(name))?.optimize({ cleanupOlderThan: new Date(Date.now() - KEEP_VERSIONS_MS) });
      }),
    close() {
      ending ??= gate.shut().then(closeNearest).then(end);
      return ending;
    },
  };
}

function refuseOlder(dir: string, found: number, newest: number): void {
  if (found === 0 || found === newest) return;
  throw new AppError(
    'WORKSPACE_TOO_NEW',
    `The workspace ${dir} is of an older schema (${found} of ${newest}), which a reader can't change.`,
    'Open it once with the workbench, or with a command that writes: it is brought up to date.',
  );
}

/** Makes the folder and takes its lock; returns what gives the lock back. */
function prepareFolder(dir: string): () => void {
  try {
    mkdirSync(join(dir, 'tables'), { recursive: true });
    return takeLock(dir);
  } catch (error) {
    throw folderError(dir, error);
  }
}

function folderError(dir: string, error: unknown): AppError {
  const known = toAppError(error);
  const { code } = error as NodeJS.ErrnoException;
  if (known.code !== 'INTERNAL' || typeof code !== 'string') return known;
  return new AppError(
    'BAD_INPUT',
    `The workspace ${dir} can't be opened (${code}).`,
    'Choose a folder that you may write to: --workspace DIR.',
  );
}
