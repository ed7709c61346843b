/** An annotator's way through a queue: the item at hand, the ones around it before they are needed, and what they say. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type JudgedChanges, type JudgedValues, NO_VALUES } from '../../../../shared/annotation';
import type { Input, QueueItem, QueueOutput } from '../../../../shared/contract';
import { type AppError, toAppError } from '../../../../shared/errors';
import { api } from '../../../api';
import type { Who } from '../../../shell/settings';

const PAGE = 20;

export type Counts = Pick<QueueOutput, 'total' | 'judged' | 'unknown' | 'can_undo' | 'can_redo'>;
type Spec = Input<'annotationQueue'>['queue'];

export const ownValues = (item: QueueItem | undefined, who: Who): JudgedValues =>
  item?.annotation?.by.find(({ annotator, role }) => annotator === who.name && role === who.role)?.values ?? NO_VALUES;

export interface Queue {
  readonly item: QueueItem | undefined;
  readonly next: QueueItem | undefined;
  readonly position: number;
  readonly counts: Counts | undefined;
  readonly error: AppError | undefined;
  readonly loading: boolean;
  readonly values: JudgedValues;
  /** What was taken or brought back last, where the queue does not hold its nugget. */
  readonly elsewhere: string | undefined;
  go(position: number): void;
  /** To the next that is not judged; false where all are. */
  toOpen(): Promise<boolean>;
  /** @param changes may hang on what is said by then: a key can be pressed before the one before it is answered */
  judge(changes: JudgedChanges | ((values: JudgedValues) => JudgedChanges)): void;
  undo(redo: boolean): void;
  reload(): void;
}

