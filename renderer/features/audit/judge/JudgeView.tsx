import { CheckCheck, Keyboard, ListFilter, Redo2, Undo2, UserRound } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { CollectionSummary } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { Reader, type ReaderUnit } from '../../../reading/Reader';
import type { Layer, Range } from '../../../reading/segments';
import { type Command, showKeys, useCommands } from '../../../shell/commands';
import { Fault } from '../../../shell/Fault';
import { READING, type Settings } from '../../../shell/settings';
import { useLayout, useWidth } from '../../../shell/useLayout';
import { CollectionPick } from '../../../ui/CollectionPick';
import { Empty } from '../../../ui/Empty';
import { IconButton } from '../../../ui/IconButton';
import { Skeleton } from '../../../ui/Skeleton';
import { TraceDialog } from '../TraceDialog';
import { actionLabel, choicesOf, keysOf, LABEL_NAMES, labelAction, pressed, TOOLS, type Tool } from './actions';
import { JudgeCard, Note } from './JudgeCard';
import { KeysDialog } from './KeysDialog';
import { LabelGroup } from './LabelGroup';
import { MarkedEvidence } from './MarkedEvidence';
import { OthersSay } from './OthersSay';
import { Progress } from './Progress';
import { QueueDialog } from './QueueDialog';
import { moveEdge, selectedPlace, sentencesOf, stepSentence, withPlace } from './textPlaces';
import { useQueue } from './useQueue';
import { useShown } from './useShown';
import { WhoDialog } from './WhoDialog';

const NARROW = 800;

