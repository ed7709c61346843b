import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { count, longDate } from '../../shell/format';
import { type DocumentRow, usePages } from './usePages';

const ROW = 36;

/** The decisions of a collection, each with what extraction made of it. */
export function DocumentList({ collection, stamp, onOpen }: { collection: string; stamp: string; onOpen: (docId: string) => void }) {
  const { t, language } = useT();
  const [find, setFind] = useState('');
  const pages = usePages(collection, useDeferredValue(find), stamp);
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: pages.total, getScrollElement: () => box.current, estimateSize: () => ROW, overscan: 8 });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks when the rows in view change
  useEffect(() => pages.want(first, last), [first, last, pages.total]);
  const state = ({ nuggets, extraction }: DocumentRow): string => {
    if (extraction?.status === 'failed') return `${t('docFailed')}: ${extraction.error_message}`;
    const found = nuggets > 0 ? t('docNuggets', { count: nuggets }) : t('docNone');
    return extraction?.status === 'partial' ? `${found} (${t('docPartial')})` : found;
  };
  return (
    <div className="documents">
      <input
        className="field"
        type="search"
        aria-label={t('findDocument')}
        placeholder={t('findDocument')}
        value={find}
        onChange={(event) => setFind(event.target.value)}
      />
      {pages.error && <Fault error={pages.error} />}
      <div className="doc-head" aria-hidden="true">
        <span>{t('decision')}</span>
        <span>{t('date')}</span>
        <span className="num">{t('chars')}</span>
        <span>{t('nuggets')}</span>
      </div>
      <div className="doc-list" ref={box} tabIndex={0} role="region" aria-label={t('documents')}>
        <div style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = pages.row(item.index);
            return (
              <div key={item.key} className="doc-row" style={{ transform: `translateY(${item.start}px)` }}>
                {row && (
                  <>
                    <button type="button" className="cut" title={row.title} onClick={() => onOpen(row.doc_id)}>
                      {row.title}
                    </button>
                    <span className="small muted cut">{longDate(row.date, language)}</span>
                    <span className="num small">{count(row.chars, language)}</span>
                    <span className={row.extraction?.status === 'failed' ? 'small cut bad' : 'small cut'} title={state(row)}>
                      {state(row)}
                    </span>
                  </>
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
