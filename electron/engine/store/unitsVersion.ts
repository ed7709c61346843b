import type { Unit } from '../../../shared/domain';
import type { VectorSpace } from '../ports';
import type { Tables } from './tables';
import { vectorTableName } from './vectors';

/** Where the units of each kind come from. */
const SOURCES: Readonly<Record<Unit, readonly string[]>> = {
  document: ['documents'],
  passage: ['documents', 'passages'],
  nugget: ['documents', 'nuggets', 'extractions'],
  summary: ['documents', 'summaries'],
};

/** The versions of the tables that units and vectors lie in: LanceDB counts them at each commit. Collections share tables, so that a change elsewhere counts too. */
export async function unitsVersion(tables: Tables, unit: Unit, space: VectorSpace): Promise<string> {
  const names = [...SOURCES[unit], vectorTableName(space)];
  const versions = await Promise.all(names.map(async (name) => (await tables.open(name))?.version() ?? 0));
  return names.map((name, i) => `${name}@${versions[i]}`).join(' ');
}
