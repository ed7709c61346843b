import { useState } from 'react';
import type { CollectionSummary, Job } from '../../../shared/contract';
import { type Key, useT } from '../../i18n';
import { count } from '../../shell/format';
import { DocumentList } from './DocumentList';

export function CollectionCard({
  collection,
  busy,
  onStart,
  onOpen,
}: {
  collection: CollectionSummary;
  busy: boolean;
  onStart: (command: Job['command'], input: unknown) => Promise<void>;
  onOpen: (collection: string, docId: string | null) => void;
}) {
  const { t, language } = useT();
  const [open, setOpen] = useState(false);
  const n = (value: number) => count(value, language);
  const facts: readonly (readonly [Key, string])[] = [
    ['documents', n(collection.documents)],
    ['words', n(collection.words)],
    ['queries', n(collection.queries)],
    ['judgments', n(collection.judgments)],
  ];
  return (
    <article className="card" aria-label={collection.id}>
      <div className="row">
        <h2 className="grow cut">{collection.id}</h2>
        <button type="button" className="button" disabled={busy} onClick={() => void onStart('extract', { collection: collection.id })}>
          {t('extract')}
        </button>
        <button type="button" className="button" disabled={busy} onClick={() => void onStart('index', { collection: collection.id })}>
          {t('index')}
        </button>
        <button type="button" className="button primary" onClick={() => onOpen(collection.id, null)}>
          {t('search')}
        </button>
      </div>
      <dl className="facts-grid">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t('nuggets')}</dt>
          <dd>
            {collection.nuggets.length === 0
              ? t('docNone')
              : collection.nuggets.map(({ tier, count: c }) => `${n(c)} ${t(`tier_${tier}`)}`).join(', ')}
          </dd>
        </div>
        <div>
          <dt>{t('indexedWith')}</dt>
          <dd>
            {collection.indexed.length === 0
              ? t('notIndexed')
              : collection.indexed.map(({ encoder, current }) => (current ? encoder : `${encoder} (${t('outOfDate')})`)).join(', ')}
          </dd>
        </div>
      </dl>
      {collection.nuggets.some(({ extractor }) => extractor === 'extractive') && <p className="note small">{t('extractiveNote')}</p>}
      <button type="button" className="button bare" aria-expanded={open} onClick={() => setOpen(!open)} style={{ marginTop: 8 }}>
        {t(open ? 'hideDocuments' : 'showDocuments')}
      </button>
      {open && (
        <DocumentList collection={collection.id} stamp={JSON.stringify(collection)} onOpen={(docId) => onOpen(collection.id, docId)} />
      )}
    </article>
  );
}