/** Nuggets one after the other, judged by key beside their source. */
export function JudgeView({
  active,
  collections,
  collection,
  settings,
  change,
  pulse,
  mode,
}: {
  active: boolean;
  collections: readonly CollectionSummary[];
  collection: CollectionSummary;
  settings: Settings;
  change: (part: Partial<Settings>) => void;
  pulse: string;
  mode: ReactNode;
}) {
  const { t } = useT();
  const { who, queue: choice } = settings;
  const keys = useMemo(() => keysOf(settings.judgeKeys), [settings.judgeKeys]);
  const { size, query, ...rest } = choice;
  const spec = { ...rest, ...(size > 0 ? { size } : {}), ...(choice.kind === 'query' ? { query } : {}) };
  const queue = useQueue(collection.id, who, spec, JSON.stringify([collection.nuggets, pulse]));
  const { item, values, counts } = queue;
  const shown = useShown(collection.id, item?.nugget.doc_id, queue.next?.nugget.doc_id);
  const here = shown.value?.document.doc_id === item?.nugget.doc_id ? shown.value : undefined;
  const [dialog, setDialog] = useState<'who' | 'queue' | 'keys' | 'trace' | null>(null);
  const [picked, setPicked] = useState<{ readonly of: string; readonly place: Range }>();
  const [editing, setEditing] = useState<{ readonly of: string; readonly turn: number }>();
  const [noting, setNoting] = useState<{ readonly of: string; readonly turn: number }>();
  const [lookedAt, setLookedAt] = useState<{ readonly of: string; readonly unit: ReaderUnit }>();
  const [done, setDone] = useState(false);
  const [reading, setReading] = useState(false);
  const pane = useRef<HTMLElement>(null);
  const narrow = useWidth() < NARROW;
  const layout = useLayout('judge');
  const picking = picked && picked.of === item?.nugget.id ? picked.place : undefined;
  const text = here?.document.text ?? '';
  const sentences = useMemo(() => (here ? sentencesOf(here.document.text, here.document.lang) : []), [here]);
  const over = useMemo<Layer[]>(
    () =>
      [
        { name: 'judged', ranges: values.evidence ?? [] },
        { name: 'picking', ranges: picking ? [picking] : [] },
      ].filter(({ ranges }) => ranges.length > 0),
    [values.evidence, picking],
  );
  const nugget = item?.nugget;
  const unit = useMemo(() => nugget && { id: nugget.id, spans: nugget.spans }, [nugget]);

  const pick = (place: Range | undefined) => item && place && setPicked({ of: item.nugget.id, place });
  const from = picking ?? values.evidence?.[0] ?? item?.nugget.spans[0];
  const edge = (which: 'start' | 'end', by: 1 | -1) => from && pick(moveEdge(text, from, which, by));
  const mark = () => {
    const column = document.querySelector('.place > div:not([hidden]) .reader .column');
    const place = selectedPlace(text, column, getSelection()) ?? picking;
    if (!place) return;
    const quote = text.slice(place.start, place.end);
    queue.judge({ evidence: withPlace(values.evidence ?? [], { ...place, quote }) });
    getSelection()?.removeAllRanges();
    setPicked(undefined);
  };
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
    markEvidence: mark,
    clearEvidence: () => queue.judge({ evidence: null }),
    noEvidence: () => queue.judge({ evidence: values.evidence?.length === 0 ? null : [] }),
    nextSentence: () => pick(stepSentence(sentences, from, 1)),
    previousSentence: () => pick(stepSentence(sentences, from, -1)),
    longer: () => edge('end', 1),
    shorter: () => edge('end', -1),
    laterStart: () => edge('start', 1),
    earlierStart: () => edge('start', -1),
    editNugget: edit,
    writeNote: () => setNoting(again),
    undo: () => queue.undo(false),
    redo: () => queue.undo(true),
  };
  const press = (label: (typeof LABEL_NAMES)[number], value: string) => item && queue.judge(pressed(values, label, value));
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
    { id: 'judge-keys', label: t('changeKeys'), run: () => setDialog('keys') },
    { id: 'judge-who', label: t('whoTitle'), run: () => setDialog('who') },
    { id: 'judge-queue', label: t('queueTitle'), keys: 'o', run: () => setDialog('queue') },
  ];
  useCommands('judge', t('judging'), active && who.name !== '', commands);

  const head = (
    <>
      <div className="pane-head">
        <div className="grow">
          <CollectionPick collections={collections} value={collection.id} onChange={(next) => change({ collection: next })} />
        </div>
        <button type="button" className="button bare cut" onClick={() => setDialog('who')}>
          <UserRound size={16} aria-hidden="true" />
          {who.name || t('whoTitle')}
          {who.blind && ` · ${t('blindShort')}`}
          {who.role === 'adjudicator' && ` · ${t('role_adjudicator')}`}
        </button>
      </div>
      <div className="filters">
        {mode}
        {who.name !== '' && (
          <div className="row small muted">
            <button type="button" className="button bare grow start" onClick={() => setDialog('queue')}>
              <ListFilter size={16} aria-hidden="true" />
              <span className="cut">{queueName(choice, t)}</span>
              <kbd>o</kbd>
            </button>
            <IconButton
              icon={Undo2}
              label={t('judge_undo')}
              keys={showKeys(keys['undo']!)}
              disabled={!counts?.can_undo}
              onClick={run.undo}
            />
            <IconButton
              icon={Redo2}
              label={t('judge_redo')}
              keys={showKeys(keys['redo']!)}
              disabled={!counts?.can_redo}
              onClick={run.redo}
            />
            <IconButton icon={Keyboard} label={t('changeKeys')} onClick={() => setDialog('keys')} />
          </div>
        )}
      </div>
    </>
  );
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
      <div className="judge">
        {done && (
          <p className="note row" role="status">
            <CheckCheck size={16} aria-hidden="true" /> {t('allJudged')}
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
          onMark={mark}
          onNone={run.noEvidence}
          onClear={run.clearEvidence}
          onGo={({ start, end }) => pick({ start, end })}
        />
        <Note
          key={item.nugget.id}
          value={values.note}
          focus={noting?.of === item.nugget.id ? noting.turn : 0}
          onKeep={(note) => queue.judge({ note })}
          onLeave={toPane}
        />
        <OthersSay annotation={item.annotation} who={who} />
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
        onSize={(by) => change({ reading: Math.min(READING.most, Math.max(READING.least, settings.reading + by)) })}
        onBack={narrow ? () => setReading(false) : undefined}
      />
    ) : (
      (item || queue.loading) && <Skeleton of="page-of-text" />
    );
  return (
    <>
      {narrow ? (
        reading && here ? (
          right
        ) : (
          left
        )
      ) : (
        <Group orientation="horizontal" defaultLayout={layout.saved} onLayoutChanged={layout.save} style={{ height: '100%' }}>
          <Panel id="judge-pane" defaultSize="460px" minSize="360px" groupResizeBehavior="preserve-pixel-size">
            {left}
          </Panel>
          <Separator className="handle" aria-label={t('resize')} />
          <Panel id="judge-source" minSize="340px">
            {right}
          </Panel>
        </Group>
      )}
      {dialog === 'who' && <WhoDialog who={who} onKeep={(next) => change({ who: next })} onClose={() => setDialog(null)} />}
      {dialog === 'queue' && (
        <QueueDialog queue={choice} blind={who.blind} onKeep={(next) => change({ queue: next })} onClose={() => setDialog(null)} />
      )}
      {dialog === 'keys' && <KeysDialog keys={keys} onKeep={(next) => change({ judgeKeys: next })} onClose={() => setDialog(null)} />}
      {dialog === 'trace' && item && <TraceDialog nugget={item.nugget} onClose={() => setDialog(null)} />}
    </>
  );
}

function queueName({ kind, size, seed, query }: Settings['queue'], t: ReturnType<typeof useT>['t']): string {
  const parts = [t(`queue_${kind}`)];
  if (kind === 'query') parts.push(`“${query}”`);
  if (size > 0) parts.push(t('atMost', { count: size }));
  if (kind === 'sample' || kind === 'stratified') parts.push(`${t('seed')} ${seed}`);
  return parts.join(' · ');
}
