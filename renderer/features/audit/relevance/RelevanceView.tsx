import { CheckCheck, FileDown, FileUp, ListChecks, UserRound } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { CollectionSummary } from '../../../../shared/contract';
import { api } from '../../../api';
import { useT } from '../../../i18n';
import { Reader } from '../../../reading/Reader';
import { useCommands } from '../../../shell/commands';
import { Fault } from '../../../shell/Fault';
import { count } from '../../../shell/format';
import { useLoad } from '../../../shell/hooks';
import { Said } from '../../../shell/Said';
import { resized, type Settings } from '../../../shell/settings';
import { CollectionPick } from '../../../ui/CollectionPick';
import { Empty } from '../../../ui/Empty';
import { IconButton } from '../../../ui/IconButton';
import { Skeleton } from '../../../ui/Skeleton';
import { AuditHead } from '../AuditHead';
import { BesideSource, useNarrow } from '../BesideSource';
import { FilesDialog, type FilesKind } from '../findings/FilesDialog';
import { WhoDialog } from '../judge/WhoDialog';
import { UndoButtons } from '../UndoButtons';
import { useShown } from '../useShown';
import { Holes } from './Holes';
import { RunChoice } from './RunChoice';
import { usePool } from './usePool';

const GRADES = [0, 1, 2, 3] as const;
const DEPTH = 10;
const KEYS = { undo: 'Mod+z', redo: 'Mod+Shift+z' };

