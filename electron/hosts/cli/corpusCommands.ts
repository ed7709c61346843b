/** collections, show, extract, index, export: a collection and what is made from it. */
import { type Command, Option } from 'commander';
import { contract, type Input, type Output } from '../../../shared/contract';
import { ExtractorId, type Unit } from '../../../shared/domain';
import { endpointOf } from '../../../shared/endpoints';
import { duration, shorten, table } from './output';
import { announce, estimateCommand, usageLines } from './remoteWords';
import { type CommonFlags, runMethod } from './session';
import { unitList, wholeNumber } from './values';

export function addCorpusCommands(program: Command, common: (command: Command) => Command): void {
  common(program.command('collections'))
    .description('List the collections: what each holds, and with which profile and encoders it is read.')
    .action((flags: CommonFlags) => runMethod('collections', flags, {}, { text: collectionsText }));

  common(program.command('show'))
    .argument('<doc>', 'id of a document')
    .description('Print a document with its nuggets and where their evidence lies.')
    .requiredOption('--collection <id>', 'the collection')
    .action((docId: string, flags: CommonFlags & { collection: string }) => {
      const shape = (out: Output<'show'>) => {
        const { doc_id, title, lang, text, sha256 } = out.document;
        return { doc_id, title, lang, text, sha256, nuggets: out.nuggets, summaries: out.summaries };
      };
      return runMethod('show', flags, { collection: flags.collection, doc_id: docId }, { text: showText, data: shape });
    });

  common(program.command('extract'))
    .description('Draw nuggets, or structured summaries, out of the documents; goes on where an earlier run stopped.')
    .requiredOption('--collection <id>', 'the collection')
    .addOption(
      new Option(
        '--extractor <id>',
        'who makes the nuggets (default: remote where --endpoint is given, llama where --model is, else extractive)',
      ).choices(ExtractorId.options),
    )
    .option('--model <file.gguf>', 'a chat model for llama')
    .option('--endpoint <name>', 'a remote endpoint that is turned on: the text of the documents is sent to it')
    .option('--estimate', 'with --endpoint: only say what would be sent and what it would cost', false)
    .option(
      '--profile <id|file>',
      'what is drawn out, see: pepita profiles (default: what the collection was read with last, else jurisprudence)',
    )
    .option(
      '--summaries',
      'structured summaries instead of nuggets, a searchable unit of their own; the same as --profile summary-v4',
      false,
    )
    .option('--doc <id...>', 'only these documents')
    .option('--limit <n>', 'at most this many documents now', wholeNumber)
    .option('--again', 'read also documents that are finished, and copy nothing', false)
    .action(
      (
        flags: CommonFlags & {
          again: boolean;
          collection: string;
          extractor?: ExtractorId;
          model?: string;
          endpoint?: string;
          estimate: boolean;
          profile?: string;
          summaries: boolean;
          doc?: string[];
          limit?: number;
        },
      ) => {
        if (flags.estimate) return estimateCommand(flags, { ...flags, what: 'extract' });
        return runMethod(
          'extract',
          flags,
          {
            collection: flags.collection,
            extractor: flags.extractor,
            model: flags.model,
            endpoint: flags.endpoint,
            profile: flags.profile,
            summaries: flags.summaries,
            docs: flags.doc,
            limit: flags.limit,
            again: flags.again,
          },
          {
            text: extractText,
            warnings: (out) => [
              ...(out.extractor === 'extractive' && out.documents > 0
                ? ['made by the extractive extractor: sentences of the decisions, not written theses']
                : []),
              ...(out.extractor === 'extractive' && flags.profile && out.summaries === 0
                ? [`the profile ${flags.profile} is remembered for a language model: the extractive extractor goes by its own rules`]
                : []),
            ],
            before: announce(flags.endpoint, 'the text of the documents'),
          },
        );
      },
    );

  common(program.command('index'))
    .description('Embed documents, passages and nuggets; vectors that exist are used again.')
    .requiredOption('--collection <id>', 'the collection')
    .option(
      '--encoder <id>',
      'the encoder (default: e5-small-pten); "fitted" is fitted to the collection first, "remote:NAME" is an endpoint that is turned on',
    )
    .option('--units <list>', 'only these: nugget, passage, document, summary (default: all)', unitList)
    .option('--estimate', 'only say how long it would take, with the default encoder and with a fitted one', false)
    .action((flags: CommonFlags & { collection: string; encoder?: string; units?: Unit[]; estimate: boolean }) =>
      flags.estimate && endpointOf(flags.encoder ?? '') !== undefined
        ? estimateCommand(flags, { collection: flags.collection, endpoint: endpointOf(flags.encoder ?? ''), what: 'index' })
        : flags.estimate
          ? runMethod('estimateIndex', flags, { collection: flags.collection }, { text: estimateText })
          : runMethod(
              'index',
              flags,
              { collection: flags.collection, encoder: flags.encoder, units: flags.units },
              { text: indexText, before: announce(endpointOf(flags.encoder ?? ''), 'the text of nuggets, passages and documents') },
            ),
    );

  common(program.command('export'))
    .argument('<kind>', `what to write: ${contract.export.input.shape.kind.options.join(', ')}`)
    .description('Write a part of a collection to a file.')
    .requiredOption('--collection <id>', 'the collection')
    .requiredOption('--out <path>', 'the file')
    .addOption(new Option('--offsets <unit>', 'unit of the offsets').choices(['utf16', 'codepoints', 'utf8']).default('utf16'))
    .action(
      (kind: Input<'export'>['kind'], flags: CommonFlags & { collection: string; out: string; offsets: 'utf16' | 'codepoints' | 'utf8' }) =>
        runMethod(
          'export',
          flags,
          { kind, collection: flags.collection, out: flags.out, offsets: flags.offsets },
          {
            text: (out) => `${out.rows} rows in ${out.path}`,
          },
        ),
    );
}

