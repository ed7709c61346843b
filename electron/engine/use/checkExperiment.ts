/** What an experiment's file would do, or each of its faults at its line and column; nothing is run. */
import type { Output } from '../../../shared/contract';
import { toAppError } from '../../../shared/errors';
import { parseMeasure } from '../compare/parseMeasure';
import { expandRuns } from '../experiment/expandRuns';
import { readExperiment } from '../experiment/parseExperiment';
import type { Store } from '../ports';
import { requireCollection } from './require';

export async function checkExperiment(store: Store, source: string): Promise<Output<'checkExperiment'>> {
  const { data: experiment, faults, placeOf } = readExperiment(source);
  const found = [...faults];
  const attempt = async <T>(path: readonly PropertyKey[], work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (thrown) {
      const { message, remedy } = toAppError(thrown);
      found.push({ ...placeOf(path), message: `${message} ${remedy}`.trim() });
      return undefined;
    }
  };
  if (!experiment) return { faults: found, name: '', collection: '', runs: [] };
  for (const [i, measure] of experiment.measures.entries()) await attempt(['measures', i], () => parseMeasure(measure));
  await attempt(['collection'], () => requireCollection(store, experiment.collection));
  const planned = await attempt(experiment.baseline === undefined ? ['runs'] : ['baseline'], () => expandRuns(experiment));
  if (found.length > 0 || !planned) return { faults: found, name: '', collection: '', runs: [] };
  return { faults: [], name: experiment.name, collection: experiment.collection, runs: planned.map(({ name }) => name) };
}
