/** Row ↔ domain. The schemas parse what comes out of the tables, so that a damaged row is told, not shown. */
import { Document, DocumentHead, Extraction, Judgment, Nugget, Passage, Query, Summary, Trace } from '../../../shared/domain';
import { Formulation } from '../../../shared/formulation';
import { Reranking } from '../../../shared/reranking';
import type { Row } from './arrow';
import { rowKey } from './schema';

export const documentRow = (doc: Document): Row => ({ ...doc, key: rowKey(doc.collection, doc.doc_id), chars: doc.text.length });
export const toDocument = (row: Row): Document => Document.parse(row);
export const toHead = (row: Row): DocumentHead => DocumentHead.parse(row);
export const HEAD_COLUMNS = Object.keys(DocumentHead.shape);
export const DOCUMENT_COLUMNS = Object.keys(Document.shape);

export const passageRow = (passage: Passage): Row => ({ ...passage, key: rowKey(passage.collection, passage.id) });
export const toPassage = (row: Row): Passage => Passage.parse(row);

/** `generation` names the one commit that a row belongs to: see extractions.ts. */
export const nuggetRow = (nugget: Nugget, generation: string): Row => ({
  ...nugget,
  key: rowKey(nugget.collection, nugget.id),
  spans: JSON.stringify(nugget.spans),
  quotes: JSON.stringify(nugget.quotes),
  fields: JSON.stringify(nugget.fields),
  failed_checks: JSON.stringify(nugget.failed_checks),
  extraction: generation,
});
export const toNugget = (row: Row): Nugget => Nugget.parse({ ...row, ...parsed(row, ['spans', 'quotes', 'fields', 'failed_checks']) });

const parsed = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, JSON.parse(String(row[column]))]));

export const traceRow = (trace: Trace, generation: string): Row => ({
  ...trace,
  key: rowKey(trace.collection, trace.id),
  extraction: generation,
});
export const toTrace = (row: Row): Trace => Trace.parse(row);

/** The column is named `extraction`, since `key` is the row's own. */
export const extractionRow = ({ key: _, ...line }: Extraction, generation: string): Row => ({
  ...line,
  extraction: generation,
  key: rowKey(line.collection, line.doc_id, line.extractor),
});
export const toExtraction = (row: Row): Extraction => Extraction.parse({ ...row, key: keyOfGeneration(String(row.extraction)) });

/** A generation is the extraction's key and, after `~`, what tells two commits of the same key apart. */
export const keyOfGeneration = (generation: string): string => generation.split('~')[0]!;

export const summaryRow = ({ key, ...summary }: Summary, traces: readonly Trace[]): Row => ({
  ...summary,
  key: rowKey(summary.collection, summary.doc_id, summary.extractor),
  extraction: key,
  fields: JSON.stringify(summary.fields),
  traces: JSON.stringify(traces),
});
export const toSummary = (row: Row): Summary => Summary.parse({ ...row, key: row.extraction, ...parsed(row, ['fields']) });
export const SUMMARY_COLUMNS = Object.keys(Summary.shape).map((column) => (column === 'key' ? 'extraction' : column));
export const tracesOfSummary = (row: Row): Trace[] => Trace.array().parse(JSON.parse(String(row.traces)));

export const queryRow = (query: Query): Row => ({ ...query, key: rowKey(query.collection, query.query_id) });
export const toQuery = (row: Row): Query => Query.parse(row);

export const judgmentRow = (judgment: Judgment): Row => ({
  ...judgment,
  key: rowKey(judgment.collection, judgment.query_id, judgment.doc_id),
});
export const toJudgment = (row: Row): Judgment => Judgment.parse(row);

/** The columns are named `formulation` and `reranking`, since `key` is the row's own. */
export const formulationRow = ({ key, ...made }: Formulation): Row => ({
  ...made,
  key: rowKey(made.collection, made.text_sha256, key),
  formulation: key,
  phrases: JSON.stringify(made.phrases),
  edited_phrases: JSON.stringify(made.edited_phrases),
  edited_facts: JSON.stringify(made.edited_facts),
});
export const toFormulation = (row: Row): Formulation =>
  Formulation.parse({ ...row, key: row.formulation, ...parsed(row, ['phrases', 'edited_phrases', 'edited_facts']) });

export const rerankingRow = ({ key, ...made }: Reranking): Row => ({
  ...made,
  key: rowKey(made.collection, key),
  reranking: key,
  order: JSON.stringify(made.order),
  returned: JSON.stringify(made.returned),
  windows: JSON.stringify(made.windows),
  warnings: JSON.stringify(made.warnings),
});
export const toReranking = (row: Row): Reranking =>
  Reranking.parse({ ...row, key: row.reranking, ...parsed(row, ['order', 'returned', 'windows', 'warnings']) });
