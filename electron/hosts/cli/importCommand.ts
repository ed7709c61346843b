/** import: what others wrote, into a collection. */
import { type Command, Option } from 'commander';
import { type ImportedNuggets, ImportFormat, type ImportOutput } from '../../../shared/contract';
import { type CommonFlags, runMethod } from './session';

interface ImportFlags {
  readonly collection: string;
  readonly format: ImportOutput['format'];
  readonly lang?: 'pt' | 'en';
  readonly system?: string;
  readonly split?: string;
}

const FORMATS_HELP = `
Formats, recognised by what PATH holds:
  text      TXT and MD files                    beir      corpus.jsonl, queries.jsonl, qrels/SPLIT.tsv|jsonl; also JUÁ's
  juristcu  doc.csv, query.csv, qrel.csv; also NormasTCU's                aila      Object_casedocs, Query_doc.txt
  parquet   as on the Hugging Face hub: corpus/, queries/, qrels/, in shards; columns are known by their names
Grades are whole numbers (1.0 is one, 0 stays 0); a row with another grade is refused and named.
`;
const NUGGETS_HELP = `
Nuggets that were made elsewhere are JSON lines: "doc_id" and "text"; optional "quote" or "quotes" (words of the
document), "spans" ([{"start","end"}]) with "offsets" (utf16, codepoints or utf8), "system". Their quotes are looked
for in the text, spans are held against them. They rank by themselves: search … --extractor imported:NAME.`;

export function addImportCommand(program: Command, common: (command: Command) => Command): void {
  common(program.command('import'))
    .argument('<path...>', 'folders or files; "sample:" is the sample collection')
    .description('Read decisions, queries, judgments, or nuggets that were made elsewhere into a collection.')
    .requiredOption('--collection <id>', 'the collection, made where it is not there')
    .addOption(new Option('--format <format>', 'what PATH holds').choices(ImportFormat.options).default('auto'))
    .addOption(
      new Option('--lang <lang>', 'language of the texts (default: told by metadata, else detected text by text)').choices(['pt', 'en']),
    )
    .option('--system <name>', 'for nuggets: who made them (default: "system" or "extractor" of each row, else the file\'s name)')
    .option('--split <name>', 'of judgments in splits: the one that is read, or "all" (default: test where there is one, else all)')
    .addHelpText('after', FORMATS_HELP + NUGGETS_HELP)
    .action((paths: string[], flags: CommonFlags & ImportFlags) =>
      runMethod(
        'import',
        flags,
        { collection: flags.collection, paths, format: flags.format, lang: flags.lang, system: flags.system, split: flags.split },
        {
          text: importText,
          warnings: (out) => out.notes.map(({ file, text }) => `${file}: ${text}`),
        },
      ),
    );
}

function importText(out: ImportOutput): string {
  if (out.nuggets && out.added + out.unchanged + out.queries + out.judgments === 0) return nuggetsText(out, out.nuggets);
  const lines = [
    `${out.collection}: ${out.added} added, ${out.unchanged} unchanged, ${out.duplicates.length} duplicates, ${out.rejected.length} rejected; ${out.queries} queries, ${out.judgments} judgments (format ${out.format})`,
    ...out.duplicates.slice(0, 10).map((d) => `  duplicate by ${d.by}: ${d.doc_id}${d.of === d.doc_id ? '' : ` = ${d.of}`} (${d.file})`),
    ...out.rejected.slice(0, 20).map((r) => `  rejected: ${r.file}${r.row === null ? '' : `, row ${r.row}`}: ${r.reason}`),
    ...out.unjoined.slice(0, 10).map((u) => `  judged but not there: ${u.kind} ${u.id} (${u.judgments} judgments)`),
  ];
  return [
    ...lines,
    ...(out.nuggets ? [nuggetsText({ ...out, rejected: [] }, out.nuggets)] : []),
    ...more(out.duplicates.length, 10, 'duplicates'),
    ...more(out.rejected.length, 20, 'rejected'),
    ...more(out.unjoined.length, 10, 'unjoined'),
  ].join('\n');
}

const more = (n: number, max: number, what: string) => (n > max ? [`  … and ${n - max} more ${what}; all are in --json`] : []);

function nuggetsText({ collection, rejected }: Pick<ImportOutput, 'collection' | 'rejected'>, out: ImportedNuggets): string {
  const { exact, normalised, fuzzy, none } = out.located;
  return [
    `${collection}: ${out.nuggets} nuggets of ${out.documents} documents (${out.unchanged} more had them already); evidence exact ${exact}, normalised ${normalised}, fuzzy ${fuzzy}, not located ${none}; ${rejected.length} rows rejected`,
    ...out.systems.map((s) => `  ${s.system}: ${s.nuggets} nuggets in ${s.documents} documents`),
    ...rejected.slice(0, 20).map((r) => `  rejected: ${r.file}${r.row === null ? '' : `, row ${r.row}`}: ${r.reason}`),
    ...more(rejected.length, 20, 'rejected'),
    ...out.realigned.slice(0, 20).map((r) => `  looked for anew: ${r.file}, row ${r.row} (${r.doc_id}): ${r.reason}`),
    ...more(out.realigned.length, 20, 'looked for anew'),
    ...out.unknown
      .slice(0, 20)
      .map((u) => `  no such document: ${u.doc_id} (${u.rows} rows)${u.nearest.length > 0 ? `; nearest: ${u.nearest.join(', ')}` : ''}`),
    ...more(out.unknown.length, 20, 'unknown documents'),
  ].join('\n');
}
