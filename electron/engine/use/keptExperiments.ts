/** Outcomes of experiments that lie in the workspace, one folder each. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ExperimentHead, ExperimentOutput, type Output } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { ExperimentFile } from '../../../shared/experiment';
import { fold } from '../text/fold';
import { sha256Hex } from '../text/hash';

const FILE = 'experiment.yaml';
const OUTCOME = 'outcome.json';
const root = (workspace: string): string => join(workspace, 'experiments');

/** One folder for each name and content: a file that was changed leaves the earlier outcome in its place. */
export function experimentFolder(workspace: string, experiment: ExperimentFile): string {
  const slug =
    fold(experiment.name)
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 40) || 'experiment';
  return join(root(workspace), `${slug}-${sha256Hex(JSON.stringify(experiment)).slice(0, 8)}`);
}

/** The latest first. A folder without a whole outcome belongs to an experiment that did not end. */
export async function listExperiments(workspace: string): Promise<ExperimentHead[]> {
  const names = await readdir(root(workspace)).catch((): string[] => []);
  const found = await Promise.all(
    names.map(async (id) => {
      const dir = join(root(workspace), id);
      const outcome = await readFile(join(dir, OUTCOME), 'utf8')
        .then(JSON.parse)
        .catch(() => undefined);
      const head = ExperimentHead.safeParse({ ...outcome, id, runs: outcome?.runs?.length, file: join(dir, FILE) });
      return head.success ? [head.data] : [];
    }),
  );
  return found.flat().sort((a, b) => (a.made_at < b.made_at ? 1 : -1));
}

/** The file that made it stays: it is the one part that a person wrote. @throws NOT_FOUND */
export async function removeExperiment(workspace: string, id: string): Promise<ExperimentHead> {
  const head = (await listExperiments(workspace)).find((outcome) => outcome.id === id);
  if (!head) throw notThere(id);
  const dir = join(root(workspace), id);
  // The outcome goes first: whatever a crash leaves is then no outcome, and its runs are taken up when the file is run again.
  await rm(join(dir, OUTCOME));
  for (const name of await readdir(dir)) if (name !== FILE) await rm(join(dir, name), { recursive: true });
  return head;
}

const notThere = (id: string) => new AppError('NOT_FOUND', `There is no outcome of an experiment "${id}".`, 'List the experiments again.');

/** @throws NOT_FOUND */
export async function showExperiment(workspace: string, id: string): Promise<Output<'showExperiment'>> {
  const dir = join(root(workspace), id);
  // An id is a folder's name, never a way out of the workspace.
  const known = (await readdir(root(workspace)).catch((): string[] => [])).includes(id);
  const read = (name: string) => readFile(join(dir, name), 'utf8');
  const files = known ? await Promise.all([FILE, OUTCOME, 'report.md'].map(read)).catch(() => undefined) : undefined;
  if (!files) throw notThere(id);
  const [source, outcome, page] = files as [string, string, string];
  return { source, outcome: ExperimentOutput.parse(JSON.parse(outcome)), page };
}
