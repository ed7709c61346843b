/** What the command line says of remote endpoints: where something goes, before it goes; what it cost, after. */
import type { Input, Output } from '../../../shared/contract';
import type { Endpoint, RemoteUsage } from '../../../shared/endpoints';
import { AppError } from '../../../shared/errors';
import type { Client } from '../../../shared/rpc/client';
import { table, usageText } from './output';
import { type CommonFlags, fail, runMethod } from './session';

/** @returns a look-up for runMethod's `before`: the line that names the host, nothing where no endpoint is named */
export function announce(name: string | undefined, what: string): (client: Client) => Promise<string | undefined> {
  return async (client) => {
    if (name === undefined) return undefined;
    const endpoint = (await client.call('endpoints', {})).endpoints.find((candidate) => candidate.name === name);
    // One that is not there or off is refused by the engine, with the remedy.
    if (!endpoint?.enabled) return undefined;
    return [`Sent to ${endpoint.host}: ${what}.`, ...warningsOf(endpoint)].join('\n');
  };
}

export const warningsOf = ({ host, plain }: Pick<Endpoint, 'host' | 'plain'>): string[] =>
  plain ? [`warning: ${host} is spoken to over plain http: everyone on the way can read what is sent, and the key.`] : [];

export const usageLines = (usage: RemoteUsage | null): string[] => (usage ? [`  ${usageText(usage)}`] : []);

export function estimateCommand(
  flags: CommonFlags,
  { collection, endpoint, what, profile, rerank }: Omit<Input<'estimateRemote'>, 'endpoint'> & { endpoint?: string | undefined },
): Promise<void> {
  if (endpoint === undefined) {
    fail(
      flags,
      new AppError('USAGE', '--estimate is for a remote endpoint.', 'Name one with --endpoint NAME; pepita endpoints list shows them.'),
    );
    return Promise.resolve();
  }
  return runMethod('estimateRemote', flags, { collection, endpoint, what, profile, rerank }, { text: estimateText });
}

function estimateText(out: Output<'estimateRemote'>): string {
  const cost = (value: number | null) => (value === null ? 'no price given' : value.toFixed(value < 1 ? 4 : 2));
  const row = [
    out.host,
    out.model,
    out.units,
    out.requests,
    out.prompt_tokens,
    out.answer_tokens_most,
    cost(out.cost_least),
    cost(out.cost_most),
  ];
  return table(['host', 'model', 'texts', 'requests', 'tokens sent', 'received at most', 'cost at least', 'cost at most'], [row]);
}
