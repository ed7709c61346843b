import { RotateCcw, SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { CollectionSummary, Rescoring } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import { useWidth } from '../../../shell/useLayout';
import { Empty } from '../../../ui/Empty';
import { Pick } from '../../../ui/Pick';
import { type RunEntry, tunedKey } from '../runs';
import { Columns } from '../side-by-side/Columns';
import type { Source } from '../side-by-side/columns';
import { type Answer, useColumns } from '../side-by-side/useColumns';
import type { Tuning } from '../useTuning';
import { Warnings } from '../Warnings';
import { Breakdown } from './Breakdown';
import { Knobs } from './Knobs';
import { MeansLine } from './MeansLine';

const WIDE = 1060;

/** A kept run by other rules, live: knobs, means, the ranking before and after, and what each score is made of. */
export function TuneView({
  collection,
  entries,
  tuning,
  measures,
  query,
  queryId,
  grades,
  stamp,
  selected,
  onChange,
  onSelect,
  onOpen,
}: {
  collection: CollectionSummary;
  entries: readonly RunEntry[];
  tuning: Tuning;
  measures: readonly string[];
  query: string;
  queryId: string | undefined;
  grades: ReadonlyMap<string, number>;
  stamp: string;
  selected: string | null;
  onChange: (change: Rescoring | undefined) => void;
  onSelect: (docId: string | null) => void;
  onOpen: () => void;
}) {
  const { t } = useT();
  const { entry, change, settled, rescored } = tuning;
  const wide = useWidth() >= WIDE;
  const id = entry?.run.id ?? '';
  const both = entry ? [entry, { ...entry, key: tunedKey(id), change: settled }] : [];
  const sources = both.map(({ key }): Source => ({ kind: 'run', key }));
  const fresh = useColumns(collection, query, queryId, sources, both, stamp);
  const answers = useHeld(fresh, `${id} ${queryId}`);
  const now = answers[1]?.ranking;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query brings the first decision
  useEffect(() => {
    if (now && !now.some(({ doc_id }) => doc_id === selected)) onSelect(now[0]?.doc_id ?? null);
  }, [now]);
  if (!entry) return <Empty icon={SlidersHorizontal} title={t('noRunsTitle')} text={t('noRunsText')} />;
  return (
    <div className={`tune${wide ? ' wide' : ''}`}>
      <div className="tune-head">
        <div className="tune-run">
          <div className="row">
            <Pick
              look="strong"
              label={t('run')}
              value={id}
              choices={entries.filter((one) => !one.change && !one.run.reranking).map(({ key, label }) => ({ value: key, label }))}
              onChange={tuning.choose}
            />
            <button type="button" className="button bare" disabled={!change} onClick={() => onChange(undefined)}>
              <RotateCcw size={15} aria-hidden="true" />
              {t('backToMade')}
            </button>
          </div>
          <Knobs config={entry.run.config} change={change} onChange={onChange} />
        </div>
        <MeansLine rescored={rescored.value} reckoning={rescored.loading || settled !== change} measures={measures} />
        {rescored.error && <Fault error={rescored.error} />}
        <Warnings lines={rescored.value?.warnings ?? []} />
      </div>
      {queryId === undefined ? (
        <p className="small muted pad">{t('chooseQuery')}</p>
      ) : (
        <Columns
          heads={[t('asMade'), t('asTuned')].map((name) => (
            <header key={name}>
              <h2>{name}</h2>
            </header>
          ))}
          names={[t('asMade'), t('asTuned')]}
          answers={answers}
          asked
          grades={grades}
          judged={grades.size > 0}
          selected={selected}
          idPrefix="tuned"
          onSelect={onSelect}
          onOpen={onOpen}
        />
      )}
      <Breakdown document={now?.find(({ doc_id }) => doc_id === selected)} onOpen={onOpen} />
    </div>
  );
}

/** Each column's last answer until its next one is there, so that nothing flickers while a knob moves. */
function useHeld(fresh: readonly Answer[], key: string): readonly Answer[] {
  const held = useRef<{ key: string; answers: readonly Answer[] }>({ key, answers: [] });
  if (held.current.key !== key) held.current = { key, answers: [] };
  const answers = fresh.map((answer, n) => (answer.rows || answer.error ? answer : (held.current.answers[n] ?? answer)));
  held.current = { key, answers };
  return answers;
}
