/** The file that is being written, kept for each collection on this machine, and the outcomes that lie in the workspace. */
import { useState } from 'react';
import type { CollectionSummary, ExperimentHead } from '../../../shared/contract';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';
import { useT } from '../../i18n';
import { usableEncoders } from '../../shell/encoders';
import { useLoad } from '../../shell/hooks';
import { template } from './experiments/template';

export interface Experiments {
  readonly source: string;
  readonly initial: string;
  readonly outcomes: readonly ExperimentHead[];
  /** The outcome that is shown; null: the file. */
  readonly chosen: string | null;
  write(source: string): void;
  /** Why an outcome could not be removed. */
  readonly removal: AppError | undefined;
  choose(id: string | null): void;
  remove(id: string): void;
  reload(): void;
}

export function useExperiments(collection: CollectionSummary, active: boolean): Experiments {
  const { t } = useT();
  const key = `pepita-experiment-${collection.id}`;
  const initial = template(collection, usableEncoders(collection), { name: t('templateName'), description: t('templateDescription') });
  const [written, setWritten] = useState(() => localStorage.getItem(key));
  const [chosen, choose] = useState<string | null>(null);
  const [removal, setRemoval] = useState<AppError>();
  const outcomes = useLoad(() => (active ? api.call('experiments', {}) : undefined), [active]);
  return {
    source: written ?? initial,
    initial,
    outcomes: outcomes.value?.experiments ?? [],
    chosen,
    write(source) {
      setWritten(source === initial ? null : source);
      if (source === initial) localStorage.removeItem(key);
      else localStorage.setItem(key, source);
    },
    removal,
    choose,
    remove(id) {
      setRemoval(undefined);
      api
        .call('removeExperiment', { id })
        .then(() => choose((shown) => (shown === id ? null : shown)))
        .catch((thrown) => setRemoval(toAppError(thrown)))
        .finally(outcomes.reload);
    },
    reload: outcomes.reload,
  };
}
