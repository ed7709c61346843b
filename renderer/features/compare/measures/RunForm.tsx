import { useState } from 'react';
import type { CollectionSummary } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { usableEncoders } from '../../../shell/encoders';
import { LivePicks } from '../side-by-side/LivePicks';
import { FIRST, knobsOf, type Ranking } from '../side-by-side/ranking';

/** A run over all of the collection's queries: how they are ranked, and what it goes by. */
export function RunForm({
  collection,
  busy,
  onMake,
}: {
  collection: CollectionSummary;
  busy: boolean;
  onMake: (input: Record<string, unknown>) => void;
}) {
  const { t } = useT();
  const [ranking, setRanking] = useState<Ranking>(FIRST[0]!);
  const [name, setName] = useState('');
  const knobs = knobsOf(collection.id, ranking, usableEncoders(collection));
  const usual = [knobs.unit, knobs.ranker, knobs.unit === 'document' ? '' : knobs.aggregate].filter(Boolean).join(' ');
  return (
    <form
      className="run-form"
      aria-label={t('makeRun')}
      onSubmit={(event) => {
        event.preventDefault();
        onMake({ ...knobs, name: name.trim() || usual });
      }}
    >
      <LivePicks look="boxed" name={t('newRun')} collection={collection} ranking={ranking} onChange={setRanking} />
      <input
        className="field"
        aria-label={t('name')}
        placeholder={usual}
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="button primary" disabled={busy}>
        {t('makeIt')}
      </button>
    </form>
  );
}
