import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { Output } from '../../../shared/contract';
import { api } from '../../api';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { count } from '../../shell/format';
import { useLoad } from '../../shell/hooks';

type Row = Output<'documents'>['documents'][number];
const MOST = 1000;

/** The decisions of a collection, each with what extraction made of it. */
export function DocumentList({ collection, stamp, onOpen }: { collection: string; stamp: string; onOpen: (docId: string) => void }) {
  const { t, language } = useT();
  const [find, setFind] = useState('');
  const { value, error, reload } = useLoad(() => api.call('documents', { collection, find, limit: MOST }), [collection, find, stamp]);
  const box = useRef<HTMLDivElement>(null);
  const rows = value?.documents ?? [];
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => 40, overscan: 8 });
  const state = ({ nuggets, extraction }: Row): string => {
    if (extraction?.status === 'failed') return `${t('docFailed')}: ${extraction.error_message}`;
    const found = nuggets > 0 ? t('docNuggets', { count: count(nuggets, language) }) : t('docNone');
    return extraction?.status === 'partial' ? `${found} (${t('docPartial')})` : found;
  };
  return (
    <div style={{ display: 'grid', gap: 8 }}>
      <input
        className="field"
        type="search"
        aria-label={t('findDocument')}
        placeholder={t('findDocument')}
        value={find}
        onChange={(event) => setFind(event.target.value)}
      />
      {error && <Fault error={error} onRetry={reload} />}
      <div className="doc-list" ref={box} tabIndex={0} role="region" aria-label={t('documents')}>
        <div style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]!;
            return (
              <div key={row.doc_id} className="doc-row" style={{ transform: `translateY(${item.start}px)` }}>
                <button type="button" className="cut" title={row.title} onClick={() => onOpen(row.doc_id)}>
                  {row.title}
                </button>
                <span className="small muted cut">{row.date}</span>
                <span className="num small">{count(row.chars, language)}</span>
                <span className="small cut" title={state(row)}>
                  {state(row)}
                </span>
              </div>
            );
          })}
        </div>
      </div>
      {value && value.total > MOST && (
        <p className="small muted">{t('of', { done: count(MOST, language), total: count(value.total, language) })}</p>
      )}
    </div>
  );
}
