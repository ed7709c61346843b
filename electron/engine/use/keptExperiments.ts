/** Outcomes of experiments that lie in the workspace, one folder each. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExperimentHead, ExperimentOutput, type Output } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { ExperimentFile } from '../../../shared/experiment';
import { fold } from '../text/fold';
import { sha256Hex } from '../text/hash';

const root = (workspace: string): string => join(workspace, 'experiments');

/** One folder for each name and content: a file that was changed leaves the earlier outcome in its place. */
export function experimentFolder(workspace: string, experiment: ExperimentFile): string {
  const slug =
    fold(experiment.name)
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 40) || 'experiment';
  return join(root(workspace), `${slug}-${sha256Hex(JSON.stringify(experiment)).slice(0, 8)}`);
}

/** The latest first. A folder without an outcome belongs to an experiment that did not end. */
export async function listExperiments(workspace: string): Promise<ExperimentHead[]> {
  const names = await readdir(root(workspace)).catch((): string[] => []);
  const found = await Promise.all(
    names.map(async (id) => {
      const outcome = await readFile(join(root(workspace), id, 'outcome.json'), 'utf8').catch(() => undefined);
      if (outcome === undefined) return [];
      const { name, collection, made_at, runs } = JSON.parse(outcome) as ExperimentOutput & { made_at: string };
      return [{ id, name, collection, made_at, runs: runs.length }];
    }),
  );
  return found.flat().sort((a, b) => (a.made_at < b.made_at ? 1 : -1));
}

/** @throws NOT_FOUND */
export async function showExperiment(workspace: string, id: string): Promise<Output<'showExperiment'>> {
  const dir = join(root(workspace), id);
  // An id is a folder's name, never a way out of the workspace.
  const known = (await readdir(root(workspace)).catch((): string[] => [])).includes(id);
  const read = (name: string) => readFile(join(dir, name), 'utf8');
  const files = known ? await Promise.all(['experiment.yaml', 'outcome.json', 'report.md'].map(read)).catch(() => undefined) : undefined;
  if (!files) throw new AppError('NOT_FOUND', `There is no outcome of an experiment "${id}".`, 'List the experiments again.');
  const [source, outcome, page] = files as [string, string, string];
  return { source, outcome: ExperimentOutput.parse(JSON.parse(outcome)), page };
}
