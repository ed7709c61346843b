/** What a comparison says about the data that it was made of: what a reader must know before trusting the means. Pure. */
import type { CompareRunsOutput } from '../../../../shared/contract';
import type { Translate } from '../../../i18n';

export function notesOf({ missing, ignored, unknown }: CompareRunsOutput, t: Translate): string[] {
  const byRun = (rows: readonly { readonly run: string }[]) => {
    const counts = new Map<string, number>();
    for (const { run } of rows) counts.set(run, (counts.get(run) ?? 0) + 1);
    return [...counts];
  };
  return [
    ...byRun(missing).map(([run, count]) => t('noteMissing', { run, count })),
    ...byRun(ignored).map(([run, count]) => t('noteIgnored', { run, count })),
    ...byRun(unknown).map(([run, count]) => t('noteUnknown', { run, count })),
  ];
}
