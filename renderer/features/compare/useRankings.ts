/** The rankings of one query, each kept until the query or the collection's index changes. */
import { useEffect, useRef, useState } from 'react';
import type { CollectionSummary, Output } from '../../../shared/contract';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';
import { usableEncoders } from '../../shell/encoders';
import { inputOf, type Ranking } from './ranking';

export interface Answer {
  readonly output?: Output<'search'>;
  readonly error?: AppError;
}

export function useRankings(collection: CollectionSummary, query: string, rankings: readonly Ranking[], stamp: string): readonly Answer[] {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  const asked = useRef(new Set<string>());
  const encoders = usableEncoders(collection);
  const inputs = rankings.map((ranking) => inputOf(collection.id, query, ranking, encoders));
  const keys = inputs.map((input) => JSON.stringify([stamp, input]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say everything that a ranking depends on
  useEffect(() => {
    if (!query) return;
    for (const [i, key] of keys.entries()) {
      if (asked.current.has(key)) continue;
      asked.current.add(key);
      const put = (answer: Answer) => setAnswers((old) => new Map(old).set(key, answer));
      api.call('search', inputs[i]!).then(
        (output) => put({ output }),
        (thrown) => {
          asked.current.delete(key);
          put({ error: toAppError(thrown) });
        },
      );
    }
  }, [keys.join('\n'), query]);
  return keys.map((key) => (query ? (answers.get(key) ?? {}) : {}));
}
