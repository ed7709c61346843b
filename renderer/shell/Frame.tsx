import { BookOpen } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../api';
import { AuditPlace } from '../features/audit/AuditPlace';
import { useAuditAhead } from '../features/audit/ahead';
import { ComparePlace } from '../features/compare/ComparePlace';
import { LibraryPlace } from '../features/library/LibraryPlace';
import { ModelsPlace } from '../features/models/ModelsPlace';
import { SearchPlace } from '../features/search/SearchPlace';
import type { Opening } from '../features/search/useSearching';
import { setLanguage, useT } from '../i18n';
import { Empty } from '../ui/Empty';
import { Skeleton } from '../ui/Skeleton';
import { CloseDialog } from './CloseDialog';
import { useCommands } from './commands';
import { Fault } from './Fault';
import { useConnection, useJobs, useLoad, usePulse } from './hooks';
import { KeysHelp } from './KeysHelp';
import { Palette } from './Palette';
import { PLACES, type Place, Rail } from './Rail';
import { StatusLine } from './StatusLine';
import { applyTheme, loadSettings, type Settings, saveSettings, THEMES } from './settings';
import { useKeptFocus } from './useKeptFocus';

const AUDIT_VIEWS = [
  ['look', 'toLooking'],
  ['judge', 'toJudging'],
  ['relevance', 'toRelevance'],
  ['findings', 'toFindings'],
] as const;

