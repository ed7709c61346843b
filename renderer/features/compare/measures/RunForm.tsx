import { useState } from 'react';
import type { CollectionSummary } from '../../../../shared/contract';
import { QueryForm } from '../../../../shared/domain';
import { useT } from '../../../i18n';
import { usableEncoders } from '../../../shell/encoders';
import { Pick } from '../../../ui/Pick';
import { FormulationsDialog } from '../formulations/FormulationsDialog';
import { LivePicks } from '../side-by-side/LivePicks';
import { FIRST, knobsOf, type Ranking } from '../side-by-side/ranking';
import type { Work } from '../useWork';

/** A run over all of the collection's queries: how they are ranked, and what it goes by. */
export function RunForm({ collection, work }: { collection: CollectionSummary; work: Work }) {
  const { t } = useT();
  const [ranking, setRanking] = useState<Ranking>(FIRST[0]!);
  const [form, setForm] = useState<QueryForm>('as-is');
  const [writing, setWriting] = useState(false);
  const [name, setName] = useState('');
  const knobs = knobsOf(collection.id, ranking, usableEncoders(collection));
  const usual = [knobs.unit, knobs.ranker, knobs.unit === 'document' ? '' : knobs.aggregate, form === 'as-is' ? '' : form]
    .filter(Boolean)
    .join(' ');
  return (
    <>
      <form
        className="run-form"
        aria-label={t('makeRun')}
        onSubmit={(event) => {
          event.preventDefault();
          void work.start('run', { ...knobs, query_form: form, name: name.trim() || usual });
        }}
      >
        <LivePicks look="boxed" name={t('newRun')} collection={collection} ranking={ranking} onChange={setRanking} />
        <Pick
          label={t('queryForm')}
          look="boxed"
          value={form}
          choices={QueryForm.options.map((value) => ({ value, label: t(`form_${value}`) }))}
          onChange={setForm}
        />
        {form !== 'as-is' && (
          <button type="button" className="button" onClick={() => setWriting(true)}>
            {t('inOtherWords')}
          </button>
        )}
        <input
          className="field"
          aria-label={t('name')}
          placeholder={usual}
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="button primary" disabled={work.busy}>
          {t('makeIt')}
        </button>
      </form>
      {writing && <FormulationsDialog collection={collection.id} work={work} onClose={() => setWriting(false)} />}
    </>
  );
}
