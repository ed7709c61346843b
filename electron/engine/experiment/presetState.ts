/** Whether a data set as it is here may stand beside the published figures. Pure. */
import { join } from 'node:path';
import type { PresetDatasetState } from '../../../shared/contract';
import type { PresetDataset } from '../../../shared/presets';

type State = Pick<PresetDatasetState, 'id' | 'title' | 'state' | 'note' | 'documents' | 'queries'>;
interface Counts {
  readonly documents: number;
  readonly queries: number;
}

const at = (n: number) => n.toLocaleString('en');

export function stateOf({ id, title, documents: due, queries: judged }: PresetDataset, { documents, queries }: Counts): State {
  const known = { id, title, documents, queries };
  if (documents < due)
    return { ...known, state: 'partial', note: `partial pool, ${at(documents)} of ${at(due)} documents: not comparable` };
  if (documents > due)
    return { ...known, state: 'other', note: `another collection, ${at(documents)} documents against ${at(due)}: not comparable` };
  if (queries !== judged) return { ...known, state: 'other', note: `${at(queries)} judged queries against ${at(judged)}: not comparable` };
  return { ...known, state: 'full', note: '' };
}

/** @param of what the data set's files hold */
export function sampleState({ id, title }: PresetDataset, { documents, queries }: Counts, of: Counts): State {
  const note = `sample, ${at(queries)} of ${at(of.queries)} judged queries and ${at(documents)} of ${at(of.documents)} documents: a trial, not comparable`;
  return { id, title, state: 'sample', documents, queries, note };
}

export const missing = ({ id, title, folders }: PresetDataset, data: string): PresetDatasetState => ({
  id,
  title,
  state: 'missing',
  path: join(data, folders[0]!),
  note: `not at hand: put it into ${join(data, folders[0]!)}`,
  documents: 0,
  queries: 0,
  rejected: 0,
  unjoined: 0,
  seconds: 0,
});
