/** What is asked and how it is ranked, what was found, and the decision that is chosen of it. */
import { useEffect, useRef, useState } from 'react';
import type { CollectionSummary, ResultDocument } from '../../../shared/contract';
import { api } from '../../api';
import type { ReaderUnit } from '../../reading/Reader';
import { usableEncoders } from '../../shell/encoders';
import { useLoad } from '../../shell/hooks';
import { type AggregateChoice, aggregates, type Mode, rankingOf } from './modes';
import { useApproximate } from './useApproximate';
import { useSearch } from './useSearch';

export interface Opening {
  readonly collection: string;
  readonly docId: string;
}

export type Searching = ReturnType<typeof useSearching>;

/** @param toOpen a document that another place asks to be shown; a new object each time */
export function useSearching(collection: CollectionSummary, active: boolean, toOpen: Opening | null) {
  const [query, setQuery] = useState('');
  const [mode, setMode] = useState<Mode>('nugget');
  const [aggregate, setAggregate] = useState<AggregateChoice>('max');
  const [wanted, setWanted] = useState('');
  const [selected, setSelected] = useState<string | null>(null);
  const [unit, setUnit] = useState<ReaderUnit | null>(null);
  const { id } = collection;
  // The index's state is part of what a search depends on: when it changes, the list is made anew.
  const stamp = JSON.stringify([collection.indexed, collection.nuggets, collection.documents]);
  const encoders = usableEncoders(collection);
  const encoder = encoders.includes(wanted) ? wanted : encoders[0];
  const near = useApproximate(id, rankingOf(mode, aggregate), encoder, active, stamp);
  const search = useSearch(id, query, mode, aggregate, encoder, near.on, stamp);
  const stored = useLoad(() => api.call('queries', { collection: id }), [id, stamp]);
  const shown = useLoad(
    (signal) => (selected ? api.call('show', { collection: id, doc_id: selected }, { signal }) : undefined),
    [id, selected, stamp],
  );
  const results = search.value?.results ?? [];

  const select = (result: ResultDocument) => {
    setSelected(result.doc_id);
    setUnit(aggregates(mode) ? (result.units[0] ?? null) : null);
  };
  const selectUnit = (result: ResultDocument, unitId: string) => {
    setSelected(result.doc_id);
    setUnit(result.units.find((candidate) => candidate.id === unitId) ?? null);
  };
  /** The next or the previous decision of the list. */
  const step = (by: 1 | -1) => {
    const next = results[results.findIndex((result) => result.doc_id === selected) + by];
    if (next) select(next);
  };
  const ask = (text: string) => {
    setQuery(text);
    setSelected(null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list brings its first document, unless one is chosen that is in it
  useEffect(() => {
    if (!search.value) return;
    const kept = results.find((result) => result.doc_id === selected) ?? results[0];
    if (kept) select(kept);
    else setSelected(null);
  }, [search.value]);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another collection begins empty
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    ask('');
    setUnit(null);
  }, [id]);
  useEffect(() => {
    if (!toOpen) return;
    setSelected(toOpen.docId);
    setUnit(null);
  }, [toOpen]);

  const queries = stored.value?.queries ?? [];
  const ranked = { query, ask, queries, mode, setMode, aggregate, setAggregate, encoders, encoder, setEncoder: setWanted, near };
  return { ...ranked, search, results, selected, select, selectUnit, step, shown, unit, setUnit };
}
