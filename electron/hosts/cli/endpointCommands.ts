/** endpoints: remote servers that may be used, each by its name, and off until it is turned on. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Output } from '../../../shared/contract';
import { type Endpoint, EndpointName, keyVariable } from '../../../shared/endpoints';
import { printResult, table } from './output';
import { announce, warningsOf } from './remoteWords';
import { type CommonFlags, runMethod, withClient } from './session';
import { nonNegative, wholeNumber } from './values';

interface AddFlags extends CommonFlags {
  readonly chatModel?: string;
  readonly embeddingModel?: string;
  readonly concurrency?: number;
  readonly rpm?: number;
  readonly tpm?: number;
  readonly priceIn?: number;
  readonly priceOut?: number;
  readonly priceEmbedding?: number;
  readonly contextSize?: number;
  readonly reasoningEffort?: string;
  readonly dimensions?: number;
  readonly embeddingTokens?: number;
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
}

const SENT =
  'With an extraction the text of the documents goes there, with a preview the beginning of one, with an index that of nuggets, passages and documents, with a search the query.';

export function addEndpointCommands(program: Command, common: (command: Command) => Command): void {
  const endpoints = common(program.command('endpoints'))
    .description('Remote servers that speak like OpenAI. Nothing is sent to any of them until you turn it on by name.')
    .action((flags: CommonFlags) => list(flags));
  const named = (name: string, what: string, run: (name: string, flags: CommonFlags) => Promise<void>) =>
    endpoints
      .command(name)
      .argument('<name>', 'name of the endpoint', endpointName)
      .description(what)
      .configureHelp({ showGlobalOptions: true })
      .action((endpoint: string, _: unknown, command: Command) => run(endpoint, command.optsWithGlobals()));

  endpoints
    .command('list')
    .description('List them, with host, models and whether they are on.')
    .configureHelp({ showGlobalOptions: true })
    .action((_: unknown, command: Command) => list(command.optsWithGlobals()));

  endpoints
    .command('add')
    .argument('<name>', 'what you call it: lower-case letters, digits, "-"', endpointName)
    .argument('<url>', 'its address, like https://api.openai.com/v1 or http://127.0.0.1:8080')
    .description(
      'Add an endpoint, turned off; one of the same name is replaced. Its key goes into PEPITA_KEY_<NAME>, never on the command line.',
    )
    .configureHelp({ showGlobalOptions: true })
    .option('--chat-model <m>', 'model for extraction')
    .option('--embedding-model <m>', 'model for vectors')
    .option('--concurrency <n>', 'requests at once', wholeNumber, 4)
    .option('--rpm <n>', 'requests a minute (default: no limit)', wholeNumber)
    .option('--tpm <n>', 'tokens a minute (default: no limit)', wholeNumber)
    .option('--price-in <x>', 'price of a million tokens sent', nonNegative)
    .option('--price-out <x>', 'price of a million tokens received', nonNegative)
    .option('--price-embedding <x>', 'price of a million tokens embedded (default: --price-in)', nonNegative)
    .option('--context-size <n>', 'tokens of prompt and answer together', wholeNumber, 8192)
    .option('--reasoning-effort <how>', 'passed on to a model that thinks, like minimal or low')
    .option('--dimensions <n>', 'values of a vector to ask for (default: as many as the model gives)', wholeNumber)
    .option(
      '--embedding-tokens <n>',
      'tokens of a text that the embedding model reads (default: 8191 for text-embedding-*, else 512)',
      wholeNumber,
    )
    .option('--query-prefix <text>', 'what the embedding model expects before a query')
    .option('--passage-prefix <text>', 'what it expects before a passage')
    .action((name: string, url: string, _: unknown, command: Command) => add(name, url, command.optsWithGlobals() as AddFlags));

  named('enable', 'Turn it on. What is sent to it, and where it is, is said first.', enable);
  named('disable', 'Turn it off, at once: work that is under way ends, and what is done is kept.', (name, flags) =>
    runMethod('disableEndpoint', flags, { name }, { text: (out) => `${out.name} (${out.host}) is off.` }),
  );
  named('remove', 'Forget it.', (name, flags) => runMethod('removeEndpoint', flags, { name }, { text: () => `${name} is removed.` }));
  named('test', 'Ask each of its models one word of ours.', trial);
}

function endpointName(value: string): string {
  if (EndpointName.safeParse(value).success) return value;
  throw new InvalidArgumentError('lower-case letters, digits and "-" are due.');
}

const list = (flags: CommonFlags): Promise<void> => runMethod('endpoints', flags, {}, { text: listText });

function add(name: string, url: string, flags: AddFlags): Promise<void> {
  const input = {
    name,
    url,
    chat_model: flags.chatModel,
    embedding_model: flags.embeddingModel,
    concurrency: flags.concurrency,
    rpm: flags.rpm,
    tpm: flags.tpm,
    price_in: flags.priceIn,
    price_out: flags.priceOut,
    price_embedding: flags.priceEmbedding,
    context_size: flags.contextSize,
    reasoning_effort: flags.reasoningEffort,
    dimensions: flags.dimensions,
    embedding_tokens: flags.embeddingTokens,
    query_prefix: flags.queryPrefix,
    passage_prefix: flags.passagePrefix,
  };
  return runMethod('addEndpoint', flags, input, {
    text: (out) => `${out.name} is ${out.url}, and off.\n${keyText(out)}\nTurn it on: pepita endpoints enable ${out.name}`,
    warnings: warningsOf,
  });
}

async function enable(name: string, flags: CommonFlags): Promise<void> {
  await withClient(flags, 'read', async (client) => {
    const known = (await client.call('endpoints', {})).endpoints.find((endpoint) => endpoint.name === name);
    if (known) process.stderr.write([`${name} is at ${known.host}. ${SENT}`, ...warningsOf(known), ''].join('\n'));
    const out = await client.call('enableEndpoint', { name, host: known?.host ?? '' });
    printResult(
      flags,
      out,
      `${out.name} (${out.host}) is on. ${keyText(out)}\nTurn it off: pepita endpoints disable ${out.name}`,
      warningsOf(out),
    );
  });
}

async function trial(name: string, flags: CommonFlags): Promise<void> {
  await withClient(flags, 'read', async (client, signal) => {
    const notice = await announce(name, 'a word of ours')(client);
    if (notice) process.stderr.write(`${notice}\n`);
    const out = await client.call('testEndpoint', { name }, { signal });
    printResult(flags, out, testText(out));
    if ([out.chat, out.embedding].some((part) => part && !part.ok)) process.exitCode = 6;
  });
}

const keyText = ({ name, key }: Endpoint): string =>
  key === 'none'
    ? `It has no key: where it needs one, set ${keyVariable(name)}. The command line and the browser read keys from there alone.`
    : `Its key comes from ${key === 'environment' ? keyVariable(name) : "the system's keychain"}.`;

function listText({ endpoints }: Output<'endpoints'>): string {
  if (endpoints.length === 0)
    return 'There is no endpoint: nothing leaves this machine. Add one: pepita endpoints add NAME URL --chat-model M.';
  const rows = endpoints.map((endpoint) => [
    endpoint.name,
    endpoint.enabled ? 'on' : 'off',
    endpoint.url,
    endpoint.chat_model ?? '–',
    endpoint.embedding_model ?? '–',
    limitsText(endpoint),
    endpoint.key === 'none' ? 'no key' : endpoint.key,
  ]);
  const plain = endpoints.flatMap(warningsOf);
  return [table(['name', 'state', 'address', 'chat', 'embeddings', 'limits', 'key'], rows), ...plain].join('\n');
}

function limitsText({ concurrency, rpm, tpm }: Endpoint): string {
  return [`${concurrency} at once`, rpm && `${rpm} requests/min`, tpm && `${tpm} tokens/min`].filter(Boolean).join(', ');
}

function testText({ host, chat, embedding }: Output<'testEndpoint'>): string {
  const line = (what: string, trial: typeof chat) =>
    trial ? [`${trial.ok ? 'ok  ' : 'FAIL'}  ${what}: ${trial.found}${trial.remedy ? `\n      ${trial.remedy}` : ''}`] : [];
  return [host, ...line('chat', chat), ...line('embeddings', embedding)].join('\n');
}
