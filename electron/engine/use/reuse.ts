/**
 * The same text, read by the same extractor in the same way, has the same nuggets, or the same summary: what was made of it once,
 * in any collection, is copied. The same way is the extraction key (extractor, version, model, profile, parameters); beside the
 * text an extractor reads its language alone, which must be the same too.
 */
import type { Document, Extraction, Nugget, Summary, Trace } from '../../../shared/domain';
import type { Extractor, Store } from '../ports';
import type { Stamp } from './extractionRows';

type Text = Pick<Document, 'sha256' | 'lang'>;

/** What two documents share of which the same is made. */
export const textKey = ({ sha256, lang }: Text): string => `${lang} ${sha256}`;

interface Place {
  readonly collection: string;
  readonly doc_id: string;
}

export interface NuggetRows {
  readonly extraction: Extraction;
  readonly nuggets: Nugget[];
  readonly traces: Trace[];
}

export interface SummaryRows {
  readonly summary: Summary;
  readonly traces: Trace[];
}

/** What is made of a document, as it is kept. */
export type Rows = NuggetRows | SummaryRows;

export interface FinishedTexts {
  /** The document was read: others with its text may copy from it. */
  add(document: Text & Place): void;
  /** Whether a document with this text was read. */
  has(text: Text): boolean;
  /** Rows for a document, copied from one with the same text; undefined where there is none. */
  copyFor(document: Text & Place, at: string): Promise<Rows | undefined>;
}

/** What was finished by this extractor so far, in all collections; a document of the same collection is taken first. */
export async function finishedTexts(
  store: Store,
  collection: string,
  { extractor, key, makes }: Pick<Stamp, 'extractor' | 'key'> & Pick<Extractor, 'makes'>,
): Promise<FinishedTexts> {
  const linesOf = (id: string, docId?: string): Promise<(Summary | Extraction)[]> =>
    makes === 'summary' ? store.summaries(id, docId) : store.extractions(id, docId);
  const isOurs = (line: Summary | Extraction) => line.extractor === extractor && line.key === key;
  const places = new Map<string, Place>();
  const add = (document: Text & Place) => {
    const { collection: where, doc_id } = document;
    if (!places.has(textKey(document))) places.set(textKey(document), { collection: where, doc_id });
  };
  const others = (await store.collections()).map(({ id }) => id).filter((id) => id !== collection);
  const inPart: (Text & Place)[] = [];
  for (const id of [collection, ...others]) {
    const lines = (await linesOf(id)).filter((line) => isOurs(line) && line.status !== 'failed');
    if (lines.length === 0) continue;
    const langs = new Map((await store.documentHeads({ collection: id })).heads.map((head) => [head.doc_id, head.lang]));
    for (const { doc_id, text_sha256: sha256, status } of lines) {
      const lang = langs.get(doc_id);
      if (!lang) continue;
      const document = { collection: id, doc_id, sha256, lang };
      if (status === 'done') add(document);
      else inPart.push(document);
    }
  }
  // What was read in part is finished as well, in its own collection and so in others; where one was read whole, that one is copied.
  for (const document of inPart) add(document);

  async function nuggetsOf({ collection: from, doc_id }: Place): Promise<NuggetRows | undefined> {
    const [lines, nuggets, traces] = await Promise.all([
      store.extractions(from, doc_id),
      store.nuggets(from, { docId: doc_id, extractor }),
      store.traces(from, doc_id),
    ]);
    const line = lines.find(isOurs);
    if (!line || line.nuggets !== nuggets.length) return undefined;
    return { extraction: line, nuggets, traces: traces.filter((trace) => trace.extractor === extractor) };
  }

  async function summaryOf({ collection: from, doc_id }: Place): Promise<SummaryRows | undefined> {
    const [summaries, traces] = await Promise.all([store.summaries(from, doc_id), store.summaryTraces(from, doc_id, extractor)]);
    const summary = summaries.find(isOurs);
    return summary && { summary, traces };
  }

  return {
    add,
    has: (text) => places.has(textKey(text)),
    async copyFor(document, at) {
      const from = places.get(textKey(document));
      if (!from || (from.collection === document.collection && from.doc_id === document.doc_id)) return undefined;
      if (makes === 'nuggets') {
        const rows = await nuggetsOf(from);
        return rows && copied(rows, document, at);
      }
      const rows = await summaryOf(from);
      return rows && copiedSummary(rows, document, at);
    },
  };
}

/** Why a text was read in part goes with what came of it; a failure since then is the other document's own. */
const ownNote = ({ error_code, error_message }: Pick<Extraction, 'error_code' | 'error_message'>) => ({
  error_code: '',
  error_message: error_code === '' ? error_message : '',
});

/** Ids begin with the document's id; what follows names the extraction, which is the same. */
function copied({ extraction, nuggets, traces }: NuggetRows, { collection, doc_id }: Place, at: string): NuggetRows {
  const idOf = (id: string) => doc_id + id.slice(extraction.doc_id.length);
  const here = { collection, doc_id };
  return {
    extraction: { ...extraction, ...here, seconds: 0, ...ownNote(extraction), at },
    nuggets: nuggets.map((nugget) => ({ ...nugget, ...here, id: idOf(nugget.id), trace_id: idOf(nugget.trace_id) })),
    traces: traces.map((trace) => ({ ...trace, ...here, id: idOf(trace.id) })),
  };
}

function copiedSummary({ summary, traces }: SummaryRows, { collection, doc_id }: Place, at: string): SummaryRows {
  const idOf = (id: string) => doc_id + id.slice(summary.doc_id.length);
  const here = { collection, doc_id };
  return {
    summary: { ...summary, ...here, id: idOf(summary.id), seconds: 0, ...ownNote(summary), at },
    traces: traces.map((trace) => ({ ...trace, ...here, id: idOf(trace.id) })),
  };
}
