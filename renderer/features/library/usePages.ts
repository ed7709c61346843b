/** A long list read page by page, as it comes into view. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Output } from '../../../shared/contract';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';

export type DocumentRow = Output<'documents'>['documents'][number];
const PAGE = 200;

export interface Pages {
  readonly total: number;
  readonly error: AppError | undefined;
  row(i: number): DocumentRow | undefined;
  /** Asks for the pages that hold these places, each once. */
  want(first: number, last: number): void;
}

/** Begins anew when the collection, the words or `stamp` change. */
export function usePages(collection: string, find: string, stamp: string): Pages {
  const [total, setTotal] = useState(0);
  const [error, setError] = useState<AppError>();
  const [, drawn] = useState(0);
  const pages = useRef(new Map<number, readonly DocumentRow[]>());
  const turn = useRef(0);
  const load = useCallback(
    async (page: number) => {
      if (pages.current.has(page)) return;
      const mine = turn.current;
      pages.current.set(page, []);
      try {
        const got = await api.call('documents', { collection, find, offset: page * PAGE, limit: PAGE });
        if (mine !== turn.current) return;
        pages.current.set(page, got.documents);
        setTotal(got.total);
        drawn((n) => n + 1);
      } catch (thrown) {
        if (mine === turn.current) setError(toAppError(thrown));
      }
    },
    [collection, find],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed collection is read again
  useEffect(() => {
    turn.current += 1;
    pages.current = new Map();
    setError(undefined);
    void load(0);
  }, [load, stamp]);
  return {
    total,
    error,
    row: (i) => pages.current.get(Math.floor(i / PAGE))?.[i % PAGE],
    want(first, last) {
      for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) void load(page);
    },
  };
}
