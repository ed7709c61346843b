import { CheckCheck, ListFilter, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { CollectionSummary } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { Reader, type ReaderUnit } from '../../../reading/Reader';
import { type Command, useCommands } from '../../../shell/commands';
import { Fault } from '../../../shell/Fault';
import { resized, type Settings } from '../../../shell/settings';
import { CollectionPick } from '../../../ui/CollectionPick';
import { Empty } from '../../../ui/Empty';
import { Skeleton } from '../../../ui/Skeleton';
import { BesideSource, useNarrow } from '../BesideSource';
import { useShown } from '../useShown';
import { AskModel } from './AskModel';
import { actionLabel, choicesOf, keysOf, LABEL_NAMES, labelAction, pressed, TOOLS, type Tool } from './actions';
import { HintLine } from './HintLine';
import { JudgeCard, Note } from './JudgeCard';
import { type JudgeDialog, JudgeDialogs } from './JudgeDialogs';
import { JudgeHead } from './JudgeHead';
import { LabelGroup } from './LabelGroup';
import { MarkedEvidence } from './MarkedEvidence';
import { OthersSay, OthersWords } from './OthersSay';
import { Progress } from './Progress';
import { useMarking } from './useMarking';
import { useQueue } from './useQueue';

/** Nuggets one after the other, judged by key beside their source. */
export function JudgeView({
  active,
  collections,
  collection,
  settings,
  change,
  mode,
}: {
  active: boolean;
  collections: readonly CollectionSummary[];
  collection: CollectionSummary;
  settings: Settings;
  change: (part: Partial<Settings>) => void;
  mode: ReactNode;
}) {
  const { t } = useT();
  const { who, queue: choice } = settings;
  const keys = useMemo(() => keysOf(settings.judgeKeys), [settings.judgeKeys]);
  const { size, query, ...rest } = choice;
  const spec = { ...rest, ...(size > 0 ? { size } : {}), ...(choice.kind === 'query' ? { query } : {}) };
  // Nuggets that are drawn out meanwhile wait until the queue is begun again: an annotator never loses their place.
  const queue = useQueue(collection.id, who, spec, collection.nuggets.length > 0 ? 'some' : 'none');
  const { item, values, counts } = queue;
  const shown = useShown(collection.id, item?.nugget.doc_id, [queue.next?.nugget.doc_id]);
  const here = shown.value?.document.doc_id === item?.nugget.doc_id ? shown.value : undefined;
  const [dialog, setDialog] = useState<JudgeDialog | null>(null);
  const [editing, setEditing] = useState<{ readonly of: string; readonly turn: number }>();
  const [noting, setNoting] = useState<{ readonly of: string; readonly turn: number }>();
  const [lookedAt, setLookedAt] = useState<{ readonly of: string; readonly unit: ReaderUnit }>();
  const [done, setDone] = useState(false);
  const [reading, setReading] = useState(false);
  const pane = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another nugget is read from its beginning
  useEffect(() => {
    if (sheet.current) sheet.current.scrollTop = 0;
  }, [item?.nugget.id]);
  const narrow = useNarrow();
  const marking = useMarking(item?.nugget, here?.document, values.evidence, (evidence) => queue.judge({ evidence }));
  const { picking, over } = marking;
  const nugget = item?.nugget;
  const unit = useMemo(() => nugget && { id: nugget.id, spans: nugget.spans }, [nugget]);

  const again = (old: { readonly turn: number } | undefined) => ({ of: item?.nugget.id ?? '', turn: (old?.turn ?? 0) + 1 });
  const edit = () => setEditing(again);
  const toPane = () => pane.current?.focus({ preventScroll: true });
  const go = (to: number) => {
    setDone(false);
    setEditing(undefined);
    setLookedAt(undefined);
    queue.go(to);
  };
  const run: Record<Tool, () => void> = {
    next: () => go(queue.position + 1),
    previous: () => go(queue.position - 1),
    nextOpen: () => void queue.toOpen().then((found) => setDone(!found)),
    ...marking.run,
    editNugget: edit,
    writeNote: () => setNoting(again),
    undo: () => queue.undo(false),
    redo: () => queue.undo(true),
  };
  const press = (label: (typeof LABEL_NAMES)[number], value: string) => item && queue.judge((now) => pressed(now, label, value));
  const commands: Command[] = [
    ...LABEL_NAMES.flatMap((label) =>
      choicesOf(label).map(({ value }) => {
        const action = labelAction(label, value);
        return {
          id: action,
          label: `${t(`label_${label}`)}: ${t(actionLabel(action))}`,
          keys: keys[action]!,
          run: () => press(label, value),
        };
      }),
    ),
    ...TOOLS.map(({ id }) => ({ id, label: t(actionLabel(id)), keys: keys[id]!, run: run[id] })),
    { id: 'trace', label: t('trace'), keys: 't', run: () => item && setDialog('trace') },
    { id: 'hints', label: t('toggleHints'), keys: 'h', run: () => change({ hints: !settings.hints }) },
    { id: 'judge-keys', label: t('changeKeys'), run: () => setDialog('keys') },
    { id: 'judge-who', label: t('whoTitle'), run: () => setDialog('who') },
    { id: 'judge-queue', label: t('queueTitle'), keys: 'o', run: () => setDialog('queue') },
  ];
  useCommands('judge', t('judging'), active && who.name !== '', commands);

  const head = (
    <JudgeHead
      pick={<CollectionPick collections={collections} value={collection.id} onChange={(next) => change({ collection: next })} />}
      mode={mode}
      who={who}
      choice={choice}
      counts={counts}
      keys={keys}
      onWho={() => setDialog('who')}
      onQueue={() => setDialog('queue')}
      onKeys={() => setDialog('keys')}
      onUndo={queue.undo}
    />
  );
  const others = item && <OthersSay annotation={item.annotation} who={who} />;
  const body =
    who.name === '' ? (
      <Empty icon={UserRound} title={t('whoTitle')} text={t('whoText')}>
        <button type="button" className="button primary" onClick={() => setDialog('who')}>
          {t('begin')}
        </button>
      </Empty>
    ) : counts?.total === 0 ? (
      <Empty icon={ListFilter} title={t('queueEmpty')} text={t(`about_queue_${choice.kind}`)} />
    ) : !item ? (
      queue.loading && <Skeleton />
    ) : (
      <div className="judge" ref={sheet}>
        {done && (
          <p className="note row" role="status">
            <CheckCheck size={16} aria-hidden="true" /> {t('allJudged')}
          </p>
        )}
        {queue.elsewhere && (
          <p className="note" role="status">
            {t('movedElsewhere')} “{queue.elsewhere}”
          </p>
        )}
        <JudgeCard
          item={item}
          values={values}
          editing={editing?.of === item.nugget.id}
          focus={editing?.turn ?? 0}
          onText={(words) => queue.judge({ text: words })}
          onEdit={edit}
          onLeave={() => {
            setEditing(undefined);
            toPane();
          }}
        />
        {settings.hints && !who.blind && (
          <>
            <HintLine collection={collection.id} item={item} />
            <AskModel
              active={active}
              collection={collection.id}
              item={item}
              chosen={settings.hintModel}
              onChoose={(hintModel) => change({ hintModel })}
            />
          </>
        )}
        {/* What is to be settled comes before the settling. */}
        {who.role === 'adjudicator' && others}
        {LABEL_NAMES.map((label) => (
          <LabelGroup
            key={label}
            label={label}
            keys={keys}
            chosen={[values[label] ?? []].flat()}
            onPress={(value) => press(label, value)}
          />
        ))}
        <MarkedEvidence
          marked={values.evidence}
          picking={picking}
          keys={keys}
          onMark={run.markEvidence}
          onNone={run.noEvidence}
          onClear={run.clearEvidence}
          onGo={marking.pick}
        />
        <Note
          key={item.nugget.id}
          value={values.note}
          focus={noting?.of === item.nugget.id ? noting.turn : 0}
          onKeep={(note) => queue.judge({ note })}
          onLeave={toPane}
        />
        {who.role === 'annotator' && others}
        <OthersWords annotation={item.annotation} who={who} lang={item.document.lang === 'pt' ? 'pt-BR' : 'en'} onGo={marking.pick} />
        {narrow && (
          <button type="button" className="button" onClick={() => setReading(true)}>
            {t('openText')}
          </button>
        )}
      </div>
    );
  const left = (
    <section className="pane" ref={pane} tabIndex={-1} aria-label={t('judging')}>
      {head}
      {item && counts && <Progress position={queue.position} counts={counts} keys={keys} onStep={(by) => go(queue.position + by)} />}
      {queue.error && <Fault error={queue.error} action={{ label: t('retry'), run: queue.reload }} />}
      {body}
    </section>
  );
  const right =
    here && unit ? (
      <Reader
        key={here.document.doc_id}
        shown={here}
        unit={lookedAt?.of === unit.id ? lookedAt.unit : unit}
        over={over}
        active={active}
        onNugget={(other) => setLookedAt({ of: unit.id, unit: other })}
        onSize={(by) => change(resized(settings, by))}
        onBack={narrow ? () => setReading(false) : undefined}
      />
    ) : (
      (item || queue.loading) && <Skeleton of="page-of-text" />
    );
  return (
    <>
      <BesideSource name="judge" width={460} reading={reading && here !== undefined} left={left} right={right} />
      <JudgeDialogs
        open={dialog}
        settings={settings}
        keys={keys}
        nugget={nugget}
        change={change}
        // The button that opened it may be gone.
        onWho={() => requestAnimationFrame(toPane)}
        onQueue={queue.reload}
        onClose={() => setDialog(null)}
      />
    </>
  );
}
