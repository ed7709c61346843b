/** experiment run, list, remove: one file → runs, a table and a report. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { meansTable } from '../../../shared/comparisonTable';
import type { ExperimentOutput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Client } from '../../../shared/rpc/client';
import { duration, table } from './output';
import { addPresetCommands } from './presetCommands';
import { announce } from './remoteWords';
import { type CommonFlags, fail, runMethod } from './session';

interface RunFlags extends CommonFlags {
  readonly out: string;
}

export function addExperimentCommands(program: Command, common: (command: Command) => Command): void {
  const experiment = program.command('experiment').description('Rankings side by side, as one file states them.');

  common(experiment.command('run'))
    .argument('<file.yaml>', 'the experiment; docs/experiments.md shows every key')
    .description('Make every run of a file, measure them, write tables and a report. What lies in DIR and is still true is not made again.')
    .requiredOption('--out <dir>', 'folder of the outcome')
    .action((file: string, flags: RunFlags) =>
      withSource(file, flags, (source) =>
        runMethod(
          'experiment',
          flags,
          { source, file: basename(file), out: flags.out },
          {
            text: experimentText,
            before: announceAll(source),
            warnings: (out) => out.warnings,
            // Scripts get what they need; the whole outcome lies in outcome.json.
            data: ({ name, collection, runs, report, dir, seconds, data }) => ({ name, collection, data, runs, dir, report, seconds }),
          },
        ),
      ),
    );

  addPresetCommands(experiment, common);

  common(experiment.command('list'))
    .description('List the outcomes that the workspace keeps.')
    .action((flags: CommonFlags) =>
      runMethod(
        'experiments',
        flags,
        {},
        {
          text: ({ experiments }) =>
            experiments.length > 0
              ? table(
                  ['id', 'name', 'collection', 'runs', 'made'],
                  experiments.map((e) => [e.id, e.name, e.collection, String(e.runs), e.made_at]),
                )
              : 'no experiment yet: pepita experiment run FILE.yaml --out DIR, or the Compare place of the window',
        },
      ),
    );

  common(experiment.command('remove'))
    .argument('<id>', 'an outcome; see: pepita experiment list')
    .description('Remove an outcome that the workspace keeps: its runs, tables and report. The file that made it stays.')
    .action((id: string, flags: CommonFlags) =>
      runMethod(
        'removeExperiment',
        flags,
        { id },
        {
          text: (out) => `${out.name}: ${out.runs} runs, tables and report are removed. The file that makes them again stays: ${out.file}`,
        },
      ),
    );
}

/** Where an experiment's runs are reranked elsewhere: each host, before anything is sent. */
function announceAll(source: string): (client: Client) => Promise<string | undefined> {
  const names = [...new Set([...source.matchAll(/\bendpoint["']?\s*:\s*["']?([a-z0-9-]+)/g)].map(([, name]) => name!))];
  return async (client) => {
    const lines: string[] = [];
    for (const name of names) lines.push((await announce(name, 'the queries, and the summaries of the candidates')(client)) ?? '');
    return lines.filter(Boolean).join('\n') || undefined;
  };
}

async function withSource(file: string, flags: CommonFlags, work: (source: string) => Promise<void>): Promise<void> {
  const source = await readFile(file, 'utf8').catch(() => undefined);
  if (source === undefined) return fail(flags, new AppError('NOT_FOUND', `There is no file ${file}.`, 'Check the path.'));
  await work(source);
}

function experimentText(out: ExperimentOutput): string {
  const { head, rows } = meansTable(out.comparison);
  const reused = out.runs.filter((run) => run.reused).length;
  return [
    table(
      [...head],
      rows.map((row) => row.map(String)),
    ),
    `${out.comparison.queries} judged queries (${out.comparison.convention}); † better, ‡ worse than ${out.comparison.baseline ?? out.comparison.runs[0]?.name} at p < .05 (randomisation test, Holm)`,
    `${out.runs.length} runs${reused > 0 ? `, ${reused} of them found as they were` : ''}, ${duration(out.seconds)}: ${out.report}`,
  ].join('\n');
}
