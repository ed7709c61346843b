/** failures, jobs: what an extraction could not read, and the long work that the workbench keeps. */
import type { Command } from 'commander';
import type { Failure, Job, Output } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Client } from '../../../shared/rpc/client';
import { printResult, progressLine, progressPrinter, table } from './output';
import { type CommonFlags, runMethod, withClient } from './session';
import { wholeNumber } from './values';

export function addQueueCommands(program: Command, common: (command: Command) => Command): void {
  common(program.command('failures'))
    .description('List the documents that an extraction could not read, or not wholly, with the reason and what was answered.')
    .requiredOption('--collection <id>', 'the collection')
    .option('--doc <id>', 'only this document')
    .option('--raw', 'with the raw output of each window (default with --json)')
    .option('--limit <n>', 'at most this many', wholeNumber, 1000)
    .addHelpText('after', '\nTry one again: pepita extract --collection ID --doc DOC --again')
    .action((flags: CommonFlags & { collection: string; doc?: string; raw?: boolean; limit: number }) => {
      const { collection, doc, raw = flags.json === true, limit } = flags;
      return runMethod('failures', flags, { collection, doc_id: doc, raw, limit: Math.min(limit, 1000) }, { text: failuresText });
    });

  const jobs = common(program.command('jobs'))
    .description('List the long work that the workbench keeps: what runs, waits, is paused or over.')
    .action((flags: CommonFlags) =>
      withClient(flags, 'read', async (client) => {
        const list = await jobsNow(client);
        printResult(flags, { jobs: list }, flags.json ? '' : jobsText(list));
      }),
    );
  const one = (name: string, description: string) =>
    jobs
      .command(name)
      .argument('<id>', 'id of a job, or the first characters of it')
      .description(description)
      .configureHelp({ showGlobalOptions: true });
  one('resume', 'Run a job that was paused, stopped or failed, here, until it ends; Ctrl-C keeps what is done.').action(
    (id: string, _: unknown, command: Command) => resumeJob(id, command.optsWithGlobals() as CommonFlags),
  );
  for (const [name, method, description] of [
    ['pause', 'jobPause', 'Keep a job that was interrupted from going on by itself, until it is resumed.'],
    ['cancel', 'jobCancel', 'Give a job up that was interrupted or paused; what it did is kept.'],
  ] as const) {
    one(name, description).action((id: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as CommonFlags;
      return withClient(flags, 'write', async (client) => {
        const job = await client.call(method, { id: (await findJob(client, id)).id });
        printResult(flags, job, flags.json ? '' : jobsText([job]));
      });
    });
  }
}

async function resumeJob(id: string, flags: CommonFlags): Promise<void> {
  const printer = progressPrinter(flags);
  await withClient(flags, 'write', async (client, signal) => {
    const found = await findJob(client, id);
    if (found.state === 'done') throw new AppError('USAGE', `The job ${found.id} is done.`, 'There is nothing left of it to do.');
    await client.call('jobResume', { id: found.id });
    const job = await ended(client, found.id, signal, (progress) => printer.on(progress)).finally(() => printer.end());
    if (job.error) throw new AppError(job.error.code, job.error.message, job.error.remedy, job.error.details);
    printResult(flags, job, flags.json ? '' : jobsText([job]));
  });
}

/** Follows a job until it is over. */
function ended(
  client: Client,
  id: string,
  signal: AbortSignal,
  onProgress: (progress: NonNullable<Job['progress']>) => void,
): Promise<Job> {
  return new Promise((resolve, reject) => {
    const aborter = new AbortController();
    const onEvent = ({ jobs }: { jobs: Job[] }) => {
      const job = jobs.find((candidate) => candidate.id === id);
      if (!job) return;
      if (job.state !== 'running') {
        resolve(job);
        aborter.abort();
      } else if (job.progress) onProgress(job.progress);
    };
    client.call('jobWatch', {}, { signal: AbortSignal.any([signal, aborter.signal]), onEvent }).catch(reject);
  });
}

async function jobsNow(client: Client): Promise<Job[]> {
  return new Promise((resolve, reject) => {
    const aborter = new AbortController();
    const onEvent = ({ jobs }: { jobs: Job[] }) => {
      resolve(jobs);
      aborter.abort();
    };
    client.call('jobWatch', {}, { signal: aborter.signal, onEvent }).catch(reject);
  });
}

async function findJob(client: Client, id: string): Promise<Job> {
  const found = (await jobsNow(client)).filter((job) => job.id.startsWith(id));
  if (found.length === 1) return found[0]!;
  if (found.length > 1)
    throw new AppError('USAGE', `${found.length} jobs begin with "${id}".`, found.map((job) => job.id).join('\n       '));
  throw new AppError('NOT_FOUND', `There is no job "${id}".`, 'List them: pepita jobs.');
}

function jobsText(jobs: readonly Job[]): string {
  if (jobs.length === 0) return 'no jobs';
  const rows = jobs.map((job) => [
    job.id.slice(0, 8),
    job.command,
    job.collection,
    job.state === 'running' && !job.progress ? 'waiting' : job.state,
    job.state !== 'done' && job.progress ? progressLine({ ...job.progress, rate: null, eta: null, tokens: null, current: '' }) : '–',
    job.started_at.slice(0, 16).replace('T', ' '),
  ]);
  return table(['job', 'work', 'collection', 'state', 'progress', 'begun (UTC)'], rows);
}

function failuresText({ total, failures }: Output<'failures'>): string {
  if (total === 0) return 'No document failed, and none was read in part.';
  const lines = failures.flatMap((failure) => [
    `${failure.status}: ${failure.doc_id} (${failure.extractor}): ${failure.message}`,
    `  ${failure.covered} of ${failure.chars} characters read, ${failure.nuggets} nuggets there`,
    ...failure.windows.map(windowText),
  ]);
  return [...lines, ...(total > failures.length ? [`… and ${total - failures.length} more: --limit`] : [])].join('\n');
}

const windowText = ({ window, start, end, stop_reason, raw }: Failure['windows'][number]): string =>
  `  window ${window + 1}, characters ${start}–${end}, ended by ${stop_reason || '–'}:\n${raw.replace(/^/gm, '    ')}`;
