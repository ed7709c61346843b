/** Profiles that come along and those in the workspace's `profiles` folder; which one a collection is read with. */
import { readdir } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { AppError } from '../../../shared/errors';
import type { ProfileEntry } from '../../../shared/profiles';
import { type LoadedProfile, loadProfile, problemOf } from '../extract/loadProfile';
import type { Store } from '../ports';
import type { EngineConfig, EngineContext } from './context';
import { nearest } from './nearest';
import { requireCollection } from './require';

export const DEFAULT_PROFILE = 'jurisprudence';
export const SUMMARY_PROFILE = 'summary-v4';

const fact = (collection: string): string => `profile/${collection}`;
const builtInFolder = (config: EngineConfig): string => join(config.resources, 'prompts');
export const profilesFolder = (config: EngineConfig): string => join(config.workspace, 'profiles');

interface Place {
  readonly id: string;
  readonly path: string;
  readonly source: ProfileEntry['source'];
}

/** Those that come along are the definitions with a prompt beside them; in the workspace every JSON file is meant as one. */
async function places(config: EngineConfig): Promise<Place[]> {
  const names = async (folder: string) =>
    (await readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : Promise.reject(error)))).sort();
  const own = await names(builtInFolder(config));
  const ids = (list: readonly string[]) => list.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
  const place = (source: Place['source'], folder: string) => (id: string) => ({ id, path: join(folder, `${id}.json`), source });
  return [
    ...ids(own)
      .filter((id) => own.includes(`${id}.pt.md`))
      .map(place('built-in', builtInFolder(config))),
    ...ids(await names(profilesFolder(config))).map(place('workspace', profilesFolder(config))),
  ];
}

async function load({ id, path, source }: Place, builtIn: ReadonlySet<string>): Promise<LoadedProfile> {
  if (source === 'workspace' && builtIn.has(id))
    throw new AppError(
      'BAD_INPUT',
      `${path}: a profile of the name "${id}" comes along.`,
      'Give it another id, and its files another name.',
    );
  return loadProfile(path);
}

const builtIns = (all: readonly Place[]): ReadonlySet<string> =>
  new Set(all.filter(({ source }) => source === 'built-in').map(({ id }) => id));

export async function listProfiles(config: EngineConfig): Promise<ProfileEntry[]> {
  const all = await places(config);
  return Promise.all(
    all.map(async (place) => {
      try {
        return entryOf(place, await load(place, builtIns(all)));
      } catch (error) {
        const none = { kind: 'nuggets' as const, name: {}, description: {}, langs: [], sha256: '', fields: [], checks: [] };
        return { ...none, ...place, error: problemOf(error) };
      }
    }),
  );
}

function entryOf(place: Place, { definition, profile, langs }: LoadedProfile): ProfileEntry {
  const { kind, name, description, fields } = definition;
  const checks = definition.kind === 'nuggets' ? [...definition.checks] : [];
  const told = fields.map(({ name: field, label }) => ({ name: field, label }));
  return { ...place, kind, name, description, langs: [...langs], sha256: profile.sha256, fields: told, checks, error: '' };
}

/** A profile by its id, or by the path of its definition. @throws NOT_FOUND, BAD_INPUT */
export async function findProfile(config: EngineConfig, wanted: string): Promise<LoadedProfile & { readonly entry: ProfileEntry }> {
  const all = await places(config);
  const byPath = isAbsolute(wanted) || /[\\/]|\.json$/.test(wanted);
  const place = byPath ? { id: wanted, path: resolve(wanted), source: 'path' as const } : all.find(({ id }) => id === wanted);
  if (!place) {
    const known = all.map(({ id }) => id);
    const near = nearest(wanted, known);
    throw new AppError(
      'NOT_FOUND',
      `There is no profile "${wanted}".`,
      `${near.length > 0 ? `Did you mean ${near.join(', ')}?` : `There are: ${known.join(', ')}.`} Your own go into ${profilesFolder(config)}, or name a file.`,
      { known },
    );
  }
  const loaded = await load(place, builtIns(all));
  return { ...loaded, entry: entryOf({ ...place, id: loaded.definition.id }, loaded) };
}

/** What a collection's nuggets are written after: the profile that was chosen last, else the usual one. */
export async function profileOf(store: Store, collection: string): Promise<string> {
  const kept = await store.getFact(fact(collection));
  return typeof kept === 'string' ? kept : DEFAULT_PROFILE;
}

/** Remembers a profile for a collection; one that can't be used, or that makes summaries, is refused. */
export async function chooseProfile({ store, config }: EngineContext, collection: string, wanted: string): Promise<ProfileEntry> {
  await requireCollection(store, collection);
  const { entry } = await findProfile(config, wanted);
  if (entry.kind !== 'nuggets')
    throw new AppError('USAGE', `The profile "${wanted}" makes summaries, not nuggets.`, 'pepita profiles says what each makes.');
  const named = entry.source === 'path' ? entry.path : entry.id;
  if ((await profileOf(store, collection)) !== named) await store.putFact(fact(collection), named);
  return entry;
}
