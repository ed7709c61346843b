/**
 * Loaded before everything else (node --import): writes down each attempt to reach out, at the lowest place that Node
 * has, so that no module can go round it. What native libraries do by themselves is for strace.
 */

import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const note = (kind, what) => appendFileSync(process.env.PEPITA_EGRESS_LOG, `${JSON.stringify({ kind, what: String(what) })}\n`);

process.removeAllListeners('warning');
process.noDeprecation = true;
const { TCP } = process.binding('tcp_wrap');
const { UDP } = process.binding('udp_wrap');
/** @param harmless whether a call reaches nobody */
const wrap = (proto, name, describe, harmless = () => false) => {
  const real = proto[name];
  proto[name] = function (...args) {
    if (!harmless(args)) note(name, describe(args));
    return real.apply(this, args);
  };
};
for (const name of ['connect', 'connect6']) wrap(TCP.prototype, name, ([, address, port]) => `${address}:${port}`);
for (const name of ['send', 'send6', 'connect', 'connect6'])
  if (UDP.prototype[name]) wrap(UDP.prototype, name, (args) => args.filter((arg) => typeof arg !== 'object').join(' '));
// Node's resolver takes its native functions apart when it loads: names are caught one floor higher. What is an address
// already is looked up nowhere.
for (const from of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(from))
    if (/^(lookup|resolve|reverse)/.test(name) && typeof from[name] === 'function')
      wrap(
        from,
        name,
        ([host]) => `${host}`,
        ([host]) => isIP(host),
      );
syncBuiltinESMExports();
if (isMainThread) note('loaded', process.argv.slice(1).join(' '));