/** Rail, place and status line; what every place shares (settings, collections, jobs) lives here. */
export function Frame() {
  const { t } = useT();
  const [settings, setSettings] = useState(loadSettings);
  const [place, setPlace] = useState<Place>('search');
  const [visited, setVisited] = useState<ReadonlySet<Place>>(new Set(['search']));
  const [dialog, setDialog] = useState<'palette' | 'keys' | null>(null);
  const [toOpen, setToOpen] = useState<Opening | null>(null);
  const [toAudit, setToAudit] = useState<Opening | null>(null);
  const main = useRef<HTMLElement>(null);
  const keepFocus = useKeptFocus(place, main);
  const { state } = useConnection();
  const jobs = useJobs();
  const pulseOf = usePulse(jobs);
  // What is in the workspace changes when a job ends.
  const ended = useMemo(() => jobs.map((job) => (job.state === 'running' ? '' : job.id + job.ended_at)).join(), [jobs]);
  const info = useLoad(() => (state === 'ready' ? api.call('info', {}) : undefined), [state, ended]);
  const collections = useLoad(() => (state === 'ready' ? api.call('collections', {}) : undefined), [state, ended]);
  // Another process may have turned an endpoint on or off: looked at again when the window is come back to, and now and then.
  useEffect(() => {
    const timer = setInterval(info.reload, 30_000);
    addEventListener('focus', info.reload);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', info.reload);
    };
  }, [info.reload]);
  const list = collections.value?.collections;
  const current = list?.find(({ id }) => id === settings.collection) ?? list?.[0];
  useAuditAhead(visited.has('audit') ? undefined : current, current ? pulseOf(current.id) : '');

  const change = (part: Partial<Settings>) =>
    setSettings((old) => {
      const next = { ...old, ...part };
      saveSettings(next);
      return next;
    });
  useEffect(() => {
    applyTheme(settings.theme);
    const media = matchMedia('(prefers-color-scheme: dark)');
    const onChange = () => applyTheme(settings.theme);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, [settings.theme]);
  useEffect(() => {
    document.documentElement.style.setProperty('--reading', `${settings.reading}px`);
  }, [settings.reading]);

  const go = (next: Place) => {
    setPlace(next);
    setVisited((old) => (old.has(next) ? old : new Set([...old, next])));
  };
  const open = (opening: Opening) => {
    change({ collection: opening.collection });
    setToOpen(opening);
    go('search');
  };
  const audit = (opening: Opening) => {
    change({ collection: opening.collection });
    setToAudit(opening);
    go('audit');
  };
  const otherLanguage = settings.language === 'en' ? 'pt-BR' : 'en';
  const switchLanguage = () => {
    change({ language: otherLanguage });
    void setLanguage(otherLanguage);
  };
  useCommands('frame', t('everywhere'), true, [
    { id: 'palette', label: t('palette'), keys: 'Mod+k', always: true, run: () => setDialog('palette') },
    { id: 'keys', label: t('keysTitle'), keys: '?', run: () => setDialog('keys') },
    ...PLACES.map((id, i) => ({ id: `go-${id}`, label: t(id), keys: String(i + 1), run: () => go(id) })),
    // From elsewhere: in Audit they have keys of their own.
    ...(place === 'audit' ? [] : AUDIT_VIEWS).map(([auditView, label]) => ({
      id: `audit-${auditView}`,
      label: `${t('audit')}: ${t(label)}`,
      run: () => {
        change({ auditView });
        go('audit');
      },
    })),
    { id: 'language', label: t('switchLanguage'), run: switchLanguage },
    ...THEMES.map((theme) => ({ id: `theme-${theme}`, label: `${t('theme')}: ${t(`theme_${theme}`)}`, run: () => change({ theme }) })),
    ...(list ?? []).map(({ id }) => ({
      id: `collection-${id}`,
      label: `${t('collection')}: ${id}`,
      run: () => change({ collection: id }),
    })),
  ]);

  /** Places keep their state while another is looked at; they need a collection to work on. */
  const kept = (id: Place, content: (collection: NonNullable<typeof current>) => ReactNode) =>
    visited.has(id) && (
      <div hidden={place !== id}>
        <h1 className="hidden">{t(id)}</h1>
        {current && list ? (
          content(current)
        ) : list ? (
          <Empty icon={BookOpen} title={t('emptyLibraryTitle')} text={t('emptyLibraryText')}>
            <button type="button" className="button primary" onClick={() => go('library')}>
              {t('goToLibrary')}
            </button>
          </Empty>
        ) : collections.error ? (
          <Fault error={collections.error} action={{ label: t('retry'), run: collections.reload }} />
        ) : (
          <Skeleton />
        )}
      </div>
    );
  return (
    <div className="frame">
      <Rail
        place={place}
        theme={settings.theme}
        otherLanguage={otherLanguage}
        onPlace={go}
        onTheme={() => change({ theme: THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length]! })}
        onLanguage={switchLanguage}
        onKeys={() => setDialog('keys')}
      />
      <main ref={main} className="place" tabIndex={-1} onFocusCapture={keepFocus}>
        {kept('search', (collection) => (
          <SearchPlace
            active={place === 'search'}
            collections={list!}
            error={collections.error}
            collection={collection}
            settings={settings}
            change={change}
            toOpen={toOpen}
            goToLibrary={() => go('library')}
            onAudit={audit}
          />
        ))}
        {kept('compare', (collection) => (
          <ComparePlace
            key={collection.id}
            active={place === 'compare'}
            collections={list!}
            collection={collection}
            jobs={jobs}
            change={change}
            onOpen={open}
          />
        ))}
        {kept('audit', (collection) => (
          <AuditPlace
            key={collection.id}
            active={place === 'audit'}
            collections={list!}
            collection={collection}
            settings={settings}
            change={change}
            toOpen={toAudit?.collection === collection.id ? toAudit : null}
            pulse={pulseOf(collection.id)}
            onCompare={() => go('compare')}
          />
        ))}
        {place === 'library' && (
          <LibraryPlace
            collections={list}
            usual={info.value?.default_encoder ?? ''}
            searched={settings.history}
            error={collections.error}
            jobs={jobs}
            pulseOf={pulseOf}
            onOpen={open}
            onSearch={(id) => {
              change({ collection: id });
              go('search');
            }}
          />
        )}
        {place === 'models' && (
          <ModelsPlace
            onEndpoints={() => {
              info.reload();
              collections.reload();
            }}
          />
        )}
      </main>
      <StatusLine collection={current} info={info.value} jobs={jobs} onWork={() => go('library')} />
      <CloseDialog jobs={jobs} />
      {dialog === 'palette' && <Palette onClose={() => setDialog(null)} />}
      {dialog === 'keys' && <KeysHelp onClose={() => setDialog(null)} />}
    </div>
  );
}
