import { AArrowDown, AArrowUp, ArrowLeft, ChevronDown, ChevronUp, ClipboardCopy, Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Output } from '../../../shared/contract';
import type { EvidenceSpan, Nugget } from '../../../shared/domain';
import { useT } from '../../i18n';
import { useCommands } from '../../shell/commands';
import { longDate } from '../../shell/format';
import { FindBar } from './FindBar';
import { EvidenceChip } from './labels';
import { findAll, type Layer } from './segments';
import { TextColumn } from './TextColumn';

export interface ReaderUnit {
  readonly id: string;
  readonly spans: readonly EvidenceSpan[];
}

/** The full text with its evidence: the chosen unit strong, the other nuggets quiet. */
export function Reader({
  shown,
  unit,
  focus,
  active,
  onNugget,
  onDocument,
  onSize,
  onBack,
}: {
  shown: Output<'show'>;
  unit: ReaderUnit | null;
  /** Counts up when the reader should take the keyboard focus. */
  focus: number;
  active: boolean;
  onNugget: (nugget: Nugget) => void;
  onDocument: (by: 1 | -1) => void;
  onSize: (by: number) => void;
  onBack: () => void;
}) {
  const { t, language } = useT();
  const { document: decision, nuggets } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const [find, setFind] = useState<{ words: string; at: number } | null>(null);
  const [copied, setCopied] = useState(false);
  const wanted = find?.words ?? '';
  const found = useMemo(() => findAll(decision.text, wanted), [decision.text, wanted]);
  const current = found[find?.at ?? 0];
  const inOrder = useMemo(
    () => nuggets.filter((nugget) => nugget.spans.length > 0).sort((a, b) => a.spans[0]!.start - b.spans[0]!.start),
    [nuggets],
  );
  const nugget = nuggets.find((candidate) => candidate.id === unit?.id);
  const place = inOrder.findIndex((candidate) => candidate.id === unit?.id);

  const layers = useMemo<Layer[]>(() => {
    const others = nuggets.filter((candidate) => candidate.id !== unit?.id).flatMap((candidate) => candidate.spans);
    const strong = unit?.spans ?? [];
    return [
      { name: 'quiet', ranges: others },
      { name: 'strong', ranges: strong },
      { name: 'fuzzy', ranges: strong.filter((span) => span.kind === 'fuzzy') },
      { name: 'find', ranges: current ? [current] : [] },
    ];
  }, [nuggets, unit, current]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text scrolls when another unit is chosen, not when it is drawn again
  useEffect(() => {
    if (unit && unit.spans.length > 0) bringIntoView(scroller.current, 'mark.strong');
    else if (scroller.current) scroller.current.scrollTop = 0;
  }, [unit?.id, decision.doc_id]);
  useEffect(() => {
    if (current) bringIntoView(scroller.current, 'mark.find');
  }, [current]);
  useEffect(() => {
    if (focus > 0) scroller.current?.focus();
  }, [focus]);

  const step = (by: 1 | -1) => {
    if (inOrder.length === 0) return;
    const next = place < 0 ? inOrder[by > 0 ? 0 : inOrder.length - 1] : inOrder[place + by];
    if (next) onNugget(next);
  };
  const stepFind = (by: 1 | -1) =>
    setFind((old) => old && { ...old, at: found.length > 0 ? (old.at + by + found.length) % found.length : 0 });
  const citation = [decision.title, decision.court, decision.class, longDate(decision.date, language)].filter(Boolean).join(', ');
  const copy = async () => {
    const chosen = String(getSelection() ?? '').trim();
    const marked = unit ? unit.spans.map((span) => decision.text.slice(span.start, span.end)).join(' […] ') : '';
    const words = (chosen || marked || nugget?.text || '').replace(/\s+/g, ' ').trim();
    await navigator.clipboard.writeText(words ? `“${words}” (${citation})` : citation);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  useCommands(
    'reader',
    active
      ? [
          { id: 'next-evidence', label: t('nextEvidence'), keys: 'n', run: () => step(1) },
          { id: 'previous-evidence', label: t('previousEvidence'), keys: 'p', run: () => step(-1) },
          { id: 'next-document', label: `${t('nextEvidence')} (${t('decision')})`, keys: 'Shift+n', run: () => onDocument(1) },
          { id: 'previous-document', label: `${t('previousEvidence')} (${t('decision')})`, keys: 'Shift+p', run: () => onDocument(-1) },
          { id: 'copy', label: t('copyCitation'), keys: 'c', run: () => void copy() },
          { id: 'find', label: t('findInText'), keys: 'Mod+f', always: true, run: () => setFind((old) => old ?? { words: '', at: 0 }) },
          { id: 'larger', label: t('larger'), keys: '+', run: () => onSize(1) },
          { id: 'smaller', label: t('smaller'), keys: '-', run: () => onSize(-1) },
        ]
      : [],
  );

  const facts = [decision.court, decision.class, longDate(decision.date, language)].filter(Boolean).join(' · ');
  return (
    <article className="reader" aria-label={decision.title}>
      <header className="reader-head">
        <button type="button" className="button bare back" onClick={onBack} aria-label={t('backToList')}>
          <ArrowLeft size={18} />
        </button>
        <div className="grow">
          <h2>{decision.title}</h2>
          <p className="small muted">{facts}</p>
        </div>
        <div className="row" style={{ gap: 0 }}>
          <IconButton label={t('smaller')} onClick={() => onSize(-1)} icon={<AArrowDown size={17} />} />
          <IconButton label={t('larger')} onClick={() => onSize(1)} icon={<AArrowUp size={17} />} />
          <IconButton
            label={t('findInText')}
            onClick={() => setFind((old) => (old ? null : { words: '', at: 0 }))}
            icon={<Search size={17} />}
          />
          <IconButton label={copied ? t('copied') : t('copyCitation')} onClick={() => void copy()} icon={<ClipboardCopy size={17} />} />
        </div>
      </header>
      <section className="reader-nugget" aria-label={t('evidence')}>
        <div className="row small">
          <span className="muted grow">
            {t('ofNuggets', { at: place + 1, count: inOrder.length })}
            {nugget && ` · ${t(`tier_${nugget.tier}`)}`}
          </span>
          {nugget && <EvidenceChip status={nugget.status} spans={nugget.spans} />}
          <IconButton label={t('previousEvidence')} onClick={() => step(-1)} icon={<ChevronUp size={17} />} />
          <IconButton label={t('nextEvidence')} onClick={() => step(1)} icon={<ChevronDown size={17} />} />
        </div>
        {nugget && (nugget.tier === 'written' || nugget.status === 'none') && (
          <blockquote lang={decision.lang === 'pt' ? 'pt-BR' : 'en'}>{nugget.text}</blockquote>
        )}
        {nugget?.status === 'none' && (
          <p className="note" role="status">
            {t('notLocated')}
          </p>
        )}
        {nuggets.some((candidate) => candidate.extractor === 'extractive') && <p className="small muted">{t('extractiveNote')}</p>}
      </section>
      <div className="text" ref={scroller} tabIndex={0} role="region" aria-label={t('textOf', { title: decision.title })}>
        <TextColumn text={decision.text} lang={decision.lang} layers={layers} />
      </div>
      <div className="map" aria-hidden="true">
        {inOrder.map((candidate) => {
          const [span] = candidate.spans;
          const length = decision.text.length || 1;
          return (
            <i
              key={candidate.id}
              className={candidate.id === unit?.id ? 'on' : ''}
              style={{ top: `${(100 * span!.start) / length}%`, height: `${(100 * (span!.end - span!.start)) / length}%` }}
              onClick={() => onNugget(candidate)}
            />
          );
        })}
      </div>
      {find && (
        <FindBar
          value={find.words}
          at={find.at}
          total={found.length}
          onChange={(words) => setFind({ words, at: 0 })}
          onStep={stepFind}
          onClose={() => {
            setFind(null);
            scroller.current?.focus();
          }}
        />
      )}
    </article>
  );
}

function bringIntoView(box: HTMLElement | null, selector: string): void {
  const look = () => box?.querySelector(selector)?.scrollIntoView({ block: 'center' });
  look();
  // Blocks that come into view get their true height: once more, now that it is known.
  requestAnimationFrame(look);
}

function IconButton({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <button type="button" className="button bare" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </button>
  );
}
