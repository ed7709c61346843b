import { useState } from 'react';
import type { Input } from '../../../shared/contract';
import { useT } from '../../i18n';

const FORMATS = ['auto', 'text', 'beir', 'juristcu', 'aila'] as const;

/** Import, extraction and index follow each other: one press makes a folder searchable. */
export function ImportForm({ onImport }: { onImport: (input: Input<'import'>) => Promise<void> }) {
  const { t } = useT();
  const [path, setPath] = useState('');
  const [collection, setCollection] = useState('');
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('auto');
  const [lang, setLang] = useState<'' | 'pt' | 'en'>('');
  return (
    <form
      className="card"
      onSubmit={(event) => {
        event.preventDefault();
        void onImport({ collection: collection.trim(), paths: [path.trim()], format, lang: lang || undefined });
      }}
    >
      <h2 style={{ marginBottom: 12 }}>{t('importTitle')}</h2>
      <div className="form">
        <label className="wide">
          {t('path')}
          <input
            className="field"
            required
            value={path}
            onChange={(event) => setPath(event.target.value)}
            placeholder={t('pathHint')}
            spellCheck={false}
          />
        </label>
        <label>
          {t('collectionName')}
          <input className="field" required maxLength={120} value={collection} onChange={(event) => setCollection(event.target.value)} />
        </label>
        <label>
          {t('format')}
          <select className="field" value={format} onChange={(event) => setFormat(event.target.value as typeof format)}>
            {FORMATS.map((name) => (
              <option key={name} value={name}>
                {name === 'auto' ? t('auto') : name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('language')}
          <select className="field" value={lang} onChange={(event) => setLang(event.target.value as typeof lang)}>
            <option value="">{t('detect')}</option>
            <option value="pt">português</option>
            <option value="en">English</option>
          </select>
        </label>
        <button type="submit" className="button primary">
          {t('startImport')}
        </button>
      </div>
    </form>
  );
}
