import { FastForward, FileSearch, ScanSearch, ScrollText } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { CollectionSummary, Output } from '../../../shared/contract';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';
import { useT } from '../../i18n';
import { Reader, type ReaderUnit } from '../../reading/Reader';
import { useTextFocus } from '../../reading/useTextFocus';
import { useCommands } from '../../shell/commands';
import { isOwn } from '../../shell/extractors';
import { Fault } from '../../shell/Fault';
import { useLoad } from '../../shell/hooks';
import { resized, type Settings } from '../../shell/settings';
import { CollectionPick } from '../../ui/CollectionPick';
import { Empty } from '../../ui/Empty';
import { IconButton } from '../../ui/IconButton';
import { Pick } from '../../ui/Pick';
import { Segments } from '../../ui/Segments';
import { Skeleton } from '../../ui/Skeleton';
import { headsOf, stampOf } from './ahead';
import { BesideSource, useNarrow } from './BesideSource';
import { DecisionPicker } from './DecisionPicker';
import { NuggetList } from './NuggetList';
import { arrange, FILTERS, type Filter, ORDERS, type Order } from './order';
import { SummaryList } from './SummaryList';
import { TraceDialog } from './TraceDialog';
import { useShown } from './useShown';

/** A decision's nuggets beside its text: is each borne by the words that it names? */
export function LookView({
  active,
  collections,
  collection,
  settings,
  change,
  toOpen,
  pulse,
  mode,
}: {
  active: boolean;
  collections: readonly CollectionSummary[];
  collection: CollectionSummary;
  settings: Settings;
  change: (part: Partial<Settings>) => void;
  toOpen: { readonly docId: string; readonly nuggetId?: string } | null;
  /** Changes as decisions are committed. */
  pulse: string;
  /** Where looking changes to judging. */
  mode: ReactNode;
}) {
  const { t } = useT();
  const { id } = collection;
  const [docId, setDocId] = useState<string | null>(toOpen?.docId ?? null);
  const [picked, setUnit] = useState<ReaderUnit | null>(asUnit(toOpen?.nuggetId));
  const [filter, setFilter] = useState<Filter>('all');
  const [order, setOrder] = useState<Order>('text');
  const [dialog, setDialog] = useState<'trace' | 'picker' | null>(null);
  const [view, setView] = useState<'nuggets' | 'summary'>('nuggets');
  const [reading, setReading] = useState(false);
  const [asked, setAsked] = useState<{ docId: string; error?: AppError }>();
  const narrow = useNarrow();
  const { focus, within } = useTextFocus();
  const stamp = stampOf(collection, pulse);
  const heads = useLoad(() => headsOf(id, stamp), [id, stamp]);
  useEffect(() => {
    if (!toOpen) return;
    setDocId(toOpen.docId);
    if (toOpen.nuggetId) setUnit(asUnit(toOpen.nuggetId));
  }, [toOpen]);
  const list = heads.value?.documents;
  const chosen = docId ?? list?.[0]?.doc_id ?? null;
  const place = list?.findIndex((head) => head.doc_id === chosen) ?? -1;
  const around = place < 0 ? [undefined, undefined] : [list?.[place + 1]?.doc_id, list?.[place - 1]?.doc_id];
  const shown = useShown(id, chosen ?? undefined, around, stamp);
  const here = shown.value?.document.doc_id === chosen ? shown.value : undefined;
  const nuggets = useMemo(() => arrange(here?.nuggets ?? [], filter, order), [here, filter, order]);
  // A decision that is opened shows its first nugget at once; one that was read anew keeps what is chosen, where it is still there.
  const kept = useMemo(() => here && stillThere(here, picked), [here, picked]);
  const unit = kept ?? nuggets[0] ?? null;
  const nugget = here?.nuggets.find((candidate) => candidate.id === unit?.id);
  useEffect(() => {
    if (here) setAsked((old) => (old?.error ? old : undefined));
  }, [here]);

  const stepDocument = (by: 1 | -1) => {
    const next = around[by > 0 ? 0 : 1];
    if (next) setDocId(next);
  };
  const extracted = here?.extractions.some(({ extractor, status }) => isOwn(extractor) && status !== 'failed') ?? false;
  const extractNow = () => {
    if (!chosen) return;
    setAsked({ docId: chosen });
    api
      .call('extractNow', { collection: id, doc_id: chosen, again: extracted })
      .catch((thrown) => setAsked({ docId: chosen, error: toAppError(thrown) }));
  };
  const toTrace = () => nugget && setDialog('trace');
  useCommands(
    'audit',
    t('audit'),
    active,
    [
      { id: 'pick', label: t('chooseTitle'), keys: 'o', run: () => setDialog('picker') },
      { id: 'extract-now', label: t(extracted ? 'extractAgain' : 'extractNow'), keys: 'x', run: extractNow },
      { id: 'trace', label: t('trace'), keys: 't', run: toTrace },
      { id: 'nugget-list', label: t('toNuggets'), keys: 'l', run: () => document.getElementById('nuggets')?.focus() },
      ...ORDERS.map((choice) => ({ id: `order-${choice}`, label: t(`order_${choice}`), run: () => setOrder(choice) })),
    ],
    [{ keys: ['↑', '↓'], label: t('key_move') }],
  );
  const summary = view === 'summary' ? here?.summaries.find(({ fields }) => fields.length > 0) : undefined;
  const tiers = new Set(here?.nuggets.map(({ tier }) => tier));
  const left = (
    <section className="pane" aria-label={t('nuggets')}>
      <div className="pane-head">
        <div className="grow">
          <CollectionPick collections={collections} value={id} onChange={(next) => change({ collection: next })} />
        </div>
        <button type="button" className="button bare" onClick={() => setDialog('picker')}>
          <FileSearch size={16} aria-hidden="true" />
          {t('chooseTitle')}
          <kbd>o</kbd>
        </button>
      </div>
      <div className="filters">
        {mode}
        {here?.summaries.some(({ fields }) => fields.length > 0) && (
          <Segments
            label={t('shown')}
            value={view}
            choices={[
              { value: 'nuggets', label: t('nuggets') },
              { value: 'summary', label: t('summary') },
            ]}
            onChange={setView}
          />
        )}
        {tiers.size > 1 && !summary && (
          <Segments
            label={t('tier')}
            value={filter}
            choices={FILTERS.filter((choice) => choice === 'all' || tiers.has(choice)).map((choice) => ({
              value: choice,
              label: t(`filter_${choice}`),
            }))}
            onChange={setFilter}
          />
        )}
        {!summary && (
          <div className="row small muted">
            <span className="grow" role="status">
              {here && t('docNuggets', { count: nuggets.length })}
              {asked?.docId === chosen && !asked.error && ` · ${t('asked')}`}
            </span>
            <IconButton icon={FastForward} label={t(extracted ? 'extractAgain' : 'extractNow')} keys="x" onClick={extractNow} />
            <Pick
              label={t('order')}
              value={order}
              choices={ORDERS.map((choice) => ({ value: choice, label: t(`order_${choice}`) }))}
              onChange={setOrder}
            />
          </div>
        )}
      </div>
      {asked?.docId === chosen && asked.error && <Fault error={asked.error} />}
      {shown.error && <Fault error={shown.error} action={{ label: t('retry'), run: shown.reload }} />}
      {here && summary && (
        <SummaryList
          summary={summary}
          lang={here.document.lang}
          selected={unit?.id ?? null}
          onSelect={(next) => {
            setUnit(next);
            if (narrow) setReading(true);
          }}
        />
      )}
      {here && !summary && here.nuggets.length === 0 && <Empty icon={ScanSearch} title={t('noNuggetsTitle')} text={t('noNuggetsText')} />}
      {!summary && (nuggets.length > 0 || (!here && chosen && !shown.error)) && (
        <NuggetList
          of={chosen}
          nuggets={nuggets}
          lang={here?.document.lang}
          selected={unit?.id ?? null}
          onSelect={(next) => {
            setUnit(next);
            if (narrow) setReading(true);
          }}
          onTrace={toTrace}
        />
      )}
    </section>
  );
  const right = here ? (
    <Reader
      key={chosen}
      shown={here}
      unit={unit}
      focus={focus}
      active={active}
      extra={nugget && <IconButton icon={ScrollText} label={t('trace')} keys="t" onClick={toTrace} />}
      onNugget={setUnit}
      onDocument={stepDocument}
      onSize={(by) => change(resized(settings, by))}
      onBack={narrow ? () => setReading(false) : undefined}
    />
  ) : (
    <Skeleton of="page-of-text" />
  );
  return (
    <div {...within}>
      <BesideSource name="audit" width={420} reading={reading} left={left} right={right} />
      {dialog === 'picker' && <DecisionPicker collection={id} onPick={setDocId} onClose={() => setDialog(null)} />}
      {dialog === 'trace' && nugget && <TraceDialog nugget={nugget} onClose={() => setDialog(null)} />}
    </div>
  );
}

const asUnit = (nuggetId: string | undefined): ReaderUnit | null => (nuggetId ? { id: nuggetId, spans: [] } : null);

function stillThere({ nuggets, summaries }: Output<'show'>, unit: ReaderUnit | null): ReaderUnit | undefined {
  if (!unit) return undefined;
  return nuggets.find(({ id }) => id === unit.id) ?? (summaries.some(({ id }) => unit.id.startsWith(`${id}/`)) ? unit : undefined);
}
