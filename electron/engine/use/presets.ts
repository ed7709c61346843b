/** The papers' tables that come along, and where a data set of theirs lies. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Output } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { PresetDataset, PresetFile } from '../../../shared/presets';
import { parsePreset } from '../experiment/presetPlan';
import type { EngineConfig } from './context';
import { nearest } from './nearest';

export async function readPresets({ resources }: EngineConfig): Promise<PresetFile[]> {
  const dir = join(resources, 'presets');
  const names = (await readdir(dir)).filter((name) => name.endsWith('.yaml')).sort();
  return Promise.all(names.map(async (name) => parsePreset(await readFile(join(dir, name), 'utf8'), name)));
}

/** @throws NOT_FOUND */
export async function findPreset(config: EngineConfig, id: string): Promise<PresetFile> {
  const presets = await readPresets(config);
  const found = presets.find((preset) => preset.id === id);
  if (found) return found;
  const known = presets.map((preset) => preset.id);
  const near = nearest(id, known);
  throw new AppError(
    'NOT_FOUND',
    `There is no preset "${id}".`,
    `${near.length > 0 ? `Did you mean ${near.join(', ')}? ` : ''}Known: ${known.join(', ')}.`,
  );
}

export async function listPresets(config: EngineConfig): Promise<Output<'presets'>> {
  const presets = await readPresets(config);
  return {
    presets: presets.map(({ datasets, runs, ...preset }) => ({
      id: preset.id,
      title: preset.title,
      source: preset.source,
      measures: preset.measures,
      convention: preset.convention,
      models: preset.models,
      differs: preset.differs,
      datasets: datasets.map(({ id, title, folders, files, documents, queries }) => ({
        id,
        title,
        folder: folders[0]!,
        files,
        documents,
        queries,
      })),
      runs: runs.map(({ name }) => name ?? ''),
    })),
  };
}

const plain = (name: string): string => name.toLowerCase().replace(/[-_ .]/g, '');

/** The data set's folder below `data`, by one of its names; undefined where there is none. @throws NOT_FOUND where `data` is no folder */
export async function findDataset(data: string, { folders }: PresetDataset): Promise<string | undefined> {
  const there = await readdir(data, { withFileTypes: true }).catch(() => undefined);
  if (!there) throw new AppError('NOT_FOUND', `There is no folder ${data}.`, 'Name the folder that holds the data sets: --data DIR.');
  const dirs = there.filter((entry) => !entry.isFile()).map(({ name }) => name);
  for (const folder of folders) {
    const found = dirs.find((name) => plain(name) === plain(folder));
    if (found !== undefined) return join(data, found);
  }
  return undefined;
}
