/** Which documents an extraction has before it, in which order: those that were asked for meanwhile come first. */
import type { ExtractInput } from '../../../shared/contract';
import type { DocumentHead } from '../../../shared/domain';
import type { Store } from '../ports';
import { unknownDocument } from './require';

/** A document that is to be read next; `again`: also where it is finished. */
export interface DocumentRequest {
  readonly doc_id: string;
  readonly again: boolean;
}

/** Documents that are to be read next, while an extraction runs: what the user asks for "now". */
export interface DocumentRequests {
  push(request: DocumentRequest): void;
  /** The one that was asked for last, undefined where none waits. */
  take(): DocumentRequest | undefined;
}

export function createRequests(): DocumentRequests {
  const waiting: DocumentRequest[] = [];
  return {
    push: (request) => void waiting.push(request),
    take: () => waiting.pop(),
  };
}

/** A document whose turn it is; `again`: whatever was drawn from its text before is not to be used. */
export interface Turn {
  readonly head: DocumentHead;
  readonly again: boolean;
}

export interface DocumentQueue {
  /** Documents and characters that were or will be read. */
  readonly total: number;
  readonly chars: number;
  /** Documents that were finished before. */
  readonly skipped: number;
  next(): Turn | undefined;
  /** The document is no longer being read. One that failed may be asked for again. */
  ended(docId: string, finished: boolean): void;
}

/** @throws NOT_FOUND where a document that was named is not there */
export async function documentQueue(
  store: Store,
  input: Pick<ExtractInput, 'collection' | 'docs' | 'limit' | 'again'>,
  extraction: { readonly extractor: string; readonly key: string; readonly makes?: 'nuggets' | 'summary' },
  requests?: DocumentRequests,
): Promise<DocumentQueue> {
  const { collection } = input;
  const heads = new Map((await store.documentHeads({ collection })).heads.map((head) => [head.doc_id, head]));
  const unknown = input.docs?.find((id) => !heads.has(id));
  if (unknown !== undefined) throw await unknownDocument(store, collection, unknown);
  const made = extraction.makes === 'summary' ? await store.summaries(collection) : await store.extractions(collection);
  const lines = made.filter((line) => line.extractor === extraction.extractor);
  const ledger = new Map(lines.map((line) => [line.doc_id, line]));
  const finished = ({ doc_id, sha256 }: DocumentHead): boolean => {
    const line = ledger.get(doc_id);
    return line !== undefined && line.key === extraction.key && line.status !== 'failed' && line.text_sha256 === sha256;
  };
  const chosen = input.docs ? [...new Set(input.docs)].map((id) => heads.get(id)!) : [...heads.values()];
  const open = input.again ? chosen : chosen.filter((head) => !finished(head));
  const todo = new Map((input.limit ? open.slice(0, input.limit) : open).map((head) => [head.doc_id, head]));
  const reading = new Set<string>();
  const finishedNow = new Set<string>();
  let total = todo.size;
  let chars = 0;
  for (const head of todo.values()) chars += head.chars;

  const take = (head: DocumentHead, again: boolean): Turn => {
    todo.delete(head.doc_id);
    reading.add(head.doc_id);
    return { head, again };
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
      for (let request = requests?.take(); request; request = requests?.take()) {
        const { doc_id, again } = request;
        const head = heads.get(doc_id);
        if (!head || reading.has(doc_id)) continue;
        if (!todo.has(doc_id)) {
          if (!again && (finishedNow.has(doc_id) || finished(head))) continue;
          total++;
          chars += head.chars;
        }
        return take(head, again || input.again);
      }
      const [first] = todo.values();
      return first && take(first, input.again);
    },
    ended(docId, isFinished) {
      reading.delete(docId);
      if (isFinished) finishedNow.add(docId);
    },
  };
}
