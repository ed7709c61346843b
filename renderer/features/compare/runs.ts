/** The runs that can be compared: as they were made, and as their knobs are turned now. Pure. */
import type { KeptRun, Rescoring, RunHead } from '../../../shared/contract';

export interface RunEntry {
  /** The run's id, with `~` behind it for the run as it is tuned. */
  readonly key: string;
  readonly run: RunHead;
  /** Its name, told apart from its namesakes. */
  readonly label: string;
  readonly change: Rescoring | undefined;
}

export type Tunings = Readonly<Record<string, Rescoring>>;

export const tunedKey = (id: string): string => `${id}~`;

/** In the order in which they were made; a tuned one comes after its run. */
export function runEntries(runs: readonly RunHead[], tunings: Tunings, tunedName: (name: string) => string): RunEntry[] {
  const taken = new Set<string>();
  return runs.flatMap((run): RunEntry[] => {
    let label = run.name;
    for (let n = 2; taken.has(label); n++) label = `${run.name} (${n})`;
    taken.add(label);
    const made = { key: run.id, run, label, change: undefined };
    const change = tunings[run.id];
    return change ? [made, { key: tunedKey(run.id), run, label: tunedName(label), change }] : [made];
  });
}

export const keptOf = ({ run, label, change }: RunEntry): KeptRun => ({ run_id: run.id, name: label, ...(change ? { change } : {}) });
