/** Every query of a collection ranked, under one configuration or several: a TREC run file each, and beside it the configuration. */
import { resolve } from 'node:path';
import type { Output, ParsedInput } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { Emit, EngineContext } from './context';
import { openRun, type RunPlan, rankRun } from './openRun';
import { createProgress } from './progress';
import { chosenQueries } from './rankQueries';
import { requireCollection } from './require';

/** All rankings are opened before the first query is ranked, so that what one of them lacks is told before any work. Those that are done stay. */
export async function makeRun(
  context: EngineContext,
  input: ParsedInput<'run'>,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<Output<'run'>> {
  const { store } = context;
  await requireCollection(store, input.collection);
  const plans = plansOf(input);
  if (store.readonly && plans.some(({ out }) => out === undefined))
    throw new AppError('USAGE', 'The workspace is open for reading, so the run can be kept nowhere.', 'Name a file for it.');
  const asked = await chosenQueries(context, input);
  const open = await allOf(plans.map((plan) => openRun(context, plan, asked)));
  const progress = createProgress(options.emit, 'search', 'query', asked.length * open.length);
  const made: Output<'run'>[] = [];
  for (const [i, run] of open.entries()) {
    throwIfAborted(options.signal);
    const first = i * asked.length;
    made.push(
      await rankRun(context, run, { signal: options.signal, onQuery: (place, text) => progress.at(first + place, text.slice(0, 80)) }),
    );
  }
  progress.at(asked.length * open.length);
  progress.end();
  return input.also ? { ...made[0]!, also: made.slice(1) } : made[0]!;
}

/** What another ranking does not say is the first one's; a name is its own. @throws USAGE where two would be written to one file */
function plansOf({ also = [], ...first }: ParsedInput<'run'>): RunPlan[] {
  const others = also.map(({ out, name, ...said }) => {
    const ranking = { ...first, ...given(said), out, name };
    return ranking.ranker === 'hybrid' ? ranking : { ...ranking, parts: undefined };
  });
  const plans: RunPlan[] = [first, ...others];
  const files = plans.flatMap(({ out }) => (out === undefined ? [] : resolve(out)));
  const twice = files.find((file, i) => files.indexOf(file) !== i);
  if (twice !== undefined) throw new AppError('USAGE', `Two runs would be written to ${twice}.`, 'Give each a file of its own.');
  return plans;
}

const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** Begun together; none is still at work when the first fault is thrown. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
