/** What the keyboard reaches in the lab. */
import type { RefObject } from 'react';
import { useT } from '../../i18n';
import { useCommands } from '../../shell/commands';
import { focusAfter } from '../../shell/focusAfter';
import { VIEW_KEYS, VIEWS, type View } from './views';

const byId = (id: string) => () => document.getElementById(id);

export function useLabCommands(
  active: boolean,
  {
    view,
    box,
    setView,
    showPane,
    rerank,
  }: {
    view: View;
    /** The search box, where it is there. */
    box: RefObject<HTMLTextAreaElement | null>;
    setView: (view: View) => void;
    showPane: (change: (shown: boolean) => boolean) => void;
    /** Where there is a run to rerank. */
    rerank: (() => void) | undefined;
  },
): void {
  const { t } = useT();
  const toQuery = () =>
    focusAfter(
      () => setView('side'),
      () => box.current,
    );
  const toQueries = () => focusAfter(() => showPane(() => true), byId('lab-queries'));
  useCommands(
    'compare',
    t('compare'),
    active,
    [
      ...VIEWS.map((one) => ({ id: `lab-${one}`, label: t(`view_${one}`), keys: VIEW_KEYS[one], run: () => setView(one) })),
      { id: 'compare-query', label: t('toSearchBox'), keys: '/', run: toQuery },
      { id: 'compare-list', label: t('toList'), keys: 'l', run: () => byId(view === 'tune' ? 'tuned-1' : 'ranking-0')()?.focus() },
      { id: 'compare-query-list', label: t('toQueryList'), keys: 'i', run: toQueries },
      { id: 'compare-queries', label: t('toggleQueries'), keys: 'q', run: () => showPane((shown) => !shown) },
      ...(rerank ? [{ id: 'lab-rerank', label: t('rerankRun'), keys: 'k', run: rerank }] : []),
    ],
    [
      { keys: ['↑', '↓'], label: t('key_move') },
      { keys: ['←', '→'], label: t('key_side') },
      { keys: ['Enter'], label: t('key_open') },
    ],
  );
}
