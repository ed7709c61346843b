import { useState } from 'react';
import type { Input } from '../../../shared/contract';
import { ENDPOINT_NAME, type EndpointSettings, keyVariable } from '../../../shared/endpoints';
import { useT } from '../../i18n';

type Field = Exclude<keyof EndpointSettings, 'url'>;

/** All that an endpoint can be told, in the order of the form: one that the contract gets and this has not is no program. */
const KINDS = {
  chat_model: 'model',
  embedding_model: 'model',
  concurrency: 'count',
  rpm: 'count',
  tpm: 'count',
  context_size: 'count',
  dimensions: 'count',
  embedding_tokens: 'count',
  price_in: 'price',
  price_out: 'price',
  price_embedding: 'price',
  reasoning_effort: 'word',
  query_prefix: 'prefix',
  passage_prefix: 'prefix',
} as const satisfies Record<Field, string>;
type Of<Kind> = { [F in Field]: (typeof KINDS)[F] extends Kind ? F : never }[Field];
const of = <Kind extends (typeof KINDS)[Field]>(...kinds: Kind[]) =>
  (Object.keys(KINDS) as Field[]).filter((field): field is Of<Kind> => (kinds as string[]).includes(KINDS[field]));
const MODELS = of('model');
const NUMBERS = of('count', 'price');
const WORDS = of('word', 'prefix');
const LEAST: Partial<Record<Field, number>> = { context_size: 512, embedding_tokens: 8, price_in: 0, price_out: 0, price_embedding: 0 };
const USUAL: Partial<Record<Field, string>> = { concurrency: '4', context_size: '8192' };

/** A new endpoint, added turned off. Its key goes to the keychain, apart from all the rest. */
export function EndpointForm({ keychain, onAdd }: { keychain: boolean; onAdd: (input: Input<'addEndpoint'>, key: string) => void }) {
  const { t } = useT();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [key, setKey] = useState('');
  const [fields, setFields] = useState<Partial<Record<Field, string>>>({});
  const set = (field: Field) => (event: { target: { value: string } }) => setFields((old) => ({ ...old, [field]: event.target.value }));
  const number = (field: Field) => (fields[field] ? Number(fields[field]) : undefined);
  const text = (field: Field) => fields[field]?.trim() || undefined;
  return (
    <form
      className="card form endpoint-form"
      onSubmit={(event) => {
        event.preventDefault();
        const numbers = Object.fromEntries(NUMBERS.map((field) => [field, number(field)]));
        // Spaces at the end of a prefix count.
        const prefixes = Object.fromEntries(of('prefix').map((field) => [field, fields[field] || undefined]));
        const texts = Object.fromEntries(of('model', 'word').map((field) => [field, text(field)]));
        onAdd({ name, url: url.trim(), ...texts, ...numbers, ...prefixes }, key.trim());
      }}
    >
      <label>
        {t('endpointUrl')}
        <input
          className="field"
          required
          type="url"
          value={url}
          placeholder="https://api.openai.com/v1"
          spellCheck={false}
          onChange={(event) => setUrl(event.target.value)}
        />
      </label>
      <label>
        {t('endpointName')}
        <input
          className="field"
          required
          pattern={ENDPOINT_NAME.source.slice(1, -1)}
          title={t('endpointNameHint')}
          value={name}
          spellCheck={false}
          onChange={(event) => setName(event.target.value.toLowerCase())}
        />
      </label>
      {keychain ? (
        <label>
          {t('endpointKey')}
          <input className="field" type="password" autoComplete="off" value={key} onChange={(event) => setKey(event.target.value)} />
        </label>
      ) : (
        <p className="wide small muted">{t('keyInEnvironment', { variable: keyVariable(name || 'name') })}</p>
      )}
      {MODELS.map((field) => (
        <label key={field}>
          {t(field === 'chat_model' ? 'chatModel' : 'embeddingModel')}
          <input
            className="field"
            required={!text('chat_model') && !text('embedding_model')}
            value={fields[field] ?? ''}
            placeholder={field === 'chat_model' ? 'gpt-5.4-nano' : 'text-embedding-3-small'}
            spellCheck={false}
            onChange={set(field)}
          />
        </label>
      ))}
      <details className="wide small">
        <summary>{t('limitsAndPrices')}</summary>
        <div className="form">
          {NUMBERS.map((field) => (
            <label key={field}>
              {t(`field_${field}`)}
              <input
                className="field"
                type="number"
                min={LEAST[field] ?? 1}
                max={field === 'concurrency' ? 256 : undefined}
                step={field.startsWith('price') ? 'any' : 1}
                value={fields[field] ?? ''}
                placeholder={USUAL[field] ?? ''}
                onChange={set(field)}
              />
            </label>
          ))}
          {WORDS.map((field) => (
            <label key={field}>
              {t(`field_${field}`)}
              <input
                className="field"
                value={fields[field] ?? ''}
                maxLength={field === 'reasoning_effort' ? 20 : 500}
                spellCheck={false}
                onChange={set(field)}
              />
            </label>
          ))}
        </div>
      </details>
      <div className="wide row">
        <p className="small muted grow">{t('endpointAddedOff')}</p>
        <button type="submit" className="button primary">
          {t('addEndpoint')}
        </button>
      </div>
    </form>
  );
}
