/** Remote endpoints of a workspace: which are on, and the open connections to them. Nothing is sent to one that is off. */
import type { ParsedInput } from '../../../shared/contract';
import { type Endpoint, EndpointSettings } from '../../../shared/endpoints';
import { AppError } from '../../../shared/errors';
import { isPlain, parseAddress } from '../remote/address';
import { type Connection, openConnection } from '../remote/connection';
import type { EngineConfig } from './context';
import { changeEndpoint, consent, type KeptEndpoint, readEndpoints } from './endpointFile';
import { nearest } from './nearest';

export interface OpenEndpoint {
  readonly settings: KeptEndpoint;
  readonly connection: Connection;
}

export interface Endpoints {
  list(): Promise<Endpoint[]>;
  /** @throws NOT_FOUND */
  get(name: string): Promise<Endpoint>;
  add(input: ParsedInput<'addEndpoint'>): Promise<Endpoint>;
  enable(name: string, host: string): Promise<Endpoint>;
  disable(name: string): Promise<Endpoint>;
  remove(name: string): Promise<void>;
  /** What the server gave when it was tried. */
  saw(name: string, dimensions: number): Promise<void>;
  /** @throws ENDPOINT_OFF, NOT_FOUND */
  open(name: string): Promise<OpenEndpoint>;
  close(): void;
}

interface Session extends OpenEndpoint {
  readonly stamp: string;
  readonly aborter: AbortController;
}

/** How often the file is looked at while a request is under way: another process may turn the endpoint off. */
const LOOK_MS = 300;

export function openEndpoints({ workspace, keys }: Pick<EngineConfig, 'workspace' | 'keys'>): Endpoints {
  const sessions = new Map<string, Session>();
  let watching: NodeJS.Timeout | undefined;

  async function find(name: string): Promise<KeptEndpoint> {
    const all = await readEndpoints(workspace);
    const kept = all.get(name);
    if (kept) return kept;
    const near = nearest(name, [...all.keys()]);
    throw new AppError(
      'NOT_FOUND',
      `There is no endpoint "${name}".`,
      near.length > 0 ? `Did you mean "${near[0]}"?` : `Add it: pepita endpoints add ${name} URL --chat-model M.`,
      { known: [...all.keys()] },
    );
  }

  const isOn = async ({ url, enabled_for }: KeptEndpoint): Promise<boolean> =>
    enabled_for !== null && enabled_for === (await consent(workspace, url));

  async function shown(name: string, kept: KeptEndpoint): Promise<Endpoint> {
    const { enabled_for: _, ...settings } = kept;
    const url = new URL(kept.url);
    return { ...settings, name, host: url.host, enabled: await isOn(kept), key: await keys.find(name, url.origin), plain: isPlain(url) };
  }

  function end(name: string): void {
    const session = sessions.get(name);
    if (!session) return;
    sessions.delete(name);
    session.aborter.abort(
      new AppError(
        'ENDPOINT_OFF',
        `The endpoint "${name}" was turned off. What was done is kept.`,
        `To go on, turn it on: pepita endpoints enable ${name}; then start again.`,
      ),
    );
    session.connection.close();
  }

  /** Ends a session whose endpoint is off, gone or changed. */
  async function look(name: string): Promise<void> {
    const session = sessions.get(name);
    if (!session) return;
    const kept = (await readEndpoints(workspace).catch(() => undefined))?.get(name);
    if (!kept || stampOf(kept) !== session.stamp || !(await isOn(kept))) end(name);
  }

  function watch(): void {
    watching ??= setInterval(() => {
      for (const [name, { connection }] of sessions) if (connection.open > 0) void look(name);
    }, LOOK_MS).unref();
  }

  async function change(name: string, to: (kept: KeptEndpoint) => KeptEndpoint | Promise<KeptEndpoint>): Promise<Endpoint> {
    const kept = await changeEndpoint(workspace, name, async (before) => to(before ?? (await find(name))));
    await look(name);
    return shown(name, kept);
  }

  return {
    async list() {
      const all = await readEndpoints(workspace);
      return Promise.all([...all].map(([name, kept]) => shown(name, kept)));
    },
    get: async (name) => shown(name, await find(name)),
    async add({ name, ...input }) {
      const settings = EndpointSettings.parse(input);
      if (settings.chat_model === null && settings.embedding_model === null)
        throw new AppError('USAGE', `The endpoint "${name}" names no model.`, 'Give --chat-model M, --embedding-model M or both.');
      const kept = { ...settings, url: parseAddress(settings.url).href.replace(/\/$/, ''), enabled_for: null, seen_dimensions: null };
      await changeEndpoint(workspace, name, () => kept);
      await look(name);
      return shown(name, kept);
    },
    enable: (name, host) =>
      change(name, async (kept) => {
        const now = new URL(kept.url).host;
        if (now !== host)
          throw new AppError('USAGE', `The endpoint "${name}" is at ${now}, not at ${host}.`, 'Look at it again before you turn it on.');
        return { ...kept, enabled_for: await consent(workspace, kept.url) };
      }),
    disable: (name) => change(name, (kept) => ({ ...kept, enabled_for: null })),
    async remove(name) {
      await changeEndpoint(workspace, name, async () => {
        await find(name);
        return undefined;
      });
      await look(name);
    },
    async saw(name, dimensions) {
      if ((await find(name)).seen_dimensions === dimensions) return;
      await change(name, (kept) => ({ ...kept, seen_dimensions: dimensions }));
    },
    async open(name) {
      const settings = await find(name);
      if (!(await isOn(settings))) {
        end(name);
        throw new AppError(
          'ENDPOINT_OFF',
          `The endpoint "${name}" (${new URL(settings.url).host}) is not turned on. Nothing was sent.`,
          `Turn it on: pepita endpoints enable ${name}.`,
        );
      }
      const stamp = stampOf(settings);
      const open = sessions.get(name);
      if (open?.stamp === stamp) return { settings, connection: open.connection };
      end(name);
      const aborter = new AbortController();
      const base = new URL(settings.url);
      const connection = openConnection({
        name,
        base,
        limits: settings,
        key: () => keys.read(name, base.origin),
        permission: {
          signal: aborter.signal,
          async check() {
            await look(name);
            if (aborter.signal.aborted) throw aborter.signal.reason;
          },
        },
      });
      sessions.set(name, { settings, connection, stamp, aborter });
      watch();
      return { settings, connection };
    },
    close() {
      clearInterval(watching);
      for (const name of [...sessions.keys()]) end(name);
    },
  };
}

/** Changes with what requests depend on. */
function stampOf({ enabled_for: _, seen_dimensions: __, ...settings }: KeptEndpoint): string {
  return JSON.stringify(settings);
}
