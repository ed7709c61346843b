import { api } from '../../api';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { count, money } from '../../shell/format';
import { useLoad } from '../../shell/hooks';

/** What an endpoint would be sent, and what that would cost: reckoned here, nothing leaves the machine for it. */
export function RemoteCost({
  collection,
  endpoint,
  what,
  stamp,
}: {
  collection: string;
  endpoint: string;
  what: 'extract' | 'index';
  stamp: string;
}) {
  const { t, language } = useT();
  const { value, error, reload } = useLoad(
    (signal) => api.call('estimateRemote', { collection, endpoint, what }, { signal }),
    [collection, endpoint, what, stamp],
  );
  if (error) return <Fault error={error} action={{ label: t('retry'), run: reload }} />;
  const n = (x: number) => count(x, language);
  return (
    <p className="note small" role="status">
      {value
        ? [
            t(what === 'extract' ? 'wouldSendTexts' : 'wouldSendUnits', { count: value.units, host: value.host }),
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
