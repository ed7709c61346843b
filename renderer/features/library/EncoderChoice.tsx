import { useState } from 'react';
import type { CollectionSummary, Output } from '../../../shared/contract';
import { endpointOf, remoteEncoderId } from '../../../shared/endpoints';
import { api } from '../../api';
import { type Translate, useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { timeLeft } from '../../shell/format';
import { useLoad } from '../../shell/hooks';
import { RemoteCost } from '../../shell/RemoteCost';

type Estimate = Output<'estimateIndex'>['encoders'][number];

/** Which encoder the next index is made with, and what it would take: timed while this is open, and only then. */
export function EncoderChoice({
  collection,
  usual,
  chosen,
  working,
  onChoose,
}: {
  collection: CollectionSummary;
  /** The default encoder's id. */
  usual: string;
  chosen: string;
  /** A job runs: what is timed beside it would seem slower than it is. */
  working: boolean;
  onChoose: (encoder: string) => void;
}) {
  const { t } = useT();
  const [asked, setAsked] = useState(true);
  const { id, fitted } = collection;
  const stamp = JSON.stringify([collection.indexed, collection.nuggets, collection.documents]);
  const models = useLoad((signal) => api.call('models', {}, { signal }), []);
  const estimate = useLoad(
    (signal) => (asked && !working ? api.call('estimateIndex', { collection: id }, { signal }) : undefined),
    [id, stamp, asked, working],
  );
  const others = (models.value?.encoders ?? []).filter(
    ({ id: other, ready, encoder }) => ready && encoder?.fitted_to === null && other !== usual,
  );
  const remote = useLoad((signal) => api.call('endpoints', {}, { signal }), []);
  const endpoints = remote.value?.endpoints.filter(({ enabled, embedding_model }) => enabled && embedding_model !== null) ?? [];
  const endpoint = endpointOf(chosen);
  const rows = [
    { encoder: usual, name: usual, about: t('usualAbout'), known: estimate.value?.encoders.find(({ encoder }) => encoder === usual) },
    {
      encoder: fitted.encoder,
      name: t('fittedToThis'),
      about: t('fittedAbout'),
      known: estimate.value?.encoders.find(({ encoder }) => encoder === 'fitted'),
    },
    ...endpoints.map(({ name, host, embedding_model }) => ({
      encoder: remoteEncoderId(name),
      name: t('remoteModel', { name: embedding_model! }),
      about: t('remoteAbout', { host }),
      known: undefined,
    })),
    ...others.map(({ id: encoder, name }) => ({ encoder, name: encoder, about: name === encoder ? '' : name, known: undefined })),
  ];
  return (
    <fieldset className="encoder-choice">
      <legend className="hidden">{t('encoder')}</legend>
      {rows.map(({ encoder, name, about, known }) => (
        <label key={encoder}>
          <input type="radio" name={`encoder of ${id}`} checked={encoder === chosen} onChange={() => onChoose(encoder)} />
          <span className="grow">
            {name}
            {about && <span className="muted small about">{about}</span>}
          </span>
          <span className="num muted">{known && costOf(known, t)}</span>
        </label>
      ))}
      {endpoint !== undefined && <RemoteCost collection={id} endpoint={endpoint} what="index" stamp={stamp} />}
      <p className="row small muted timing">
        <span role="status">
          {working ? t('estimateLater') : estimate.loading ? t('estimating') : estimate.value ? t('estimated') : ''}
        </span>
        {!working && estimate.loading && (
          <button type="button" className="link" onClick={() => setAsked(false)}>
            {t('stop')}
          </button>
        )}
        {!asked && (
          <button type="button" className="link" onClick={() => setAsked(true)}>
            {t('estimate')}
          </button>
        )}
      </p>
      {estimate.error && <Fault error={estimate.error} action={{ label: t('retry'), run: estimate.reload }} />}
    </fieldset>
  );
}

const costOf = ({ texts, fit_seconds, embed_seconds }: Estimate, t: Translate): string =>
  texts === 0 && fit_seconds === 0 ? t('nothingLeft') : t('about', { time: timeLeft(fit_seconds + embed_seconds) });
