/** models, models add: what is on this machine, and how an encoder is brought. */
import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Input, Output } from '../../../shared/contract';
import { EncoderChoices, type EncoderField, LongTexts, Pooling } from '../../../shared/encoders';
import { AppError } from '../../../shared/errors';
import type { Client } from '../../../shared/rpc/client';
import { printResult, table } from './output';
import { type CommonFlags, withClient } from './session';
import { wholeNumber } from './values';

type Proposed = Output<'inspectEncoder'>['proposal'][number];
interface AddFlags extends CommonFlags {
  readonly id?: string;
  readonly name?: string;
  readonly graph?: string;
  readonly output?: string;
  readonly pooling?: Pooling;
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  readonly maxTokens?: number;
  readonly dimensions?: number;
  readonly longTexts?: LongTexts;
  readonly licence?: string;
  readonly force?: boolean;
}

const QUESTIONS: Readonly<Partial<Record<EncoderField, string>>> = {
  pooling: `How do token vectors become one (${Pooling.options.join(', ')})?`,
  max_tokens: 'How many tokens does the model read at most?',
  query_prefix: 'What does the model expect before a query?',
  passage_prefix: 'What does the model expect before a passage?',
  licence: 'Under which licence is the model?',
};

export function addModelCommands(program: Command, common: (command: Command) => Command): void {
  const models = common(program.command('models'))
    .description('List the encoders and language models on this machine, or add an encoder.')
    .action((flags: CommonFlags) =>
      withClient(flags, 'read', async (client) => {
        const out = await client.call('models', {});
        printResult(flags, out, flags.json ? '' : modelsText(out));
      }),
    );

  models
    .command('add')
    .argument('<path>', 'a folder with an ONNX graph and its tokenizer.json, or an embedding model as a .gguf file')
    .description('Look at a model, ask what only you can know, try the encoder, and write its manifest.json.')
    .configureHelp({ showGlobalOptions: true })
    .option('--id <id>', "the encoder's id (default: the folder's or file's name)", encoderId)
    .option('--name <text>', 'its name, for people')
    .option('--graph <file>', 'the .onnx or .gguf file below PATH, where there are several')
    .option('--output <name>', "the graph's output that holds the vectors")
    .addOption(new Option('--pooling <how>', 'how token vectors become one').choices(Pooling.options))
    .option('--query-prefix <text>', 'what the model expects before a query')
    .option('--passage-prefix <text>', 'what the model expects before a passage')
    .option('--max-tokens <n>', 'tokens that the model reads at most', wholeNumber)
    .option('--dimensions <n>', 'keep the first N values of each vector (Matryoshka models)', wholeNumber)
    .addOption(new Option('--long-texts <how>', 'cut a long text, or average overlapping windows').choices(LongTexts.options))
    .option('--licence <name>', "the model's licence")
    .option('--force', 'write over a manifest that is there', false)
    .action((dir: string, _: unknown, command: Command) => addEncoder(dir, command.optsWithGlobals() as AddFlags));
}

function encoderId(value: string): string {
  if (EncoderChoices.shape.id.safeParse(value).success) return value;
  throw new InvalidArgumentError('lower-case letters, digits, ".", "_" and "-" are due.');
}

async function addEncoder(dir: string, flags: AddFlags): Promise<void> {
  await withClient(flags, 'write', async (client, signal) => {
    const choices: EncoderChoices = {
      id: flags.id,
      name: flags.name,
      output: flags.output,
      pooling: flags.pooling,
      query_prefix: flags.queryPrefix,
      passage_prefix: flags.passagePrefix,
      max_tokens: flags.maxTokens,
      dimensions: flags.dimensions,
      long_texts: flags.longTexts,
      licence: flags.licence,
    };
    const folder = { dir, graph: flags.graph };
    const asking = process.stdin.isTTY === true && process.stderr.isTTY === true && !flags.json;
    const answers = asking ? await askFor(client, { ...folder, choices }, flags.force === true, signal) : {};
    if (!flags.quiet) process.stderr.write('Trying the encoder …\n');
    const out = await client.call('addEncoder', { ...folder, force: flags.force, choices: { ...choices, ...answers } }, { signal });
    printResult(flags, out, flags.json ? '' : addText(out), addWarnings(out));
  });
}

