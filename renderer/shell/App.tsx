import { BookOpen, Boxes, Languages, Library, Search, SunMoon } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../api';
import { LibraryPlace } from '../features/library/LibraryPlace';
import { ModelsPlace } from '../features/models/ModelsPlace';
import { SearchPlace } from '../features/search/SearchPlace';
import { setLanguage, useT } from '../i18n';
import { Commands, createCommandRegistry, dispatchKey, useCommands } from './commands';
import { useConnection, useJobs, useLoad } from './hooks';
import { KeysHelp } from './KeysHelp';
import { Palette } from './Palette';
import { StatusLine } from './StatusLine';
import { applyTheme, loadSettings, type Settings, saveSettings, type Theme } from './settings';

type Place = 'search' | 'library' | 'models';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export function App() {
  const [registry] = useState(createCommandRegistry);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => dispatchKey(registry, event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [registry]);
  return (
    <Commands value={registry}>
      <Frame />
    </Commands>
  );
}

function Frame() {
  const { t } = useT();
  const [settings, setSettings] = useState(loadSettings);
  const [place, setPlace] = useState<Place>('search');
  const [dialog, setDialog] = useState<'palette' | 'keys' | null>(null);
  /** A document that Library asked to be opened. */
  const [toOpen, setToOpen] = useState<string | null>(null);
  const { state } = useConnection();
  const jobs = useJobs();
  const finished = useMemo(
    () =>
      jobs
        .filter((job) => job.state !== 'running')
        .map((job) => job.id + job.state + job.ended_at)
        .join(),
    [jobs],
  );
  const info = useLoad(() => (state === 'ready' ? api.call('info', {}) : undefined), [state]);
  const collections = useLoad(() => (state === 'ready' ? api.call('collections', {}) : undefined), [state, finished]);
  const list = collections.value?.collections;
  const current = list?.find(({ id }) => id === settings.collection) ?? list?.[0];

  const change = (part: Partial<Settings>) =>
    setSettings((old) => {
      const next = { ...old, ...part };
      saveSettings(next);
      return next;
    });
  useEffect(() => applyTheme(settings.theme), [settings.theme]);
  useEffect(() => {
    const media = matchMedia('(prefers-color-scheme: dark)');
    const onChange = () => applyTheme(settings.theme);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, [settings.theme]);
  useEffect(() => {
    document.documentElement.style.setProperty('--reading', `${settings.reading}px`);
  }, [settings.reading]);

  const otherLanguage = settings.language === 'en' ? 'pt-BR' : 'en';
  const switchLanguage = () => {
    change({ language: otherLanguage });
    void setLanguage(otherLanguage);
  };
  const nextTheme = () => change({ theme: THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length]! });

  useCommands('frame', [
    { id: 'palette', label: t('palette'), keys: 'Mod+k', always: true, run: () => setDialog('palette') },
    { id: 'keys', label: t('keysTitle'), keys: '?', run: () => setDialog('keys') },
    { id: 'go-search', label: t('search'), keys: '1', run: () => setPlace('search') },
    { id: 'go-library', label: t('library'), keys: '2', run: () => setPlace('library') },
    { id: 'go-models', label: t('models'), keys: '3', run: () => setPlace('models') },
    { id: 'language', label: t('switchLanguage'), run: switchLanguage },
    ...THEMES.map((theme) => ({ id: `theme-${theme}`, label: `${t('theme')}: ${t(`theme_${theme}`)}`, run: () => change({ theme }) })),
  ]);

  const places = [
    ['search', Search],
    ['library', Library],
    ['models', Boxes],
  ] as const;
  return (
    <div className="frame">
      <nav className="rail" aria-label={t('places')}>
        <div className="brand">Pepita</div>
        {places.map(([id, Icon]) => (
          <button key={id} type="button" aria-current={place === id ? 'page' : undefined} onClick={() => setPlace(id)}>
            <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
            {t(id)}
          </button>
        ))}
        <div className="spacer" />
        <button type="button" onClick={nextTheme} title={`${t('theme')}: ${t(`theme_${settings.theme}`)}`}>
          <SunMoon size={18} strokeWidth={1.6} aria-hidden="true" />
          {t('theme')}
        </button>
        <button type="button" onClick={switchLanguage} lang={otherLanguage}>
          <Languages size={18} strokeWidth={1.6} aria-hidden="true" />
          {t('switchLanguage')}
        </button>
        <button type="button" onClick={() => setDialog('keys')}>
          <BookOpen size={18} strokeWidth={1.6} aria-hidden="true" />
          {t('keysTitle')}
        </button>
      </nav>
      <main className="place">
        {/* Search stays as it was while another place is looked at. */}
        <div style={{ display: place === 'search' ? 'block' : 'none', height: '100%' }}>
          <SearchPlace
            active={place === 'search'}
            collections={list}
            error={collections.error}
            collection={current}
            settings={settings}
            change={change}
            toOpen={toOpen}
            opened={() => setToOpen(null)}
            goToLibrary={() => setPlace('library')}
          />
        </div>
        {place === 'library' && (
          <LibraryPlace
            collections={list}
            jobs={jobs}
            onOpen={(collection, docId) => {
              change({ collection });
              setToOpen(docId);
              setPlace('search');
            }}
          />
        )}
        {place === 'models' && <ModelsPlace />}
      </main>
      <StatusLine collection={current} info={info.value} jobs={jobs} />
      {dialog === 'palette' && <Palette onClose={() => setDialog(null)} />}
      {dialog === 'keys' && <KeysHelp onClose={() => setDialog(null)} />}
    </div>
  );
}
