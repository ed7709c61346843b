import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { CollectionSummary, Input, Job } from '../../../shared/contract';
import { endpointOf } from '../../../shared/endpoints';
import { useT } from '../../i18n';
import { encoderName } from '../../shell/encoders';
import { isOwn, nuggetCounts } from '../../shell/extractors';
import { count, languageName } from '../../shell/format';
import { ApproximateList } from './ApproximateList';
import { DocumentList } from './DocumentList';
import { EncoderChoice } from './EncoderChoice';
import { ExtractorChoice } from './ExtractorChoice';
import { FailureList } from './FailureList';
import { IndexList } from './IndexList';
import { ProfileChoice } from './ProfileChoice';

/** A collection: what it holds, what was made of it, and the one step that comes next. */
export function CollectionCard({
  collection,
  usual,
  searched,
  busy,
  working,
  onStart,
  onNow,
  pulse,
  nameOf,
  onOpen,
  onSearch,
}: {
  collection: CollectionSummary;
  /** The default encoder's id. */
  usual: string;
  /** What the user searched lately. */
  searched: readonly string[];
  busy: boolean;
  /** Some job runs, of this collection or another. */
  working: boolean;
  onStart: (command: Job['command'], input: unknown) => Promise<void>;
  /** One decision before all that waits. */
  onNow: (input: Input<'extractNow'>) => Promise<void>;
  /** Changes as decisions are committed. */
  pulse: string;
  /** What a profile is called. */
  nameOf: (profile: string) => string;
  onOpen: (docId: string) => void;
  onSearch: () => void;
}) {
  const { t, language } = useT();
  const [open, setOpen] = useState<'documents' | 'failures'>();
  const [choosing, setChoosing] = useState<'extractor' | 'profile' | 'encoder'>();
  const [writer, setWriter] = useState({ model: '', name: '' });
  const [chosenProfile, setChosenProfile] = useState<string>();
  const profile = chosenProfile ?? collection.profile;
  const [wanted, setWanted] = useState<string>();
  const n = (value: number) => count(value, language);
  const { id, documents, extracted_documents: extracted, failed_documents: failed } = collection;
  const summaries = collection.summaries.reduce((sum, { count: many }) => sum + many, 0);
  const unread = documents - extracted - failed;
  const current = collection.indexed.some((index) => index.current);
  // An index that is of no use any more is made again with its own encoder.
  const stale = collection.indexed.find(({ state }) => state === 'changed') ?? collection.indexed.find(({ state }) => state === 'outdated');
  const encoder = wanted ?? stale?.encoder ?? usual;
  const endpoint = endpointOf(writer.model);
  const choice = endpoint
    ? { endpoint }
    : writer.model
      ? { extractor: 'llama' as const, model: writer.model }
      : { extractor: 'extractive' as const };
  const extract = (summaries = false) => void onStart('extract', { collection: id, ...(summaries && { summaries }), ...choice });
  const makeIndex = (which: string) => void onStart('index', { collection: id, encoder: which });
  const next = unread > 0 ? 'extract' : current ? 'search' : 'index';
  const counts = [
    [documents, t('decisionsOf', { count: documents })],
    [collection.words, t('words')],
    [collection.queries, t('queriesOf', { count: collection.queries })],
    [collection.judgments, t('judgmentsOf', { count: collection.judgments })],
  ] as const;
  const disclose = (which: 'extractor' | 'profile' | 'encoder', label: string) => (
    <button
      type="button"
      className="button bare disclose"
      aria-expanded={choosing === which}
      disabled={!encoder}
      onClick={() => setChoosing(choosing === which ? undefined : which)}
    >
      <ChevronRight size={15} aria-hidden="true" />
      <span className="cut">{label}</span>
    </button>
  );
  const show = (which: 'documents' | 'failures', label: string) => (
    <button
      type="button"
      className="button bare disclose"
      aria-expanded={open === which}
      onClick={() => setOpen(open === which ? undefined : which)}
    >
      <ChevronRight size={15} aria-hidden="true" />
      {label}
    </button>
  );
  const stamp = JSON.stringify(collection) + pulse;
  const look = (step: string) => (step === next && !busy ? 'button primary' : 'button');
  return (
    <article className="card collection" aria-label={id}>
      <header>
        <h2 className="cut">{id}</h2>
        <span className="small muted">{collection.langs.map((lang) => languageName(lang, language)).join(', ')}</span>
      </header>
      <dl className="counts">
        {counts
          .filter(([value], i) => i === 0 || value > 0)
          .map(([value, name]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{n(value)}</dd>
            </div>
          ))}
      </dl>
      <dl className="state">
        <dt>{t('nuggets')}</dt>
        <dd>
          {collection.nuggets.length === 0 ? t('docNone') : nuggetCounts(collection.nuggets, t)}
          {unread > 0 && collection.nuggets.length > 0 && ` · ${t('unread', { count: unread })}`}
          {failed > 0 && ` · ${t('failedCount', { count: failed })}`}
          {collection.nuggets.some(({ extractor }) => extractor === 'extractive') && (
            <span className="muted small" style={{ display: 'block' }}>
              {t('extractiveNote')}
            </span>
          )}
        </dd>
        {summaries > 0 && (
          <>
            <dt>{t('unit_summary')}</dt>
            <dd>{t('summariesOf', { count: summaries })}</dd>
          </>
        )}
        <dt>{t('index')}</dt>
        <dd>
          <IndexList collection={collection} busy={busy} onIndex={makeIndex} />
        </dd>
        <ApproximateList
          collection={collection}
          searched={searched}
          busy={busy}
          stamp={stamp}
          onMake={(input) => void onStart('approximate', input)}
        />
      </dl>
      <div className="actions">
        <button type="button" className={look('search')} onClick={onSearch}>
          {t('search')}
        </button>
        <button type="button" className={look('extract')} disabled={busy} onClick={() => extract()}>
          {t('extract')}
        </button>
        <button type="button" className="button" disabled={busy} onClick={() => extract(true)}>
          {t('makeSummaries')}
        </button>
        <button type="button" className={look('index')} disabled={busy || !encoder} onClick={() => makeIndex(encoder)}>
          {t('makeIndex')}
        </button>
        {disclose('extractor', `${t('nuggetsBy')}: ${writer.name || t('byRules')}`)}
        {disclose('profile', `${t('readFor')}: ${nameOf(profile)}`)}
        {disclose('encoder', `${t('encoder')}: ${encoderName(encoder, collection, t)}`)}
        <span className="grow" />
        {(collection.faults > 0 || open === 'failures') && show('failures', `${t('failures')} (${n(collection.faults)})`)}
        {show('documents', t('documents'))}
      </div>
      {choosing === 'extractor' && (
        <ExtractorChoice
          collection={id}
          stamp={JSON.stringify(collection)}
          chosen={writer.model}
          onChoose={(model, name) => setWriter({ model, name })}
        />
      )}
      {choosing === 'profile' && (
        <ProfileChoice collection={id} chosen={profile} model={writer.model} nameOf={nameOf} onChosen={setChosenProfile} />
      )}
      {choosing === 'encoder' && (
        <EncoderChoice collection={collection} usual={usual} chosen={encoder} working={working} onChoose={setWanted} />
      )}
      {open === 'failures' && (
        <FailureList
          collection={id}
          stamp={stamp}
          onOpen={onOpen}
          onAgain={({ doc_id, extractor }) => void onNow({ collection: id, doc_id, again: true, ...(isOwn(extractor) && { extractor }) })}
        />
      )}
      {open === 'documents' && (
        <DocumentList
          collection={id}
          stamp={stamp}
          onOpen={onOpen}
          onNow={(doc_id, again) => void onNow({ collection: id, doc_id, again, ...choice })}
        />
      )}
    </article>
  );
}
