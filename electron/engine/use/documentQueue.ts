/** Which documents an extraction has before it, in which order: those that were asked for meanwhile come first. */
import type { ExtractInput } from '../../../shared/contract';
import type { DocumentHead } from '../../../shared/domain';
import type { Store } from '../ports';
import { unknownDocument } from './require';

/** Documents that are to be read next, while an extraction runs: what the user asks for "now". */
export interface DocumentRequests {
  push(docId: string): void;
  /** The one that was asked for last, undefined where none waits. */
  take(): string | undefined;
}

export function createRequests(): DocumentRequests {
  const waiting: string[] = [];
  return {
    push: (docId) => void waiting.push(docId),
    take: () => waiting.pop(),
  };
}

export interface DocumentQueue {
  /** Documents and characters that were or will be read. */
  readonly total: number;
  readonly chars: number;
  /** Documents that were finished before. */
  readonly skipped: number;
  next(): DocumentHead | undefined;
}

/** @throws NOT_FOUND where a document that was named is not there */
export async function documentQueue(
  store: Store,
  input: Pick<ExtractInput, 'collection' | 'docs' | 'limit' | 'again'>,
  extraction: { readonly extractor: string; readonly key: string },
  requests?: DocumentRequests,
): Promise<DocumentQueue> {
  const { collection } = input;
  const heads = new Map((await store.documentHeads({ collection })).heads.map((head) => [head.doc_id, head]));
  const unknown = input.docs?.find((id) => !heads.has(id));
  if (unknown !== undefined) throw await unknownDocument(store, collection, unknown);
  const lines = (await store.extractions(collection)).filter((line) => line.extractor === extraction.extractor);
  const ledger = new Map(lines.map((line) => [line.doc_id, line]));
  const finished = ({ doc_id, sha256 }: DocumentHead): boolean => {
    const line = ledger.get(doc_id);
    return line !== undefined && line.key === extraction.key && line.status !== 'failed' && line.text_sha256 === sha256;
  };
  const chosen = input.docs ? [...new Set(input.docs)].map((id) => heads.get(id)!) : [...heads.values()];
  const open = input.again ? chosen : chosen.filter((head) => !finished(head));
  const todo = new Map((input.limit ? open.slice(0, input.limit) : open).map((head) => [head.doc_id, head]));
  const begun = new Set<string>();
  let total = todo.size;
  let chars = 0;
  for (const head of todo.values()) chars += head.chars;

  const take = (head: DocumentHead): DocumentHead => {
    todo.delete(head.doc_id);
    begun.add(head.doc_id);
    return head;
  };
  return {
    get total() {
      return total;
    },
    get chars() {
      return chars;
    },
    skipped: chosen.length - open.length,
    next() {
      for (let id = requests?.take(); id !== undefined; id = requests?.take()) {
        const head = heads.get(id);
        // What was begun or finished meanwhile need not be read a second time.
        if (!head || begun.has(id) || (!todo.has(id) && finished(head))) continue;
        if (!todo.has(id)) {
          total++;
          chars += head.chars;
        }
        return take(head);
      }
      const [first] = todo.values();
      return first && take(first);
    },
  };
}
