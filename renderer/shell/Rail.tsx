import {
  Boxes,
  Columns3,
  Gem,
  Keyboard,
  Languages,
  Library,
  type LucideIcon,
  MonitorCog,
  Moon,
  ScanSearch,
  Search,
  Sun,
} from 'lucide-react';
import { useT } from '../i18n';
import type { Theme } from './settings';

export const PLACES = ['search', 'library', 'compare', 'audit', 'models'] as const;
export type Place = (typeof PLACES)[number];

const ICONS: Readonly<Record<Place, LucideIcon>> = {
  search: Search,
  library: Library,
  compare: Columns3,
  audit: ScanSearch,
  models: Boxes,
};
const THEME_ICONS: Readonly<Record<Theme, LucideIcon>> = { system: MonitorCog, light: Sun, dark: Moon };

/** The places, and what belongs to the whole window. */
export function Rail({
  place,
  theme,
  otherLanguage,
  onPlace,
  onTheme,
  onLanguage,
  onKeys,
}: {
  place: Place;
  theme: Theme;
  otherLanguage: string;
  onPlace: (place: Place) => void;
  onTheme: () => void;
  onLanguage: () => void;
  onKeys: () => void;
}) {
  const { t } = useT();
  const ThemeIcon = THEME_ICONS[theme];
  return (
    <nav className="rail" aria-label={t('places')}>
      <div className="brand">
        <Gem size={20} strokeWidth={1.5} aria-hidden="true" />
        <span>Pepita</span>
      </div>
      {PLACES.map((id, i) => {
        const Icon = ICONS[id];
        return (
          <button
            key={id}
            type="button"
            aria-current={place === id ? 'page' : undefined}
            title={`${t(id)} (${i + 1})`}
            onClick={() => onPlace(id)}
          >
            <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
            <span>{t(id)}</span>
          </button>
        );
      })}
      <div className="spacer" />
      <button type="button" className="tool" onClick={onTheme} title={`${t('theme')}: ${t(`theme_${theme}`)}`}>
        <ThemeIcon size={16} strokeWidth={1.7} aria-hidden="true" />
        <span>{t('theme')}</span>
      </button>
      <button
        type="button"
        className="tool"
        onClick={onLanguage}
        lang={otherLanguage}
        aria-label={t('switchLanguage')}
        title={t('switchLanguage')}
      >
        <Languages size={16} strokeWidth={1.7} aria-hidden="true" />
        <span>{t('switchLanguage')}</span>
      </button>
      <button type="button" className="tool" onClick={onKeys} title={`${t('keysTitle')} (?)`}>
        <Keyboard size={16} strokeWidth={1.7} aria-hidden="true" />
        <span>{t('keysTitle')}</span>
      </button>
    </nav>
  );
}