/** What runs found for each query, graded one decision after the other with its text at hand. */
export function RelevanceView({
  active,
  collections,
  collection,
  settings,
  change,
  pulse,
  mode,
  onCompare,
}: {
  active: boolean;
  collections: readonly CollectionSummary[];
  collection: CollectionSummary;
  settings: Settings;
  change: (part: Partial<Settings>) => void;
  pulse: string;
  mode: ReactNode;
  onCompare: () => void;
}) {
  const { t, language } = useT();
  const { who } = settings;
  const { id } = collection;
  const runs = useLoad((signal) => api.call('runs', { collection: id }, { signal }), [id, pulse, active]);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [depth, setDepth] = useState(DEPTH);
  const [dialog, setDialog] = useState(false);
  const pane = useRef<HTMLElement>(null);
  const [files, setFiles] = useState<FilesKind | null>(null);
  const [merged, setMerged] = useState(0);
  const [reading, setReading] = useState(false);
  const all = runs.value?.runs ?? [];
  const pooled = all.map((run) => run.id).filter((run) => !left.includes(run));
  const pool = usePool(id, who, pooled, depth, merged);
  const { item } = pool;
  const [done, setDone] = useState(false);
  const go = (to: number) => {
    setDone(false);
    pool.go(to);
  };
  const toOpen = () => void pool.toOpen().then((found) => setDone(!found));
  const shown = useShown(id, item?.document.doc_id, [pool.next?.document.doc_id]);
  const here = shown.value?.document.doc_id === item?.document.doc_id ? shown.value : undefined;
  const narrow = useNarrow();
  useCommands('relevance', t('relevance'), active && who.name !== '', [
    ...GRADES.map((grade) => ({ id: `grade-${grade}`, label: t(`grade_${grade}`), keys: String(grade), run: () => pool.grade(grade) })),
    { id: 'next-pair', label: t('judge_next'), keys: 'j', run: () => go(pool.position + 1) },
    { id: 'previous-pair', label: t('judge_previous'), keys: 'k', run: () => go(pool.position - 1) },
    { id: 'open-pair', label: t('nextOpenPair'), keys: 'g', run: toOpen },
    { id: 'undo-grade', label: t('judge_undo'), keys: KEYS.undo, run: () => pool.undo(false) },
    { id: 'redo-grade', label: t('judge_redo'), keys: KEYS.redo, run: () => pool.undo(true) },
  ]);
  useCommands('relevance-files', t('relevance'), active, [
    { id: 'relevance-who', label: t('whoTitle'), run: () => setDialog(true) },
    { id: 'relevance-import', label: t('files_importRelevance'), run: () => setFiles('importRelevance') },
    { id: 'relevance-export', label: t('files_exportRelevance'), run: () => setFiles('exportRelevance') },
  ]);
  const n = (value: number) => count(value, language);
  const settled = item?.settled;
  const others = item?.by.filter(({ annotator, role }) => annotator !== who.name || role !== who.role) ?? [];
  const gradeName = (grade: number): string => {
    const known = GRADES.find((one) => one === grade);
    return known === undefined ? n(grade) : `${t(`grade_${known}`)} (${known})`;
  };
  const sheet = (
    <section className="pane" ref={pane} tabIndex={-1} aria-label={t('relevance')}>
      <AuditHead
        pick={<CollectionPick collections={collections} value={id} onChange={(next) => change({ collection: next })} />}
        who={who}
        mode={mode}
        tools={
          <>
            <IconButton icon={FileUp} label={t('files_importRelevance')} onClick={() => setFiles('importRelevance')} />
            <IconButton icon={FileDown} label={t('files_exportRelevance')} onClick={() => setFiles('exportRelevance')} />
          </>
        }
        onWho={() => setDialog(true)}
      >
        <p className="grow" role="status">
          {item && `${t('pairOf', { at: n(pool.position + 1), total: n(pool.total) })} · ${t('judgedCount', { count: pool.judged })}`}
        </p>
        <UndoButtons moves={pool.moves} keys={KEYS} onUndo={pool.undo} />
      </AuditHead>
      {(runs.error ?? pool.error) && <Fault error={(runs.error ?? pool.error)!} />}
      {who.name === '' ? (
        <Empty icon={UserRound} title={t('whoTitle')} text={t('whoText')}>
          <button type="button" className="button primary" onClick={() => setDialog(true)}>
            {t('begin')}
          </button>
        </Empty>
      ) : runs.value && all.length === 0 ? (
        <Empty icon={ListChecks} title={t('noPoolTitle')} text={t('noPoolText')}>
          <button type="button" className="button primary" onClick={onCompare}>
            {t('toCompare')}
          </button>
        </Empty>
      ) : (
        <div className="judge">
          <RunChoice
            runs={all}
            pooled={pooled}
            depth={depth}
            onDepth={setDepth}
            onToggle={(run) => setLeft((old) => (old.includes(run) ? old.filter((one) => one !== run) : [...old, run]))}
          />
          {pool.faults.map(({ file, row, reason }) => (
            <p key={`${file} ${row}`} className="note">
              {file}, {row}: <Said text={reason} />
            </p>
          ))}
          {done && (
            <p className="note row" role="status">
              <CheckCheck size={16} aria-hidden="true" /> {t('allPairsJudged')}
            </p>
          )}
          {pool.elsewhere && (
            <p className="note" role="status">
              {t('pairElsewhere')} {pool.elsewhere}
            </p>
          )}
          {pool.loading && <Skeleton />}
          {item && (
            <>
              <article className="judge-card" aria-label={t('query')}>
                <p className="small muted">
                  {t('query')} {item.query_id}
                </p>
                <p className="thesis asked">{item.query}</p>
              </article>
              <div className="label-group" role="group" aria-label={t('relevance')}>
                <span className="small muted" aria-hidden="true">
                  {t('relevance')}
                </span>
                <div className="label-choices">
                  {GRADES.map((grade) => (
                    <button
                      key={grade}
                      type="button"
                      className="label-choice"
                      aria-pressed={item.grade === grade}
                      onClick={() => pool.grade(grade)}
                    >
                      {t(`grade_${grade}`)}
                      <kbd>{grade}</kbd>
                    </button>
                  ))}
                </div>
              </div>
              {others.length > 0 && (
                <p className="small muted">
                  {t('othersSay')}: {others.map(({ annotator, grade }) => `${annotator} – ${gradeName(grade)}`).join(' · ')}
                </p>
              )}
              {settled && (
                <p className="small muted">{t('gradeHolds', { grade: gradeName(settled.grade), how: t(`how_${settled.how}`) })}</p>
              )}
              {item.found.length > 0 && (
                <p className="small muted">
                  {t('foundBy')}{' '}
                  {item.found.map(({ run_id, rank }) => `${all.find((run) => run.id === run_id)?.name ?? run_id} (${n(rank)})`).join(' · ')}
                </p>
              )}
              {narrow && (
                <button type="button" className="button" onClick={() => setReading(true)}>
                  {t('openText')}
                </button>
              )}
            </>
          )}
          <Holes collection={id} runs={pooled} depth={depth} stamp={`${pulse} ${pool.judged}`} />
        </div>
      )}
    </section>
  );
  const text = here ? (
    <Reader
      key={here.document.doc_id}
      shown={here}
      unit={null}
      active={active}
      onNugget={() => {}}
      onSize={(by) => change(resized(settings, by))}
      onBack={narrow ? () => setReading(false) : undefined}
    />
  ) : (
    item && <Skeleton of="page-of-text" />
  );
  return (
    <>
      <BesideSource name="relevance" width={460} reading={reading && here !== undefined} left={sheet} right={text} />
      {files && (
        <FilesDialog
          kind={files}
          collection={id}
          onDone={() => files === 'importRelevance' && setMerged((n) => n + 1)}
          onClose={() => setFiles(null)}
        />
      )}
      {dialog && (
        <WhoDialog
          who={who}
          onKeep={(next) => {
            change({ who: next });
            // The button that opened it may be gone.
            requestAnimationFrame(() => pane.current?.focus({ preventScroll: true }));
          }}
          onClose={() => setDialog(false)}
        />
      )}
    </>
  );
}