/** Asks about what would be a guess; an empty answer takes the proposed value. */
async function askFor(client: Client, input: Input<'inspectEncoder'>, force: boolean, signal: AbortSignal): Promise<EncoderChoices> {
  const found = await client.call('inspectEncoder', input, { signal });
  const { graph, tokenizer, proposal, notes } = found;
  if (found.has_manifest && !force)
    throw new AppError('USAGE', `${found.path} has a manifest.json already.`, 'Use --force to write it anew.');
  process.stderr.write(
    `${graph.path}: ${graph.inputs.join(', ') || 'text'} → ${graph.outputs.map(({ name, dims }) => `${name} (${dims.join(' × ')})`).join(', ')}\n` +
      `tokenizer: ${tokenizer.kind}, ${tokenizer.vocabulary} pieces\n${notes.map((note) => `note: ${note}\n`).join('')}${valuesTable(proposal)}\n`,
  );
  const answers: Record<string, string | number> = {};
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D close the prompt, which by itself would leave the question open for ever.
  const closed = new AbortController();
  prompt.once('close', () => closed.abort());
  try {
    for (const { field, value, sure } of proposal) {
      const question = QUESTIONS[field];
      if (sure || !question) continue;
      const shown = value === '' ? 'nothing' : `${value}${field.endsWith('prefix') ? '; "-" for nothing' : ''}`;
      const answer = await prompt.question(`${question} [${shown}] `, { signal: AbortSignal.any([signal, closed.signal]) });
      answers[field] = answerTo(field, answer, value);
    }
  } finally {
    prompt.close();
  }
  const parsed = EncoderChoices.safeParse(answers);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'USAGE',
    `${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`,
    'Answer again, or give it as a flag.',
  );
}

/** Nothing typed takes what was proposed. Spaces at the end of a prefix count. */
function answerTo(field: EncoderField, answer: string, proposed: string | number): string | number {
  if (answer.trim() === '') return proposed;
  if (typeof proposed === 'number') return Number(answer);
  if (!field.endsWith('prefix')) return answer.trim();
  return answer.trim() === '-' ? '' : answer;
}

const valuesTable = (proposal: readonly Proposed[]): string =>
  table(
    ['value', '', 'from'],
    proposal.map(({ field, value, from, sure }) => [field, JSON.stringify(value), sure ? from : `a guess: ${from}`]),
  );

const flagOf = (field: string): string => `--${field.replaceAll('_', '-')}`;

function addWarnings({ proposal, checks, notes }: Output<'addEncoder'>): string[] {
  return [
    ...proposal
      .filter(({ sure }) => !sure)
      .map(({ field, value, from }) => `${field} is a guess: ${JSON.stringify(value)} (${from}); ${flagOf(field)} says otherwise`),
    ...checks.filter(({ ok }) => !ok).map(({ name, found, remedy }) => `${name}: ${found}. ${remedy}`),
    ...notes,
  ];
}

function addText(out: Output<'addEncoder'>): string {
  return [
    valuesTable(out.proposal),
    '',
    ...out.checks.map(({ name, ok, found }) => `${ok ? 'ok  ' : 'WARN'}  ${name}: ${found}`),
    '',
    `Wrote ${out.path}${out.linked ? `, and linked it as ${out.linked}` : ''}.`,
    `Use it: pepita index --collection ID --encoder ${out.id}`,
  ].join('\n');
}

function modelsText(out: Output<'models'>): string {
  const rows = [...out.encoders.map((m) => ['encoder', m] as const), ...out.llms.map((m) => ['language model', m] as const)].map(
    ([kind, m]) => [kind, m.id, `${(m.bytes / 1e6).toFixed(1)}`, how(m.encoder), m.licence || '–', m.ready ? 'ready' : m.reason, m.path],
  );
  const hint =
    out.llms.length === 0
      ? ['', `No language model (GGUF) was found. Put one into ${out.folders[0]}, or name it: pepita extract --model FILE.gguf.`]
      : [];
  return [table(['kind', 'id', 'MB', 'how', 'licence', 'state', 'path'], rows), ...hint].join('\n');
}

const how = (encoder: Output<'models'>['encoders'][number]['encoder']): string =>
  encoder
    ? `${encoder.dimensions} dimensions, ${encoder.max_tokens} tokens, ${encoder.pooling}, ${encoder.long_texts === 'window' ? 'long texts by window' : 'long texts cut'}`
    : '–';
