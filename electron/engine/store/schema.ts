/** The tables of a workspace. A row's `key` is what it replaces when it is written again. */
import { arrow } from './arrow';

const { Binary, Field, FixedSizeList, Float32, Float64, Int32, Schema, Utf8 } = arrow;

const text = (name: string) => new Field(name, new Utf8(), false);
const binary = (name: string) => new Field(name, new Binary(), false);
const int = (name: string) => new Field(name, new Int32(), false);
const real = (name: string, nullable = false) => new Field(name, new Float64(), nullable);

const TRACES = new Schema([
  ...[
    'key',
    'id',
    'collection',
    'doc_id',
    'extractor',
    'extractor_version',
    'model_id',
    'model_sha256',
    'profile_id',
    'profile_sha256',
  ].map(text),
  ...['params', 'raw', 'stop_reason', 'created_at', 'extraction'].map(text),
  ...['window', 'window_start', 'window_end', 'attempts'].map(int),
]);

export const TABLES = {
  collections: new Schema([text('key'), text('id'), text('created_at')]),
  documents: new Schema([
    ...['key', 'collection', 'doc_id', 'title', 'lang', 'court', 'class', 'date', 'text', 'sha256', 'source', 'added_at'].map(text),
    int('words'),
    int('chars'),
  ]),
  passages: new Schema([...['key', 'id', 'collection', 'doc_id'].map(text), int('ord'), int('start'), int('end')]),
  nuggets: new Schema([
    ...[
      'key',
      'id',
      'collection',
      'doc_id',
      'text',
      'context',
      'extractor',
      'tier',
      'status',
      'spans',
      'quotes',
      'trace_id',
      'extraction',
      'fields',
      'failed_checks',
    ].map(text),
    int('ord'),
    real('cue', true),
  ]),
  traces: TRACES,
  /** What was answered before an extraction failed. */
  failed_traces: TRACES,
  extractions: new Schema([
    ...['key', 'collection', 'doc_id', 'extraction', 'extractor', 'text_sha256', 'status', 'error_code', 'error_message', 'at'].map(text),
    ...['nuggets', 'covered', 'windows'].map(int),
    real('seconds'),
  ]),
  summaries: new Schema([
    ...['key', 'id', 'collection', 'doc_id', 'extraction', 'extractor', 'profile_id', 'text_sha256', 'status', 'fields', 'traces'].map(
      text,
    ),
    ...['error_code', 'error_message', 'at'].map(text),
    ...['covered', 'windows'].map(int),
    real('seconds'),
  ]),
  queries: new Schema(['key', 'collection', 'query_id', 'text', 'source'].map(text)),
  judgments: new Schema([...['key', 'collection', 'query_id', 'doc_id'].map(text), int('grade')]),
  runs: new Schema(['key', 'id', 'collection', 'name', 'config', 'created_at', 'trec'].map(text)),
  run_units: new Schema([...['key', 'collection', 'run_id', 'unit_ids', 'doc_ids'].map(text), int('part'), binary('doc_of')]),
  run_hits: new Schema([
    ...['key', 'collection', 'run_id', 'query_id'].map(text),
    ...['part', 'list'].map(int),
    ...['units', 'scores'].map(binary),
    real('floor'),
  ]),
  formulations: new Schema([
    ...['key', 'collection', 'text_sha256', 'formulation', 'formulator', 'lang', 'phrases', 'edited_phrases', 'edited_facts'].map(text),
    ...['edited_at', 'status', 'note', 'version', 'model_id', 'model_sha256', 'prompt_sha256', 'params', 'raw', 'stop_reason', 'at'].map(
      text,
    ),
    int('attempts'),
    real('seconds'),
  ]),
  rerankings: new Schema([
    ...['key', 'collection', 'reranking', 'query_id', 'order', 'returned', 'windows', 'warnings', 'at'].map(text),
    real('seconds'),
  ]),
} as const;

export const vectorSchema = (dimensions: number) =>
  new Schema([
    text('text_sha256'),
    new Field('vector', new FixedSizeList(dimensions, new Field('item', new Float32(), true)), false),
    int('tokens'),
    int('used_chars'),
  ]);

const SEPARATOR = '\u001f';

/** Parts of a key in one string. A part that holds the separator itself is spelt so that no two keys are the same. */
export const rowKey = (...parts: readonly string[]): string => parts.map(escapePart).join(SEPARATOR);

/** The escape character begins a pair, so it is spelt as a pair as well. */
const escapePart = (part: string): string => part.replaceAll('\u001e', '\u001e0').replaceAll(SEPARATOR, '\u001e1');
