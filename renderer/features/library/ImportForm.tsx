import { useEffect, useRef, useState } from 'react';
import type { CollectionSummary, Input } from '../../../shared/contract';
import { useT } from '../../i18n';
import { languageName } from '../../shell/format';
import { PathField } from '../../ui/PathField';

const FORMATS = ['auto', 'text', 'beir', 'juristcu', 'aila', 'parquet', 'nuggets', 'label-studio'] as const;

/** Import, extraction and index follow each other: one press makes a folder searchable. */
export function ImportForm({
  focus,
  collections,
  onImport,
}: {
  focus: number;
  collections: readonly CollectionSummary[];
  onImport: (input: Input<'import'>) => void;
}) {
  const { t, language } = useT();
  const [path, setPath] = useState('');
  const [collection, setCollection] = useState('');
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('auto');
  const [lang, setLang] = useState<'' | 'pt' | 'en'>('');
  const [system, setSystem] = useState('');
  const nuggets = format === 'nuggets';
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus > 0) input.current?.focus();
  }, [focus]);
  // A folder's name is a good first name for its collection.
  const guessed = (path.split(/[\\/]/).filter(Boolean).at(-1) ?? '').replace(/\.\w{1,5}$/, '').slice(0, 60);
  // Nuggets belong to a collection that is there.
  const named = collection || (nuggets ? (collections[0]?.id ?? '') : guessed);
  return (
    <form
      className="card form"
      onSubmit={(event) => {
        event.preventDefault();
        const more = nuggets ? { system: system.trim() || undefined } : { lang: lang || undefined };
        onImport({ collection: named.trim(), paths: [path.trim()], format, ...more });
      }}
    >
      <div className="wide">
        <PathField
          input={input}
          label={t('path')}
          required
          choices={[
            { kind: 'folder', label: t('chooseFolder') },
            { kind: 'file', label: t('chooseFile') },
          ]}
          value={path}
          onChange={setPath}
          placeholder={t(nuggets ? 'nuggetsPathHint' : 'pathHint')}
        />
      </div>
      <label htmlFor="import-collection">
        {t('collectionName')}
        {nuggets ? (
          <select id="import-collection" className="field" required value={named} onChange={(event) => setCollection(event.target.value)}>
            {collections.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        ) : (
          <input
            id="import-collection"
            className="field"
            required
            maxLength={120}
            value={named}
            onChange={(event) => setCollection(event.target.value)}
          />
        )}
      </label>
      <label>
        {t('format')}
        <select className="field" value={format} onChange={(event) => setFormat(event.target.value as typeof format)}>
          {FORMATS.map((name) => (
            <option key={name} value={name}>
              {t(`format_${name}`)}
            </option>
          ))}
        </select>
      </label>
      {nuggets ? (
        <label>
          {t('system')}
          <input
            className="field"
            maxLength={60}
            value={system}
            onChange={(event) => setSystem(event.target.value)}
            placeholder={t('systemHint')}
          />
        </label>
      ) : (
        <label>
          {t('language')}
          <select className="field" value={lang} onChange={(event) => setLang(event.target.value as typeof lang)}>
            <option value="">{t('detect')}</option>
            <option value="pt">{languageName('pt', language)}</option>
            <option value="en">{languageName('en', language)}</option>
          </select>
        </label>
      )}
      <div className="wide row">
        <p className="small muted grow">{t(nuggets ? 'importNuggetsSteps' : 'importSteps')}</p>
        <button type="submit" className="button primary">
          {t('startImport')}
        </button>
      </div>
    </form>
  );
}
