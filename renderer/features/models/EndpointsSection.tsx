import { useState } from 'react';
import type { Output } from '../../../shared/contract';
import type { Endpoint } from '../../../shared/endpoints';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { useLoad } from '../../shell/hooks';
import { EndpointForm } from './EndpointForm';
import { EndpointRow } from './EndpointRow';
import { TurnOnDialog } from './TurnOnDialog';

type Trial = Output<'testEndpoint'>;

/** Remote servers that may be used: each is off until it is turned on here, with its host and what is sent before one's eyes. */
export function EndpointsSection({ onChanged }: { onChanged: () => void }) {
  const { t } = useT();
  const { value, error, reload } = useLoad(() => api.call('endpoints', {}), []);
  const [adding, setAdding] = useState(false);
  const [turning, setTurning] = useState<Endpoint>();
  const [fault, setFault] = useState<AppError>();
  const [trials, setTrials] = useState<ReadonlyMap<string, Trial | 'running'>>(new Map());
  const tried = (name: string, trial: Trial | 'running' | undefined) =>
    setTrials((old) => {
      const next = new Map(old);
      if (trial) next.set(name, trial);
      else next.delete(name);
      return next;
    });
  const run = async (work: () => Promise<unknown>) => {
    setFault(undefined);
    await work().catch((thrown) => setFault(toAppError(thrown)));
    reload();
    onChanged();
  };
  const test = async (name: string) => {
    tried(name, 'running');
    await run(async () => {
      try {
        tried(name, await api.call('testEndpoint', { name }));
      } catch (thrown) {
        tried(name, undefined);
        throw thrown;
      }
    });
  };
  const endpoints = value?.endpoints ?? [];
  return (
    <section aria-label={t('endpoints')}>
      <div className="row">
        <h2 className="grow">{t('endpoints')}</h2>
        <button type="button" className="button" aria-expanded={adding} onClick={() => setAdding(!adding)}>
          {t('addEndpoint')}
        </button>
      </div>
      <p className="muted">{t('endpointsLead')}</p>
      {(fault ?? error) && <Fault error={(fault ?? error)!} />}
      {adding && value && (
        <EndpointForm
          keychain={value.keychain}
          onAdd={(input, key) =>
            run(async () => {
              const added = await api.call('addEndpoint', input);
              setAdding(false);
              tried(added.name, undefined);
              if (key && !(await api.keepKey(added.name, new URL(added.url).origin, key))) throw toAppError(new Error(t('keyNotKept')));
            })
          }
        />
      )}
      {endpoints.length > 0 && (
        <ul className="card endpoints">
          {endpoints.map((endpoint) => (
            <EndpointRow
              key={endpoint.name}
              endpoint={endpoint}
              trial={trials.get(endpoint.name)}
              onTurnOn={() => setTurning(endpoint)}
              onTurnOff={() => run(() => api.call('disableEndpoint', { name: endpoint.name }))}
              onTest={() => void test(endpoint.name)}
              onRemove={() =>
                run(async () => {
                  await api.call('removeEndpoint', { name: endpoint.name });
                  await api.keepKey(endpoint.name, new URL(endpoint.url).origin, '');
                })
              }
            />
          ))}
        </ul>
      )}
      {turning && (
        <TurnOnDialog
          endpoint={turning}
          onClose={() => setTurning(undefined)}
          onTurnOn={() => void run(() => api.call('enableEndpoint', { name: turning.name, host: turning.host }))}
        />
      )}
    </section>
  );
}
