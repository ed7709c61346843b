import { AArrowDown, AArrowUp, ArrowLeft, Quote, Search } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Output } from '../../shared/contract';
import type { EvidenceSpan, Nugget } from '../../shared/domain';
import { useT } from '../i18n';
import { useCommands } from '../shell/commands';
import { longDate } from '../shell/format';
import { copyText } from '../ui/copyText';
import { IconButton } from '../ui/IconButton';
import { quotation } from './citation';
import { EvidenceBar } from './EvidenceBar';
import { FindBar } from './FindBar';
import { MarginMap } from './MarginMap';
import type { Layer } from './segments';
import { TextColumn } from './TextColumn';
import { useFind } from './useFind';
import { useReveal } from './useReveal';

/** What is marked strongly: a nugget or a passage. */
export interface ReaderUnit {
  readonly id: string;
  readonly spans: readonly EvidenceSpan[];
}

const COPIED_MS = 1800;
const NOTHING: readonly Layer[] = [];

/** The full text with its evidence: the chosen unit strong, the other nuggets quiet. */
export function Reader({
  shown,
  unit,
  focus = 0,
  active,
  extra,
  over = NOTHING,
  onNugget,
  onDocument,
  onSize,
  onBack,
}: {
  shown: Output<'show'>;
  unit: ReaderUnit | null;
  /** Counts up when the text should take the keyboard focus. */
  focus?: number;
  active: boolean;
  /** More buttons for the head. */
  extra?: ReactNode;
  /** Marks over the evidence, in this order; where there is one named `picking`, the text follows it. */
  over?: readonly Layer[];
  onNugget: (nugget: Nugget) => void;
  /** Absent where the order of decisions is not the reader's. */
  onDocument?: (by: 1 | -1) => void;
  onSize: (by: number) => void;
  onBack?: () => void;
}) {
  const { t, language } = useT();
  const { document: decision, nuggets, summaries } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const reveal = useReveal(scroller);
  const find = useFind(decision.text);
  const [copied, setCopied] = useState(0);
  const located = useMemo(
    () => nuggets.filter(({ spans }) => spans.length > 0).sort((a, b) => a.spans[0]!.start - b.spans[0]!.start),
    [nuggets],
  );
  const nugget = nuggets.find(({ id }) => id === unit?.id);
  const at = located.findIndex(({ id }) => id === unit?.id);
  const layers = useMemo<Layer[]>(() => {
    const strong = unit?.spans ?? [];
    return [
      { name: 'quiet', ranges: nuggets.filter(({ id }) => id !== unit?.id).flatMap(({ spans }) => spans) },
      { name: 'strong', ranges: strong },
      { name: 'wide', ranges: unit && !nugget ? strong : [] },
      { name: 'fuzzy', ranges: strong.filter(({ kind }) => kind === 'fuzzy') },
      ...over,
      ...find.layers,
    ];
  }, [nuggets, unit, nugget, over, find.layers]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text scrolls when another unit is chosen, not when it is drawn again
  useEffect(() => {
    if (unit && unit.spans.length > 0) reveal('mark.strong');
  }, [unit?.id, decision.doc_id]);
  useEffect(() => {
    if (over.some(({ name }) => name === 'picking')) reveal('mark.picking');
  }, [over, reveal]);
  useEffect(() => {
    if (find.current) reveal('mark.find-on');
  }, [find.current, reveal]);
  useEffect(() => {
    if (focus > 0) scroller.current?.focus({ preventScroll: true });
  }, [focus]);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const step = (by: 1 | -1) => {
    const next = at >= 0 ? located[at + by] : located[by > 0 ? 0 : located.length - 1];
    if (next) onNugget(next);
  };
  const copy = async () => {
    const chosen = String(getSelection() ?? '').trim();
    const marked = unit?.spans.map(({ start, end }) => decision.text.slice(start, end)).join(' […] ') ?? '';
    await copyText(quotation(chosen || marked || nugget?.text || '', decision, language));
    setCopied((n) => n + 1);
  };
  const closeFind = () => {
    find.toggle(false);
    scroller.current?.focus({ preventScroll: true });
  };
  useCommands('reader', t('reader'), active, [
    { id: 'next-evidence', label: t('nextEvidence'), keys: 'n', run: () => step(1) },
    { id: 'previous-evidence', label: t('previousEvidence'), keys: 'p', run: () => step(-1) },
    ...(onDocument
      ? [
          { id: 'next-document', label: t('nextDecision'), keys: 'Shift+n', run: () => onDocument(1) },
          { id: 'previous-document', label: t('previousDecision'), keys: 'Shift+p', run: () => onDocument(-1) },
        ]
      : []),
    { id: 'copy', label: t('copyCitation'), keys: 'c', run: () => void copy() },
    { id: 'find', label: t('findInText'), keys: 'Mod+f', always: true, run: () => find.toggle(true) },
    { id: 'larger', label: t('larger'), keys: '+', run: () => onSize(1) },
    { id: 'smaller', label: t('smaller'), keys: '-', run: () => onSize(-1) },
  ]);

  const facts = [decision.court, decision.class, longDate(decision.date, language)].filter(Boolean).join(' · ');
  return (
    <article className="reader" aria-label={decision.title}>
      <header className="reader-head">
        {onBack && <IconButton icon={ArrowLeft} label={t('backToList')} onClick={onBack} />}
        <div className="grow">
          <h2 className="clamp2" title={decision.title}>
            {decision.title}
          </h2>
          <p className="small muted cut">{facts || t('wordsCount', { count: decision.words })}</p>
        </div>
        <div className="tools">
          {extra}
          <IconButton icon={AArrowDown} label={t('smaller')} keys="-" onClick={() => onSize(-1)} />
          <IconButton icon={AArrowUp} label={t('larger')} keys="+" onClick={() => onSize(1)} />
          <IconButton icon={Search} label={t('findInText')} keys="Ctrl F" onClick={() => find.toggle()} />
          <IconButton icon={Quote} label={t('copyCitation')} keys="c" onClick={() => void copy()} />
        </div>
      </header>
      <EvidenceBar
        nuggets={nuggets}
        nugget={nugget}
        other={unit && !nugget ? t(summaries.some(({ id }) => unit.id.startsWith(id)) ? 'summary' : 'tier_passage') : ''}
        at={at}
        located={located.length}
        lang={decision.lang}
        onStep={step}
      />
      <div className="text" ref={scroller} tabIndex={0} role="region" aria-label={t('textOf', { title: decision.title })}>
        <TextColumn text={decision.text} lang={decision.lang} layers={layers} near={unit?.spans[0]?.start ?? 0} />
      </div>
      <MarginMap length={decision.text.length} nuggets={located} chosen={unit?.id ?? null} ranges={unit?.spans ?? []} onNugget={onNugget} />
      {find.open && (
        <FindBar value={find.words} at={find.at} total={find.found.length} onChange={find.look} onStep={find.step} onClose={closeFind} />
      )}
      {copied > 0 && (
        <div className="toast" role="status">
          {t('copied')}
        </div>
      )}
    </article>
  );
}
