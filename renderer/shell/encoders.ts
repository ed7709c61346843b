/** The encoders of a collection, as the window speaks of them. */
import type { CollectionSummary } from '../../shared/contract';
import { endpointOf } from '../../shared/endpoints';
import type { Translate } from '../i18n';

/** A collection's fitted encoder goes by what it is; any other by its id, as in the command line. */
export const encoderName = (id: string, { fitted }: CollectionSummary, t: Translate): string => {
  const endpoint = endpointOf(id);
  if (endpoint !== undefined) return t('remoteEncoder', { name: endpoint });
  return id === fitted.encoder ? t('fitted') : id;
};

/** Those whose vectors a search can use. */
export const usableEncoders = ({ indexed }: CollectionSummary): string[] =>
  indexed.filter(({ state }) => state === 'current' || state === 'outdated').map(({ encoder }) => encoder);
