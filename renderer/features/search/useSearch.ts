/** The search of the present query and ranking; the list before stays until the next is there, and moves are told. */
import { useEffect, useRef, useState } from 'react';
import type { Output } from '../../../shared/contract';
import { type Move, rankMoves } from '../../../shared/moves';
import { api } from '../../api';
import { type Loaded, useLoad } from '../../shell/hooks';
import { type AggregateChoice, type Mode, rankingOf } from './modes';

const MOVES_SHOWN_MS = 6000;
const TOP = 1000;

export interface Search extends Loaded<Output<'search'>> {
  /** By document, for a moment after the ranking was switched. */
  readonly moves: ReadonlyMap<string, Move>;
}

export function useSearch(
  collection: string | undefined,
  query: string,
  mode: Mode,
  aggregate: AggregateChoice,
  encoder: string | undefined,
  approximate: boolean,
  stamp: string,
): Search {
  const loaded = useLoad(
    (signal) =>
      collection && query.trim()
        ? api
            .call(
              'search',
              {
                collection,
                query,
                ...rankingOf(mode, aggregate),
                encoder,
                ...(approximate && { approximate }),
                top: TOP,
                units_per_document: 20,
              },
              { signal },
            )
            .then((output) => ({ query, collection, output }))
        : undefined,
    [collection, query, mode, aggregate, encoder, approximate, stamp],
  );
  const [moves, setMoves] = useState<ReadonlyMap<string, Move>>(new Map());
  const before = useRef<{ query: string; collection: string; ids: string[] } | undefined>(undefined);
  const { value } = loaded;
  useEffect(() => {
    if (!value) {
      before.current = undefined;
      return;
    }
    const ids = value.output.results.map((result) => result.doc_id);
    const earlier = before.current;
    before.current = { query: value.query, collection: value.collection, ids };
    if (!earlier || earlier.query !== value.query || earlier.collection !== value.collection) {
      setMoves(new Map());
      return;
    }
    setMoves(new Map(rankMoves(earlier.ids, ids).moves.map(({ doc_id, move }) => [doc_id, move])));
    const timer = setTimeout(() => setMoves(new Map()), MOVES_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return { ...loaded, value: value?.output, moves };
}
