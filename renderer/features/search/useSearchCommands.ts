import { useT } from '../../i18n';
import { useCommands } from '../../shell/commands';
import { MODES, type Mode } from './modes';

/** What the palette and the keys do while decisions are searched for; without a chosen decision none can be audited. */
export function useSearchCommands(
  active: boolean,
  act: {
    readonly toBox: () => void;
    readonly toList: () => void;
    readonly toMode: (mode: Mode) => void;
    readonly audit: (() => void) | undefined;
    readonly toggleQueries: () => void;
  },
): void {
  const { t } = useT();
  useCommands(
    'search',
    t('search'),
    active,
    [
      { id: 'focus-search', label: t('toSearchBox'), keys: '/', run: act.toBox },
      { id: 'focus-list', label: t('toList'), keys: 'l', run: act.toList },
      ...MODES.map((choice) => ({ id: `mode-${choice}`, label: `${t('ranking')}: ${t(`mode_${choice}`)}`, run: () => act.toMode(choice) })),
      ...(act.audit ? [{ id: 'audit', label: t('openInAudit'), keys: 'a', run: act.audit }] : []),
      { id: 'toggle-queries', label: t('toggleQueries'), keys: 'q', run: act.toggleQueries },
    ],
    [
      { keys: ['↑', '↓'], label: t('key_move') },
      { keys: ['Enter'], label: t('key_open') },
      { keys: [t('space')], label: t('key_expand') },
    ],
  );
}
