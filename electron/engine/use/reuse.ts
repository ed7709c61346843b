/**
 * The same text, read by the same extractor in the same way, has the same nuggets: what was drawn from it once, in any
 * collection, is copied. The same way is the extraction key (extractor, version, model, profile, parameters); beside the
 * text an extractor reads its language alone, which must be the same too.
 */
import type { Document, Extraction, Nugget, Trace } from '../../../shared/domain';
import type { Store } from '../ports';
import type { Stamp } from './extractionRows';

type Text = Pick<Document, 'sha256' | 'lang'>;

/** What two documents share whose nuggets are the same. */
export const textKey = ({ sha256, lang }: Text): string => `${lang} ${sha256}`;

interface Place {
  readonly collection: string;
  readonly doc_id: string;
}

export interface Rows {
  readonly extraction: Extraction;
  readonly nuggets: Nugget[];
  readonly traces: Trace[];
}

export interface FinishedTexts {
  /** The document was read as a whole: others with its text may copy from it. */
  add(document: Text & Place): void;
  /** Rows for a document, copied from one with the same text; undefined where there is none. */
  copyFor(document: Text & Place, at: string): Promise<Rows | undefined>;
}

/** For what is not copied: summaries are each made from their own document. */
export const NOTHING_FINISHED: FinishedTexts = { add() {}, copyFor: async () => undefined };

/** What was finished by this extractor so far, in all collections; a document of the same collection is taken first. */
export async function finishedTexts(store: Store, collection: string, { extractor, key }: Pick<Stamp, 'extractor' | 'key'>) {
  const places = new Map<string, Place>();
  const add = (document: Text & Place) => {
    const { collection: where, doc_id } = document;
    if (!places.has(textKey(document))) places.set(textKey(document), { collection: where, doc_id });
  };
  const others = (await store.collections()).map(({ id }) => id).filter((id) => id !== collection);
  for (const id of [collection, ...others]) {
    const lines = (await store.extractions(id)).filter(
      (line) => line.extractor === extractor && line.key === key && line.status === 'done',
    );
    if (lines.length === 0) continue;
    const langs = new Map((await store.documentHeads({ collection: id })).heads.map((head) => [head.doc_id, head.lang]));
    for (const { doc_id, text_sha256: sha256 } of lines) {
      const lang = langs.get(doc_id);
      if (lang) add({ collection: id, doc_id, sha256, lang });
    }
  }

  const finished: FinishedTexts = {
    add,
    async copyFor(document, at) {
      const from = places.get(textKey(document));
      if (!from || (from.collection === document.collection && from.doc_id === document.doc_id)) return undefined;
      const [lines, nuggets, traces] = await Promise.all([
        store.extractions(from.collection, from.doc_id),
        store.nuggets(from.collection, { docId: from.doc_id, extractor }),
        store.traces(from.collection, from.doc_id),
      ]);
      const line = lines.find((candidate) => candidate.extractor === extractor && candidate.key === key);
      if (!line || line.nuggets !== nuggets.length) return undefined;
      return copied({ extraction: line, nuggets, traces: traces.filter((trace) => trace.extractor === extractor) }, document, at);
    },
  };
  return finished;
}

/** Ids begin with the document's id; what follows names the extraction, which is the same. */
function copied({ extraction, nuggets, traces }: Rows, { collection, doc_id }: Place, at: string): Rows {
  const idOf = (id: string) => doc_id + id.slice(extraction.doc_id.length);
  const here = { collection, doc_id };
  return {
    extraction: { ...extraction, ...here, seconds: 0, error_code: '', error_message: '', at },
    nuggets: nuggets.map((nugget) => ({ ...nugget, ...here, id: idOf(nugget.id), trace_id: idOf(nugget.trace_id) })),
    traces: traces.map((trace) => ({ ...trace, ...here, id: idOf(trace.id) })),
  };
}
