/** The rankings of one query, each kept until the query, the collection's index or its knobs change. */
import { useEffect, useRef, useState } from 'react';
import type { CollectionSummary, RescoreOutput } from '../../../../shared/contract';
import { type AppError, toAppError } from '../../../../shared/errors';
import { api } from '../../../api';
import { usableEncoders } from '../../../shell/encoders';
import type { RunEntry } from '../runs';
import { type ColumnRow, rescoredRows, type Source, searchedRows } from './columns';
import { inputOf, TOP } from './ranking';

export interface Answer {
  readonly rows?: readonly ColumnRow[];
  /** Documents in the ranking, where it is searched for. */
  readonly total?: number;
  /** Of a kept run, with what each score is made of. */
  readonly ranking?: NonNullable<RescoreOutput['ranking']>;
  readonly warnings?: readonly string[];
  readonly error?: AppError;
}

/** Answers that are kept, the oldest dropped first. */
const KEPT = 200;

interface Asking {
  readonly key: string;
  ask(): Promise<Answer>;
}

/** @param queryId of the query, where it is one of the collection's: kept runs know no others */
export function useColumns(
  collection: CollectionSummary,
  query: string,
  queryId: string | undefined,
  sources: readonly Source[],
  entries: readonly RunEntry[],
  stamp: string,
): readonly Answer[] {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  const asked = useRef(new Set<string>());
  const encoders = usableEncoders(collection);
  const askings = sources.map((source): Asking | undefined => {
    if (!query) return undefined;
    if (source.kind === 'live') {
      const input = inputOf(collection.id, query, source.ranking, encoders);
      return {
        key: JSON.stringify([stamp, input]),
        ask: () => api.call('search', input).then((out) => ({ rows: searchedRows(out), total: out.total, warnings: out.warnings })),
      };
    }
    const entry = entries.find(({ key }) => key === source.key);
    if (!entry || queryId === undefined) return undefined;
    const input = { collection: collection.id, run_id: entry.run.id, ...entry.change, measured: false, query_id: queryId, top: TOP };
    return {
      key: JSON.stringify([stamp, input]),
      ask: () =>
        api.call('rescore', input).then((out) => ({ rows: rescoredRows(out), ranking: out.ranking ?? [], warnings: out.warnings })),
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say everything that a ranking depends on
  useEffect(() => {
    for (const asking of askings) {
      if (!asking || asked.current.has(asking.key)) continue;
      const { key } = asking;
      asked.current.add(key);
      const put = (answer: Answer) =>
        setAnswers((old) => {
          const next = new Map(old).set(key, answer);
          const [oldest] = next.keys();
          if (next.size > KEPT && oldest !== undefined) {
            next.delete(oldest);
            asked.current.delete(oldest);
          }
          return next;
        });
      asking.ask().then(put, (thrown) => {
        asked.current.delete(key);
        put({ error: toAppError(thrown) });
      });
    }
  }, [askings.map((asking) => asking?.key).join('\n')]);
  return askings.map((asking) => (asking && answers.get(asking.key)) ?? {});
}
