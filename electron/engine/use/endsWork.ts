import type { AppError } from '../../../shared/errors';

/** Cancelled, no room left, or no endpoint to ask. */
const STOPS: ReadonlySet<string> = new Set(['CANCELLED', 'DISK_FULL', 'ENDPOINT_OFF', 'ENDPOINT_FAILED']);

/** Whether a fault is one that every next piece of the work would meet as well. */
export const endsWork = ({ code }: AppError): boolean => STOPS.has(code);
