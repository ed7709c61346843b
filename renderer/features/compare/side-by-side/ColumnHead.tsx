import { X } from 'lucide-react';
import type { CollectionSummary } from '../../../../shared/contract';
import { type Translate, useT } from '../../../i18n';
import { count } from '../../../shell/format';
import { Said } from '../../../shell/Said';
import { IconButton } from '../../../ui/IconButton';
import { Pick } from '../../../ui/Pick';
import { aggregateName, partName } from '../partName';
import type { RunEntry } from '../runs';
import { SHOWN, type Source, tallyOf } from './columns';
import { LivePicks } from './LivePicks';
import { FIRST } from './ranking';
import type { Answer } from './useColumns';

const LIVE = 'live';

/** Where a column's ranking comes from, how it is made, and how it fares. */
export function ColumnHead({
  name,
  collection,
  source,
  entries,
  answer,
  grades,
  onChange,
  onRemove,
}: {
  name: string;
  collection: CollectionSummary;
  source: Source;
  entries: readonly RunEntry[];
  answer: Answer;
  grades: ReadonlyMap<string, number>;
  onChange: (source: Source) => void;
  onRemove: (() => void) | undefined;
}) {
  const { t, language } = useT();
  const rows = answer.rows ?? [];
  const tally = tallyOf(rows, grades);
  const entry = source.kind === 'run' ? entries.find(({ key }) => key === source.key) : undefined;
  return (
    <header>
      <div className="row" style={{ gap: 0 }}>
        <Pick
          look="strong"
          label={`${name}: ${t('source')}`}
          value={source.kind === 'live' ? LIVE : source.key}
          choices={[{ value: LIVE, label: t('sourceLive') }, ...entries.map(({ key, label }) => ({ value: key, label }))]}
          onChange={(key) => onChange(key === LIVE ? { kind: 'live', ranking: FIRST[0]! } : { kind: 'run', key })}
        />
        <span className="grow" />
        {onRemove && <IconButton icon={X} size={15} label={`${t('remove')}: ${name}`} onClick={onRemove} />}
      </div>
      <div className="row picks" style={{ gap: 0 }}>
        {source.kind === 'live' && (
          <LivePicks
            name={name}
            collection={collection}
            ranking={source.ranking}
            onChange={(ranking) => onChange({ kind: 'live', ranking })}
          />
        )}
        {entry && (
          <span className="small muted cut" title={madeText(entry, t)}>
            {madeText(entry, t)}
          </span>
        )}
      </div>
      <p className="tally num" style={{ textAlign: 'left' }}>
        {answer.rows &&
          (tally.relevant > 0
            ? `${t('relevantIn', { found: tally.found, relevant: tally.relevant, top: SHOWN })}${tally.first ? ` · ${t('firstAt', { rank: count(tally.first, language) })}` : ''}`
            : t('resultsCount', { count: answer.total ?? rows.length }))}
      </p>
      {(answer.warnings ?? []).map((warning) => (
        <p key={warning} className="note small" role="status">
          <Said text={warning} />
        </p>
      ))}
    </header>
  );
}

/** What a run is made of; of a reranked run, what was reranked and by which model. */
const madeText = ({ run: { config, reranking }, change }: RunEntry, t: Translate): string =>
  reranking
    ? t('rerankedOf', { run: reranking.of.run, model: reranking.model_id })
    : config.parts
        .map((part, i) => `${partName(part.name, t)} · ${aggregateName(change?.parts?.[i]?.aggregate ?? part.aggregate, t)}`)
        .join(' + ');
