/** profiles, profiles preview: what documents are read for. */
import type { Command } from 'commander';
import type { Output, PreviewOutput } from '../../../shared/contract';
import type { ProfileEntry, Worded } from '../../../shared/profiles';
import { duration, shorten, table } from './output';
import { announce, usageLines } from './remoteWords';
import { type CommonFlags, runMethod } from './session';
import { wholeNumber } from './values';

interface PreviewFlags extends CommonFlags {
  readonly collection: string;
  readonly doc: string;
  readonly model?: string;
  readonly endpoint?: string;
  readonly windows: number;
}

export function addProfileCommands(program: Command, common: (command: Command) => Command): void {
  const profiles = common(program.command('profiles'))
    .description("List what documents can be read for: the profiles that come along and those in the workspace's profiles folder.")
    .action((flags: CommonFlags) => runMethod('profiles', flags, {}, { text: profilesText }));

  profiles
    .command('preview')
    .argument('<id|file>', 'a profile, or the path of its .json')
    .description('Show what would be sent for one document, and with a model what comes of it. Nothing is stored.')
    .configureHelp({ showGlobalOptions: true })
    .requiredOption('--collection <id>', 'the collection')
    .requiredOption('--doc <id>', 'a document of it')
    .option('--model <file.gguf>', 'a chat model that reads it')
    .option('--endpoint <name>', 'a remote endpoint that is turned on: what is read of the document is sent to it')
    .option('--windows <n>', 'windows of the text that are shown and read', wholeNumber, 2)
    .action((profile: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as PreviewFlags;
      const { collection, doc: doc_id, model, endpoint, windows } = flags;
      return runMethod(
        'previewProfile',
        flags,
        { profile, collection, doc_id, model, endpoint, windows },
        { text: previewText, before: announce(endpoint, `the beginning of the document (about ${windows} windows)`) },
      );
    });
}

const inEnglish = (words: Worded): string => words.en ?? words.pt ?? '';

function profilesText({ profiles, folder }: Output<'profiles'>): string {
  const rows = profiles
    .filter(({ error }) => error === '')
    .map((profile) => [profile.id, profile.kind, profile.langs.join(', '), profile.source, shorten(inEnglish(profile.description), 80)]);
  const broken = profiles.filter(({ error }) => error !== '').map(({ error }) => `  can't be used: ${error}`);
  return [table(['profile', 'makes', 'languages', 'from', 'what'], rows), ...broken, `Your own go into ${folder}`].join('\n');
}

function previewText(out: PreviewOutput): string {
  const { profile, prompt, windows, made } = out;
  const part = out.read_chars < out.chars ? `the first ${out.read_chars} of ${out.chars} characters` : `all ${out.chars} characters`;
  const rows = windows.map(({ start, end, prompt_tokens, counted, answer_tokens, stop }, i) => [
    i + 1,
    `${start}–${end}`,
    counted ? prompt_tokens : `about ${prompt_tokens}`,
    answer_tokens ?? '–',
    stop || '–',
  ]);
  return [
    `${profile.id} on ${out.title}: ${part}, about ${out.all_windows} windows in all`,
    ...(out.lang === out.prompt_lang ? [] : [`the document is in ${out.lang}, the prompt in ${out.prompt_lang}: the profile has no other`]),
    `── system\n${prompt.system}\n── user\n${prompt.user}\n──`,
    table(['window', 'characters', 'prompt tokens', 'answer tokens', 'ended by'], rows),
    ...(made ? madeText(made, profile) : ['Name a model (--model FILE.gguf, or --endpoint NAME) to see what it makes of them.']),
  ].join('\n\n');
}

function madeText(made: NonNullable<PreviewOutput['made']>, { fields }: ProfileEntry): string[] {
  const nuggets = made.nuggets.map((nugget, i) => {
    const told = fields.map(({ name, label }) => [inEnglish(label), [nugget.fields[name] ?? []].flat().join('; ')] as const);
    return [
      `${i + 1}. ${nugget.text}`,
      ...told.filter(([, value]) => value).map(([label, value]) => `   ${label}: ${value}`),
      `   evidence: ${nugget.status}${nugget.spans.map(({ start, end }) => ` ${start}–${end}`).join('')}`,
      ...(nugget.failed_checks.length > 0 ? [`   fails: ${nugget.failed_checks.join(', ')}`] : []),
    ].join('\n');
  });
  const fieldsOf = (made.summary ?? []).map(({ name, items }) =>
    [
      `${name}:`,
      ...items.map(({ text, status, spans }) => `   - ${text} (${status}${spans.map(({ start, end }) => ` ${start}–${end}`).join('')})`),
    ].join('\n'),
  );
  const what = made.summary ? 'a summary' : `${made.nuggets.length} nuggets`;
  const head = `${made.model || made.extractor}: ${what}, ${duration(made.seconds)}${made.note ? `; ${made.note}` : ''}`;
  return [head, ...usageLines(made.usage), ...nuggets, ...fieldsOf];
}
