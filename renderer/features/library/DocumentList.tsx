import { useVirtualizer } from '@tanstack/react-virtual';
import { FastForward } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { count, longDate, share } from '../../shell/format';
import { IconButton } from '../../ui/IconButton';
import { type DocumentRow, usePages } from './usePages';

const ROW = 36;

/** The decisions of a collection, each with what extraction made of it. */
export function DocumentList({
  collection,
  stamp,
  onOpen,
  onNow,
}: {
  collection: string;
  stamp: string;
  onOpen: (docId: string) => void;
  /** Extracts this decision before all that waits; `again`: also where it was read in part. */
  onNow: (docId: string, again: boolean) => void;
}) {
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
  /** How much of the text the newest extraction read; never rounded up to all of it. */
  const coverage = ({ extraction, chars }: DocumentRow): string =>
    !extraction || extraction.status === 'failed' || extraction.covered === 0
      ? '–'
      : share(Math.floor((100 * Math.min(extraction.covered, chars)) / Math.max(chars, 1)) / 100, language);
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
        <span className="num">{t('coverage')}</span>
        <span>{t('nuggets')}</span>
        <span />
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
                    <span
                      className="num small"
                      title={
                        row.extraction
                          ? t('readOf', { read: count(row.extraction.covered, language), chars: count(row.chars, language) })
                          : undefined
                      }
                    >
                      {coverage(row)}
                    </span>
                    <span className={row.extraction?.status === 'failed' ? 'small cut bad' : 'small cut'} title={state(row)}>
                      {state(row)}
                    </span>
                    {row.extraction?.status === 'done' ? (
                      <span />
                    ) : (
                      <IconButton
                        icon={FastForward}
                        size={15}
                        label={`${t('extractNow')}: ${row.title}`}
                        onClick={() => onNow(row.doc_id, row.extraction?.status === 'partial')}
                      />
                    )}
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