export function useQueue(collection: string, who: Who, spec: Spec, stamp: string): Queue {
  const [items, setItems] = useState<ReadonlyMap<number, QueueItem>>(new Map());
  const [position, setPosition] = useState(-1);
  const [counts, setCounts] = useState<Counts>();
  const [error, setError] = useState<AppError>();
  const [elsewhere, setElsewhere] = useState<string>();
  const [turn, setTurn] = useState(0);
  const asked = useRef(new Set<number>());
  const writing = useRef<Promise<unknown>>(Promise.resolve());
  // What is known now, also between an answer and its drawing.
  const latest = useRef(items);
  const update = useCallback((to: (old: ReadonlyMap<number, QueueItem>) => ReadonlyMap<number, QueueItem>) => {
    latest.current = to(latest.current);
    setItems(latest.current);
  }, []);
  const key = JSON.stringify([collection, who, spec, stamp, turn]);
  const present = useRef(key);
  present.current = key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all of them
  const ask = useCallback(
    (more: { open: boolean; from?: number; limit: number; version?: string }) =>
      api.call('annotationQueue', { collection, annotator: who.name, role: who.role, blind: who.blind, queue: spec, ...more }),
    [key],
  );
  const page = useCallback(
    async (n: number) => {
      if (n < 0 || asked.current.has(n)) return;
      asked.current.add(n);
      try {
        const { items: found, total, judged, unknown, can_undo, can_redo } = await ask({ open: false, from: n * PAGE, limit: PAGE });
        if (present.current !== key) return;
        // What is here may have been judged while the page was read: it stays.
        update((old) => new Map([...found.map((item) => [item.position, item] as const), ...old]));
        setCounts({ total, judged, unknown, can_undo, can_redo });
      } catch (thrown) {
        asked.current.delete(n);
        if (present.current === key) setError(toAppError(thrown));
      }
    },
    [ask, key, update],
  );

  // A queue begins at its first open item.
  useEffect(() => {
    asked.current = new Set();
    update(() => new Map());
    setCounts(undefined);
    setError(undefined);
    setElsewhere(undefined);
    setPosition(-1);
    if (who.name === '') return;
    ask({ open: true, limit: 1 })
      .then(({ items: [first], total, judged, unknown, can_undo, can_redo }) => {
        if (present.current !== key) return;
        setCounts({ total, judged, unknown, can_undo, can_redo });
        setPosition(first?.position ?? 0);
      })
      .catch((thrown) => present.current === key && setError(toAppError(thrown)));
  }, [ask, key, who.name, update]);
  useEffect(() => {
    if (position < 0) return;
    void page(Math.floor(position / PAGE));
    void page(Math.floor((position + PAGE / 2) / PAGE));
  }, [position, page]);

  const put = (at: number, change: (item: QueueItem) => QueueItem) =>
    update((old) => {
      const item = old.get(at);
      return item ? new Map(old).set(at, change(item)) : old;
    });
  const count = useCallback((before: JudgedValues, after: JudgedValues) => {
    const by = (of: (values: JudgedValues) => boolean) => Number(of(after)) - Number(of(before));
    setCounts(
      (old) =>
        old && {
          ...old,
          judged: old.judged + by(({ faithful }) => faithful !== null),
          unknown: old.unknown + by(({ faithful }) => faithful === 'unknown'),
        },
    );
  }, []);
  /** One after the other: a key that is pressed quickly is not overtaken. */
  const inTurn = useCallback((work: () => Promise<void>) => {
    setError(undefined);
    setElsewhere(undefined);
    writing.current = writing.current.then(work).catch((thrown) => setError(toAppError(thrown)));
  }, []);

  const item = items.get(position);
  const judge: Queue['judge'] = (changes) => {
    if (!item) return;
    const at = item.position;
    inTurn(async () => {
      const now = latest.current.get(at) ?? item;
      const before = ownValues(now, who);
      const { annotation, can_undo, can_redo } = await api.call('annotate', {
        collection,
        annotator: who.name,
        role: who.role,
        blind: who.blind,
        doc_id: now.nugget.doc_id,
        nugget_id: now.nugget.id,
        version: now.version,
        changes: typeof changes === 'function' ? changes(before) : changes,
      });
      put(at, (old) => ({ ...old, annotation }));
      count(before, ownValues({ ...now, annotation }, who));
      setCounts((old) => old && { ...old, can_undo, can_redo });
    });
  };
  const undo = (redo: boolean) =>
    inTurn(async () => {
      const { moved, can_undo, can_redo } = await api.call('undoAnnotation', {
        collection,
        annotator: who.name,
        role: who.role,
        blind: who.blind,
        redo,
      });
      setCounts((old) => old && { ...old, can_undo, can_redo });
      if (!moved) return;
      const { version, nugget } = moved.annotation;
      const touched = [...latest.current.values()].find((one) => one.version === version);
      if (!touched) {
        // On a page that was never read, or in another queue.
        const { items: found, ...now } = await ask({ open: false, limit: 1, version });
        if (present.current !== key) return;
        const [far] = found;
        setCounts({ total: now.total, judged: now.judged, unknown: now.unknown, can_undo, can_redo });
        if (!far) return setElsewhere(nugget.text);
        update((old) => new Map(old).set(far.position, far));
        return setPosition(far.position);
      }
      count(ownValues(touched, who), ownValues({ ...touched, annotation: moved.annotation }, who));
      put(touched.position, (old) => ({ ...old, annotation: moved.annotation }));
      setPosition(touched.position);
    });

  return {
    item,
    next: items.get(position + 1),
    position,
    counts,
    error,
    loading: !error && who.name !== '' && (!counts || (counts.total > 0 && !item)),
    values: ownValues(item, who),
    elsewhere,
    go: (to) => counts && setPosition(Math.max(0, Math.min(counts.total - 1, to))),
    async toOpen() {
      await writing.current;
      const after = await ask({ open: true, from: position + 1, limit: 1 });
      const found = after.items[0] ?? (await ask({ open: true, limit: 1 })).items[0];
      if (found) setPosition(found.position);
      return found !== undefined;
    },
    judge,
    undo,
    reload: () => setTurn((n) => n + 1),
  };
}
