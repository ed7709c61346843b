import { useState } from 'react';
import type { Output } from '../../../../shared/contract';
import { type AppError, toAppError } from '../../../../shared/errors';
import { isEdited, PHRASES, phrasesOf } from '../../../../shared/formulation';
import { api } from '../../../api';
import { useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import { Said } from '../../../shell/Said';

type Row = Output<'formulations'>['queries'][number];

/** A query with its phrases, each in a field: kept when it is left. What was made stays beside it, and comes back. */
export function FormulationRow({ query }: { query: Row }) {
  const { t } = useT();
  const [formulation, setFormulation] = useState(query.formulation);
  const [error, setError] = useState<AppError>();
  const change = (work: Promise<NonNullable<Row['formulation']>>) =>
    work.then(
      (next) => {
        setError(undefined);
        setFormulation(next);
      },
      (thrown) => setError(toAppError(thrown)),
    );
  const phrases = formulation ? phrasesOf(formulation) : [];
  const keep = (place: number, words: string) => {
    if (!formulation || words.trim() === (phrases[place] ?? '')) return;
    const next = Array.from({ length: PHRASES }, (_, i) => (i === place ? words.trim() : (phrases[i] ?? ''))).filter(
      (phrase) => phrase !== '',
    );
    const { collection, text_sha256, key } = formulation;
    // All of them empty: what was made counts again.
    void change(
      next.length === 0
        ? api.call('restoreFormulation', { collection, text_sha256, key })
        : api.call('editFormulation', { collection, text_sha256, key, phrases: next }),
    );
  };
  const lang = formulation?.lang === 'en' ? 'en' : 'pt-BR';
  return (
    <li>
      <p className="clamp2" lang={lang} title={query.text}>
        <span className="muted">{query.query_id}</span> {query.text}
      </p>
      {!formulation && <p className="small muted">{t('notFormulated')}</p>}
      {formulation &&
        Array.from({ length: PHRASES }, (_, place) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is
            key={`${place} ${phrases[place] ?? ''}`}
            className="field"
            lang={lang}
            maxLength={400}
            aria-label={t('phraseOf', { n: place + 1, query: query.query_id })}
            defaultValue={phrases[place] ?? ''}
            onBlur={(event) => keep(place, event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              event.currentTarget.blur();
            }}
          />
        ))}
      {formulation?.note && (
        <p className="small muted">
          <Said text={formulation.note} />
        </p>
      )}
      {error && <Fault error={error} />}
      {formulation && isEdited(formulation) && (
        <p className="small row">
          <span>{t('editedByHand')}</span>
          <button
            type="button"
            className="link"
            onClick={() => {
              const { collection, text_sha256, key } = formulation;
              void change(api.call('restoreFormulation', { collection, text_sha256, key }));
            }}
          >
            {t('restoreMade')}
          </button>
        </p>
      )}
    </li>
  );
}
