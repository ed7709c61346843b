/** formulate, formulations list, edit, restore: queries in other words. */
import { type Command, Option } from 'commander';
import type { Input, Output } from '../../../shared/contract';
import { ExtractorId } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { type Formulation, isEdited, phrasesOf } from '../../../shared/formulation';
import { duration, printResult, shorten, table } from './output';
import { announce, estimateCommand, usageLines } from './remoteWords';
import { type CommonFlags, runMethod, withClient } from './session';

interface FormulateFlags extends CommonFlags {
  readonly collection: string;
  readonly formulator?: ExtractorId;
  readonly model?: string;
  readonly endpoint?: string;
  readonly query?: string[];
  readonly text?: string;
  readonly again: boolean;
  readonly estimate: boolean;
}

interface WhichFlags extends CommonFlags {
  readonly collection: string;
  readonly formulation?: string;
  readonly query?: string;
  readonly text?: string;
}

export function addFormulationCommands(program: Command, common: (command: Command) => Command): void {
  common(program.command('formulate'))
    .description('Write the legal issues that each query’s facts raise, three phrases; goes on where an earlier run stopped.')
    .requiredOption('--collection <id>', 'the collection')
    .addOption(
      new Option(
        '--formulator <id>',
        'who writes them (default: remote where --endpoint is given, llama where --model is, else extractive: clauses picked by rules)',
      ).choices(ExtractorId.options),
    )
    .option('--model <file.gguf>', 'a chat model for llama')
    .option('--endpoint <name>', 'a remote endpoint that is turned on: the text of the queries is sent to it')
    .option('--estimate', 'with --endpoint: only say what would be sent and what it would cost', false)
    .option('--query <id...>', 'only these queries')
    .option('--text <facts>', 'these facts, which need not be a query of the collection')
    .option('--again', 'make also what is there; what was edited by hand stays', false)
    .action((flags: FormulateFlags) => {
      if (flags.estimate) return estimateCommand(flags, { ...flags, what: 'formulate' });
      const { collection, formulator, model, endpoint, query: queries, text, again } = flags;
      return runMethod(
        'formulate',
        flags,
        { collection, formulator, model, endpoint, queries, text, again },
        {
          text: formulateText,
          warnings: (out) =>
            out.formulator === 'extractive' && out.queries > 0
              ? ['made by the extractive formulator: clauses of the query, not abstract issues']
              : [],
          before: announce(endpoint, 'the text of the queries'),
        },
      );
    });

  const formulations = program.command('formulations').description('Queries in other words, as they were made and edited.');
  const which = (command: Command) =>
    common(command)
      .requiredOption('--collection <id>', 'the collection')
      .option('--formulation <id|key>', 'extractive, llama, remote or a key (default: those made last)');

  which(formulations.command('list', { isDefault: true }))
    .description('Print each query’s phrases; * marks what was edited.')
    .option('--text <facts>', 'of this text instead of the collection’s queries')
    .action(({ collection, formulation, text, ...flags }: WhichFlags) =>
      runMethod('formulations', flags, { collection, formulation, text }, { text: listText }),
    );

  const named = (command: Command) => which(command).option('--query <id>', 'the query').option('--text <facts>', 'or its whole text');
  named(formulations.command('edit'))
    .description('Put other phrases or other facts in place of what was made, which is kept.')
    .option('--phrase <words...>', 'one to three phrases')
    .option('--facts <text>', 'searched as q_F in place of the query’s own text')
    .action((flags: WhichFlags & { phrase?: string[]; facts?: string }) =>
      change(flags, 'editFormulation', { phrases: flags.phrase, facts: flags.facts }),
    );
  named(formulations.command('restore'))
    .description('Let what was made count again.')
    .action((flags: WhichFlags) => change(flags, 'restoreFormulation', {}));
}

async function change(
  flags: WhichFlags,
  method: 'editFormulation' | 'restoreFormulation',
  edit: Pick<Input<'editFormulation'>, 'phrases' | 'facts'>,
): Promise<void> {
  const { collection, formulation, query, text } = flags;
  await withClient(flags, 'write', async (client) => {
    if ((query === undefined) === (text === undefined))
      throw new AppError('USAGE', 'Which query is meant?', 'Name it with --query ID, or give its text with --text.');
    const { queries } = await client.call('formulations', { collection, formulation, text });
    const found = text === undefined ? queries.find(({ query_id }) => query_id === query) : queries[0];
    if (!found?.formulation)
      throw new AppError(
        'NOT_FOUND',
        found ? 'This query has no formulation yet.' : `There is no query "${query}" in collection "${collection}".`,
        `Make them: pepita formulate --collection ${collection}.`,
      );
    const { text_sha256, key } = found.formulation;
    const made = await client.call(method, { collection, text_sha256, key, ...edit });
    printResult(flags, made, flags.json ? '' : phrasesText(made));
  });
}

function formulateText(out: Output<'formulate'>): string {
  return [
    `${out.formulator} (${out.key}): ${out.queries} queries formulated (${out.skipped} already done), ${duration(out.seconds)}`,
    ...out.failed.map(({ query_id, message }) => `  failed: ${query_id || 'the text'}: ${message}`),
    ...out.partial.map(({ query_id, note }) => `  partial: ${query_id || 'the text'}: ${note}`),
    ...usageLines(out.usage),
  ].join('\n');
}

function listText({ key, made, queries }: Output<'formulations'>): string {
  if (key === null) return 'no formulation yet: pepita formulate --collection ID';
  const rows = made.map((kind) => [kind.key, kind.formulator, kind.model_id || '–', kind.texts, kind.edited, kind.at]);
  return [
    table(['key', 'by', 'model', 'texts', 'edited', 'made'], rows),
    '',
    ...queries.map(({ query_id, text, formulation }) => {
      const head = [query_id, shorten(text, 100)].filter(Boolean).join('  ');
      return `${head}\n${formulation ? phrasesText(formulation) : `  not formulated as ${key}`}`;
    }),
  ].join('\n');
}

const phrasesText = (made: Formulation): string =>
  [
    ...(made.edited_facts === null ? [] : [`  * facts: ${shorten(made.edited_facts, 140)}`]),
    ...phrasesOf(made).map((phrase) => `  ${isEdited(made) && made.edited_phrases ? '*' : '-'} ${phrase}`),
    ...(made.status === 'done' || !made.note ? [] : [`  ${made.status}: ${made.note}`]),
  ].join('\n');
