/**
 * Which column of a table is which, by the names that published collections give them. One rule for Parquet, CSV and JSON
 * lines: names are compared by their letters and digits alone (`corpus-id`, `corpus_id` and `CORPUS_ID` are one), and of
 * several names that would do, the first of the list below is taken.
 */
export type Role = 'corpus' | 'queries' | 'qrels';

export interface CorpusColumns {
  readonly role: 'corpus';
  readonly id: string;
  /** The text is these columns, one paragraph after the other; empty cells are left out. */
  readonly text: readonly string[];
  /** Whether the text columns may hold HTML. */
  readonly html: boolean;
  readonly title: string | undefined;
  readonly court: string | undefined;
  readonly class: string | undefined;
  readonly date: string | undefined;
  readonly lang: string | undefined;
}

export interface QueryColumns {
  readonly role: 'queries';
  readonly id: string;
  readonly text: string;
  readonly source: string | undefined;
}

export interface QrelColumns {
  readonly role: 'qrels';
  readonly query: string;
  readonly doc: string;
  readonly grade: string;
}

export type Columns = CorpusColumns | QueryColumns | QrelColumns;

const DOC_ID = ['corpusid', 'docid', 'documentid', 'did', 'id', 'dockey', 'key'];
const QUERY_ID = ['queryid', 'qid', 'id', 'querykey', 'key'];
const QUERY_TEXT = ['text', 'query', 'question', 'enunciado', 'pergunta'];
const JUDGED_QUERY = ['queryid', 'qid', 'querykey'];
const JUDGED_DOC = ['corpusid', 'docid', 'documentid', 'did', 'pid', 'dockey'];
const GRADE = ['score', 'grade', 'relevance', 'rel', 'label'];

/** The texts of documents: what BEIR names, else the fields of the court's own tables. */
const TEXTS: readonly { readonly columns: readonly string[]; readonly optional: readonly string[]; readonly html: boolean }[] = [
  { columns: ['text'], optional: [], html: false },
  // NormasTCU: the subject, then the whole norm.
  { columns: ['textonorma'], optional: ['assunto'], html: true },
  // JurisTCU: the thesis, then the excerpt that bears it; JUÁ's own tables leave the thesis out.
  { columns: ['enunciado'], optional: ['excerto'], html: true },
  { columns: ['excerto'], optional: [], html: true },
  { columns: ['content'], optional: [], html: false },
  { columns: ['contents'], optional: [], html: false },
  { columns: ['texto'], optional: [], html: false },
];

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** @param hint what the file's name or folder says that it holds: it decides where the columns alone do not */
export function columnsOf(names: readonly string[], hint: Role | undefined): Columns | string {
  const find = (wanted: readonly string[]): string | undefined => {
    for (const one of wanted) {
      const found = names.find((name) => plain(name) === one);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const role = hint ?? roleOf(find);
  const found = `found: ${names.join(', ') || 'none'}`;
  if (role === undefined)
    return `the columns do not say whether these are documents, queries or judgments (${found}): name the file or its folder corpus, queries or qrels`;
  if (role === 'qrels') {
    const [query, doc, grade] = [find(JUDGED_QUERY), find(JUDGED_DOC), find(GRADE)];
    if (query !== undefined && doc !== undefined && grade !== undefined) return { role, query, doc, grade };
    return lacks({ 'query-id': query, 'corpus-id': doc, score: grade }, found);
  }
  if (role === 'queries') {
    const [id, text] = [find(QUERY_ID), find(QUERY_TEXT)];
    if (id !== undefined && text !== undefined) return { role, id, text, source: find(['source']) };
    return lacks({ _id: id, text }, found);
  }
  const id = find(DOC_ID);
  const kind = TEXTS.find(({ columns }) => columns.every((column) => find([column]) !== undefined));
  if (id === undefined || !kind) return lacks({ _id: id, text: kind && '' }, found);
  const text = kind.columns.map((column) => find([column])!);
  const more = kind.optional.flatMap((column) => find([column]) ?? []);
  return {
    role,
    id,
    text: kind.columns[0] === 'textonorma' ? [...more, ...text] : [...text, ...more],
    html: kind.html,
    title: find(['title', 'titulo']),
    court: find(['court', 'colegiado', 'origem']),
    class: find(['class', 'tipoprocesso', 'tiponorma']),
    date: find(['date', 'datasessaoformatada', 'datainiciovigencia']),
    lang: find(['lang', 'language']),
  };
}

/** What the columns alone say; `_id` and `text` can be either documents or queries. */
function roleOf(find: (wanted: readonly string[]) => string | undefined): Role | undefined {
  if (find(JUDGED_QUERY) !== undefined && find(JUDGED_DOC) !== undefined) return 'qrels';
  if (find(JUDGED_QUERY) !== undefined || find(['query', 'question', 'pergunta']) !== undefined) return 'queries';
  if (find(['corpusid', 'docid', 'documentid', 'title', 'titulo', 'textonorma', 'excerto']) !== undefined) return 'corpus';
  return undefined;
}

function lacks(columns: Readonly<Record<string, string | undefined>>, found: string): string {
  const missing = Object.keys(columns).filter((name) => columns[name] === undefined);
  return `there is no column ${missing.join(', ')} (${found})`;
}

/** What a path says that a table holds: its folder or its name. */
export function hintOf(path: string): Role | undefined {
  if (/(^|\/)[^/]*(qrel|judg(e)?ment|relevan)/i.test(path)) return 'qrels';
  if (/(^|\/)[^/]*(quer(y|ies)|question)/i.test(path)) return 'queries';
  if (/(^|\/)(corpus|doc(ument)?s?|passages?)\b/i.test(path)) return 'corpus';
  return undefined;
}
