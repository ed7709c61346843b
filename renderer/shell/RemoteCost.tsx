import type { Input } from '../../shared/contract';
import { api } from '../api';
import { type Key, useT } from '../i18n';
import { Fault } from './Fault';
import { count, money } from './format';
import { useLoad } from './hooks';

const SENT: Readonly<Record<Input<'estimateRemote'>['what'], Key>> = {
  extract: 'wouldSendTexts',
  index: 'wouldSendUnits',
  formulate: 'formulateWouldSend',
  rerank: 'rerankWouldSend',
};

/** What an endpoint would be sent, and what that would cost: reckoned here, nothing leaves the machine for it. */
export function RemoteCost({
  collection,
  endpoint,
  what,
  rerank,
  stamp = '',
}: Pick<Input<'estimateRemote'>, 'collection' | 'endpoint' | 'what' | 'rerank'> & { stamp?: string }) {
  const { t, language } = useT();
  const { value, error, reload } = useLoad(
    (signal) => api.call('estimateRemote', { collection, endpoint, what, ...(rerank && { rerank }) }, { signal }),
    [collection, endpoint, what, JSON.stringify(rerank), stamp],
  );
  if (error) return <Fault error={error} action={{ label: t('retry'), run: reload }} />;
  const n = (x: number) => count(x, language);
  return (
    <p className="note small" role="status">
      {value
        ? [
            t(SENT[what], { count: value.units, host: value.host }),
            t('wouldTake', { requests: n(value.requests), tokens: n(value.prompt_tokens) }),
            value.cost_most !== null &&
              t('wouldCost', { least: money(value.cost_least ?? 0, language), most: money(value.cost_most, language) }),
          ]
            .filter(Boolean)
            .join(' ')
        : t('estimating')}
    </p>
  );
}
