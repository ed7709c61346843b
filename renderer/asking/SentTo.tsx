import { Send } from 'lucide-react';
import { endpointOf } from '../../shared/endpoints';
import { api } from '../api';
import { useT } from '../i18n';
import { useLoad } from '../shell/hooks';

/** Says at the search box that the query leaves the machine, and where it goes; nothing where it stays. */
export function SentTo({ encoders }: { encoders: readonly (string | undefined)[] }) {
  const { t } = useT();
  const names = [...new Set(encoders.flatMap((encoder) => endpointOf(encoder ?? '') ?? []))];
  const { value } = useLoad((signal) => (names.length > 0 ? api.call('endpoints', {}, { signal }) : undefined), [names.join()]);
  if (names.length === 0) return null;
  const hosts = names.map((name) => value?.endpoints.find((endpoint) => endpoint.name === name)?.host ?? name);
  return (
    <p className="sent-to" role="note">
      <Send size={13} aria-hidden="true" />
      {t('querySentTo', { hosts: [...new Set(hosts)].join(', ') })}
    </p>
  );
}
