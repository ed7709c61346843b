import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Failure } from '../../../shared/contract';
import { api } from '../../api';
import { useT } from '../../i18n';
import { extractorName } from '../../shell/extractors';
import { Fault } from '../../shell/Fault';
import { count } from '../../shell/format';
import { useLoad } from '../../shell/hooks';
import { Said } from '../../shell/Said';
import { Skeleton } from '../../ui/Skeleton';

const SHOWN = 200;

/** Decisions that an extraction could not read, or not wholly: why, what was answered, and a way to try each again. */
export function FailureList({
  collection,
  stamp,
  onOpen,
  onAgain,
}: {
  collection: string;
  stamp: string;
  onOpen: (docId: string) => void;
  onAgain: (failure: Failure) => void;
}) {
  const { t, language } = useT();
  const { value, error, reload } = useLoad(() => api.call('failures', { collection, limit: SHOWN }), [collection, stamp]);
  if (error) return <Fault error={error} action={{ label: t('retry'), run: reload }} />;
  if (!value) return <Skeleton />;
  return (
    <section className="failures" aria-label={t('failures')}>
      {value.failures.length === 0 && <p className="muted">{t('noFailures')}</p>}
      <ul className="failure-list">
        {value.failures.map((failure) => (
          <Item key={`${failure.doc_id} ${failure.extractor}`} failure={failure} onOpen={onOpen} onAgain={onAgain} />
        ))}
      </ul>
      {value.total > value.failures.length && (
        <p className="small muted">{t('andMore', { count: count(value.total - value.failures.length, language) })}</p>
      )}
    </section>
  );
}

function Item({ failure, onOpen, onAgain }: { failure: Failure; onOpen: (docId: string) => void; onAgain: (failure: Failure) => void }) {
  const { t, language } = useT();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const { collection, doc_id, title, status, message, extractor, nuggets, covered, chars, at } = failure;
  const found = useLoad(() => (open ? api.call('failures', { collection, doc_id, raw: true }) : undefined), [open, collection, doc_id, at]);
  const windows = found.value?.failures.find((other) => other.extractor === extractor)?.windows;
  const facts = [
    extractorName(extractor, t),
    t('readOf', { read: count(covered, language), chars: count(chars, language) }),
    t('docNuggets', { count: nuggets }),
  ];
  return (
    <li className="failure">
      <div className="row">
        <span className={status === 'failed' ? 'chip bad' : 'chip'}>{t(status === 'failed' ? 'docFailed' : 'docPartial')}</span>
        <button type="button" className="link grow cut" title={title} onClick={() => onOpen(doc_id)}>
          {title}
        </button>
        <button
          type="button"
          className="button"
          disabled={asked}
          aria-label={`${t('retry')}: ${title}`}
          onClick={() => {
            setAsked(true);
            onAgain(failure);
          }}
        >
          <RotateCcw size={15} aria-hidden="true" />
          {t('retry')}
        </button>
      </div>
      <p className="small">
        <Said text={message} />
      </p>
      <p className="small muted">{facts.join(' · ')}</p>
      <details className="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('raw')}</summary>
        {found.error && <Fault error={found.error} />}
        {windows?.length === 0 && <p className="muted">{t('noRaw')}</p>}
        {windows?.map(({ window, start, end, raw, stop_reason }) => (
          <div key={window}>
            <p className="muted">
              {t('windowRange', { window: window + 1, start: count(start, language), end: count(end, language) })}
              {stop_reason && ` · ${t('stopReason')}: ${stop_reason}`}
            </p>
            <pre tabIndex={0}>{raw || '–'}</pre>
          </div>
        ))}
      </details>
    </li>
  );
}