function collectionsText({ collections }: Output<'collections'>): string {
  const rows = collections.map(({ id, documents, queries, nuggets, summaries, profile, indexed }) => [
    id,
    documents,
    queries,
    nuggets.reduce((sum, { count }) => sum + count, 0),
    summaries.reduce((sum, { count }) => sum + count, 0),
    profile,
    indexed.map(({ encoder, state }) => (state === 'current' ? encoder : `${encoder} (${state})`)).join(', ') || '–',
  ]);
  return rows.length > 0
    ? table(['collection', 'documents', 'queries', 'nuggets', 'summaries', 'profile', 'indexed with'], rows)
    : 'No collections yet: pepita import PATH --collection ID.';
}

function showText(out: Output<'show'>): string {
  const { document, nuggets, summaries } = out;
  const rows = nuggets.map((n) => [
    n.id,
    n.tier,
    n.status,
    n.spans.map((s) => `${s.start}–${s.end}`).join(' ') || '–',
    shorten(n.text, 90),
  ]);
  return [
    `${document.title}\n${[document.court, document.class, document.date].filter(Boolean).join(' · ')}\nsha256 ${document.sha256}`,
    document.text,
    nuggets.length > 0 ? table(['nugget', 'tier', 'evidence', 'span', 'text'], rows) : 'No nuggets: run extract.',
    ...summaries.map(summaryText),
  ].join('\n\n');
}

const summaryText = ({ extractor, profile_id, fields }: Output<'show'>['summaries'][number]): string =>
  [
    `summary (${extractor}, ${profile_id})`,
    ...fields
      .filter(({ items }) => items.length > 0)
      .flatMap(({ name, items }) => [`  ${name}`, ...items.map(({ text, status }) => `    - ${shorten(text, 160)} (${status})`)]),
  ].join('\n');

function extractText(out: Output<'extract'>): string {
  const { exact, normalised, fuzzy, none } = out.located;
  return [
    `${out.extractor}: ${out.documents} documents read (${out.skipped} already done, ${out.reused} copied from the same text), ${out.summaries > 0 ? `${out.summaries} summaries` : `${out.nuggets} nuggets`}; evidence exact ${exact}, normalised ${normalised}, fuzzy ${fuzzy}, not located ${none}; ${duration(out.seconds)}`,
    ...out.failed.map((f) => `  failed: ${f.doc_id}: ${f.message}`),
    ...out.partial.map((p) => `  partial: ${p.doc_id}: ${p.note}`),
    ...usageLines(out.usage),
  ].join('\n');
}

function indexText(out: Output<'index'>): string {
  const heads =
    out.truncated_documents > 0
      ? `\n${out.truncated_documents} documents are longer than the encoder reads: their document vector is of their head alone`
      : '';
  const tails =
    out.truncated_summaries > 0
      ? `\n${out.truncated_summaries} summaries are longer than the encoder reads: their last fields are in no vector`
      : '';
  return (
    `${out.encoder.id}: ${out.units.nugget} nuggets, ${out.units.summary} summaries, ${out.units.passage} passages, ${out.units.document} documents; ` +
    `${out.embedded} texts embedded, ${out.reused} vectors used again, ${duration(out.seconds)}${heads}${tails}${usageLines(out.usage)
      .map((line) => `\n${line}`)
      .join('')}`
  );
}

function estimateText(out: Output<'estimateIndex'>): string {
  const rows = out.encoders.map(({ encoder, texts, fit_seconds, embed_seconds }) => [
    encoder,
    texts,
    fit_seconds > 0 ? duration(fit_seconds) : '–',
    duration(embed_seconds),
    duration(fit_seconds + embed_seconds),
  ]);
  return table(['encoder', 'texts', 'fitting', 'embedding', 'in all'], rows);
}
