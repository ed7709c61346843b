import { memo, useEffect, useRef } from 'react';
import type { Nugget } from '../../../shared/domain';
import { useT } from '../../i18n';
import { FailedChecks } from '../../reading/FailedChecks';
import { EvidenceChip } from '../../reading/labels';
import { extractorName } from '../../shell/extractors';
import { useFieldLabels } from '../../shell/fieldLabels';
import { decimal } from '../../shell/format';
import { stepIn } from '../../shell/stepIn';
import { useAfterPaint } from '../../shell/useAfterPaint';
import { Skeleton } from '../../ui/Skeleton';

/** Rows that are drawn before anything is on the screen: more than fit. */
const FIRST = 24;

/** The nuggets of a decision, each with its tier, the evidence's kind, and what the extractor quoted. */
export function NuggetList({
  of,
  nuggets,
  lang,
  selected,
  onSelect,
  onTrace,
}: {
  /** The decision. The list of the next one is the same box, so that the keyboard stays in it. */
  of: string | null;
  nuggets: readonly Nugget[];
  /** Absent while the decision is read. */
  lang: 'pt' | 'en' | undefined;
  selected: string | null;
  onSelect: (nugget: Nugget) => void;
  onTrace: () => void;
}) {
  const { t } = useT();
  const box = useRef<HTMLDivElement>(null);
  const at = nuggets.findIndex(({ id }) => id === selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each decision begins at its first nugget
  useEffect(() => {
    box.current?.scrollTo(0, 0);
  }, [of]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a nugget chosen in the text comes into view here
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <div
      ref={box}
      className="nugget-list"
      id="nuggets"
      role="listbox"
      tabIndex={0}
      aria-label={t('nuggets')}
      aria-busy={!lang}
      aria-activedescendant={at >= 0 ? `nugget-${at}` : undefined}
      onKeyDown={(event) => {
        const step = stepIn(event.key, at, nuggets.length);
        if (step !== undefined && nuggets[step]) onSelect(nuggets[step]);
        else if (event.key === 'Enter') onTrace();
        else return;
        event.preventDefault();
      }}
    >
      {lang ? <Rows key={of} {...{ nuggets, lang, selected, at, onSelect, onTrace }} /> : <Skeleton inBusy />}
    </div>
  );
}

/** Until something is on the screen, no more than fits is drawn. */
function Rows({
  nuggets,
  lang,
  selected,
  at,
  onSelect,
  onTrace,
}: {
  nuggets: readonly Nugget[];
  lang: 'pt' | 'en';
  selected: string | null;
  at: number;
  onSelect: (nugget: Nugget) => void;
  onTrace: () => void;
}) {
  const painted = useAfterPaint();
  // Where several systems read the decision, each nugget says whose it is.
  const several = new Set(nuggets.map(({ extractor }) => extractor)).size > 1;
  return (painted ? nuggets : nuggets.slice(0, Math.max(FIRST, at + 1))).map((nugget, i) => (
    <div
      key={nugget.id}
      id={`nugget-${i}`}
      className="nugget"
      role="option"
      aria-selected={nugget.id === selected}
      onClick={() => onSelect(nugget)}
      onDoubleClick={onTrace}
    >
      <NuggetWords nugget={nugget} lang={lang} several={several} />
    </div>
  ));
}

/** A row's words are drawn once, whatever is chosen. */
const NuggetWords = memo(function NuggetWords({ nugget, lang, several }: { nugget: Nugget; lang: 'pt' | 'en'; several: boolean }) {
  const { t, language } = useT();
  const label = useFieldLabels();
  return (
    <>
      <p lang={lang === 'pt' ? 'pt-BR' : 'en'}>{nugget.text}</p>
      {nugget.status !== 'exact' && nugget.quotes.length > 0 && nugget.quotes[0] !== nugget.text && (
        <p className="quote" lang={lang === 'pt' ? 'pt-BR' : 'en'}>
          {t('quoted')}: “{nugget.quotes.join('” “')}”
        </p>
      )}
      {Object.values(nugget.fields).some((value) => value.length > 0) && (
        <dl className="fields small" lang={lang === 'pt' ? 'pt-BR' : 'en'}>
          {Object.entries(nugget.fields)
            .filter(([, value]) => value.length > 0)
            .map(([name, value]) => (
              <div key={name}>
                <dt lang={language}>{label(name)}</dt>
                <dd>{[value].flat().join('; ')}</dd>
              </div>
            ))}
        </dl>
      )}
      <span className="unit-facts">
        {several && <span>{extractorName(nugget.extractor, t)}</span>}
        <span>{t(`tier_${nugget.tier}`)}</span>
        <FailedChecks checks={nugget.failed_checks} />
        <EvidenceChip status={nugget.status} spans={nugget.spans} />
        {nugget.spans.length > 1 && <span>{t('spots', { count: nugget.spans.length })}</span>}
        {nugget.cue !== null && <span className="num">{t('cue', { score: decimal(nugget.cue, 2, language) })}</span>}
      </span>
    </>
  );
});
