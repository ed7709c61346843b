import { useEffect, useRef, useState } from 'react';
import type { Input } from '../../../shared/contract';
import { useT } from '../../i18n';

const FORMATS = ['auto', 'text', 'beir', 'juristcu', 'aila'] as const;

/** Import, extraction and index follow each other: one press makes a folder searchable. */
export function ImportForm({ focus, onImport }: { focus: number; onImport: (input: Input<'import'>) => void }) {
  const { t } = useT();
  const [path, setPath] = useState('');
  const [collection, setCollection] = useState('');
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('auto');
  const [lang, setLang] = useState<'' | 'pt' | 'en'>('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus > 0) input.current?.focus();
  }, [focus]);
  // A folder's name is a good first name for its collection.
  const named = collection || (path.split(/[\\/]/).filter(Boolean).at(-1) ?? '').replace(/\.\w{1,5}$/, '').slice(0, 60);
  return (
    <form
      className="card form"
      onSubmit={(event) => {
        event.preventDefault();
        onImport({ collection: named.trim(), paths: [path.trim()], format, lang: lang || undefined });
      }}
    >
      <label className="wide">
        {t('path')}
        <input
          ref={input}
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
        <input className="field" required maxLength={120} value={named} onChange={(event) => setCollection(event.target.value)} />
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
      <label>
        {t('language')}
        <select className="field" value={lang} onChange={(event) => setLang(event.target.value as typeof lang)}>
          <option value="">{t('detect')}</option>
          <option value="pt">português</option>
          <option value="en">English</option>
        </select>
      </label>
      <div className="wide row">
        <p className="small muted grow">{t('importSteps')}</p>
        <button type="submit" className="button primary">
          {t('startImport')}
        </button>
      </div>
    </form>
  );
}
