/** Pairs of a query and a decision, one after the other, with the grade that the annotator gives. */
import { useEffect, useRef, useState } from 'react';
import type { PoolItem, PoolOutput } from '../../../../shared/contract';
import { type AppError, toAppError } from '../../../../shared/errors';
import { api } from '../../../api';
import { useLoad } from '../../../shell/hooks';
import type { Who } from '../../../shell/settings';
import type { Moves } from '../UndoButtons';

const PAGE = 50;

export interface Pool {
  readonly item: PoolItem | undefined;
  readonly next: PoolItem | undefined;
  readonly position: number;
  readonly total: number;
  readonly judged: number;
  /** Whether one's last judgment can be taken back, or brought back. */
  readonly moves: Moves | undefined;
  readonly faults: PoolOutput['faults'];
  readonly error: AppError | undefined;
  readonly loading: boolean;
  /** Query and document of what was taken or brought back last, where the pool does not hold them. */
  readonly elsewhere: string | undefined;
  go(position: number): void;
  /** To the next pair that is not judged; false where all are. */
  toOpen(): Promise<boolean>;
  grade(grade: number): void;
  undo(redo: boolean): void;
}

export function usePool(collection: string, who: Who, runs: readonly string[], depth: number, stamp = 0): Pool {
  const [position, setPosition] = useState(-1);
  const [given, setGiven] = useState<ReadonlyMap<number, PoolItem>>(new Map());
  /** The same, also between an answer and its drawing: keys can be quicker. */
  const latest = useRef(given);
  const [elsewhere, setElsewhere] = useState<string>();
  const [moved, setMoved] = useState<Moves>();
  const [fault, setFault] = useState<AppError>();
  const writing = useRef<Promise<unknown>>(Promise.resolve());
  const input = { collection, annotator: who.name, role: who.role, blind: who.blind, runs: [...runs], depth };
  /** Read anew where judgments came in from elsewhere. */
  const key = JSON.stringify([input, stamp]);
  const ready = who.name !== '' && runs.length > 0;
  const first = useLoad(
    (signal) => (ready ? api.call('judgingPool', { ...input, open: true, limit: 1 }, { signal }) : undefined),
    [key, ready],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pool begins at its first open pair
  useEffect(() => {
    latest.current = new Map();
    setGiven(latest.current);
    setElsewhere(undefined);
    setMoved(undefined);
    setPosition(-1);
  }, [key]);
  useEffect(() => {
    if (first.value) setPosition((old) => (old < 0 ? (first.value?.items[0]?.position ?? 0) : old));
  }, [first.value]);
  const from = Math.max(0, Math.floor(position / PAGE) * PAGE);
  const page = useLoad(
    (signal) =>
      ready && position >= 0 ? api.call('judgingPool', { ...input, open: false, from, limit: PAGE + 1 }, { signal }) : undefined,
    [key, ready, from, position >= 0],
  );
  const at = (place: number) => given.get(place) ?? page.value?.items.find((item) => item.position === place);
  const before = [...given.values()].filter(({ position: place }) => page.value?.items.some((item) => item.position === place));
  const changed = before.reduce((sum, item) => {
    const old = page.value?.items.find(({ position: place }) => place === item.position);
    return sum + Number(item.grade !== null) - Number(old?.grade !== null);
  }, 0);
  const inTurn = (work: () => Promise<void>) => {
    setFault(undefined);
    setElsewhere(undefined);
    writing.current = writing.current.then(work).catch((thrown) => setFault(toAppError(thrown)));
  };
  const put = (item: PoolItem) => {
    latest.current = new Map(latest.current).set(item.position, item);
    setGiven(latest.current);
  };
  const item = at(position);
  const pair = { collection, annotator: who.name, role: who.role, blind: who.blind };
  return {
    item,
    next: at(position + 1),
    position,
    total: page.value?.total ?? first.value?.total ?? 0,
    judged: (page.value?.judged ?? first.value?.judged ?? 0) + changed,
    moves: moved ?? page.value ?? first.value,
    faults: page.value?.faults ?? [],
    error: fault ?? first.error ?? page.error,
    elsewhere,
    loading: ready && !item && (first.loading || page.loading),
    go: (to) => setPosition(Math.max(0, Math.min((page.value?.total ?? 1) - 1, to))),
    async toOpen() {
      await writing.current;
      const open = { ...input, open: true, limit: 1 };
      const { items } = await api.call('judgingPool', { ...open, from: position + 1 });
      const found = items[0] ?? (await api.call('judgingPool', open)).items[0];
      if (found) setPosition(found.position);
      return found !== undefined;
    },
    grade: (grade) => {
      if (!item) return;
      inTurn(async () => {
        const now = latest.current.get(item.position) ?? item;
        const {
          grade: kept,
          settled,
          can_undo,
          can_redo,
        } = await api.call('judgeRelevance', {
          ...pair,
          query_id: now.query_id,
          doc_id: now.document.doc_id,
          grade: now.grade === grade ? null : grade,
        });
        put({ ...now, grade: kept, settled });
        setMoved({ can_undo, can_redo });
      });
    },
    undo: (redo) =>
      inTurn(async () => {
        const { moved } = await api.call('undoRelevance', { ...pair, redo });
        if (!moved) return;
        setMoved({ can_undo: moved.can_undo, can_redo: moved.can_redo });
        const pairIs = (one: PoolItem) => one.query_id === moved.query_id && one.document.doc_id === moved.doc_id;
        const touched =
          page.value?.items.find(pairIs) ??
          (await api.call('judgingPool', { ...input, limit: 1, pair: { query_id: moved.query_id, doc_id: moved.doc_id } })).items[0];
        if (!touched) return setElsewhere(`${moved.query_id} · ${moved.doc_id}`);
        put({ ...touched, grade: moved.grade, settled: moved.settled });
        setPosition(touched.position);
      }),
  };
}
