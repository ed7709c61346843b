/** Keys that Electron's main process keeps in the system's keychain, asked for one by one; the environment comes first. */
import type { KeySource } from '../engine/use/context';
import { environmentKeys } from './engineConfig';

export interface MainKeys extends KeySource {
  /** A message from main: true where it was an answer of these. */
  hear(message: unknown): boolean;
}

export function mainKeys(keychain: boolean, post: (message: unknown) => void): MainKeys {
  const environment = environmentKeys();
  const waiting = new Map<number, (value: unknown) => void>();
  let last = 0;
  const ask = (what: 'find' | 'read', name: string, origin: string): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      post({ key: { id, ask: what, name, origin } });
    });
  return {
    keychain,
    async find(name, origin) {
      const found = await environment.find(name, origin);
      return found === 'none' && keychain && (await ask('find', name, origin)) === true ? 'keychain' : found;
    },
    async read(name, origin) {
      const value = (await environment.read(name, origin)) ?? (keychain ? await ask('read', name, origin) : undefined);
      return typeof value === 'string' ? value : undefined;
    },
    hear(message) {
      const { key } = (message ?? {}) as { key?: { id: number; value: unknown } };
      if (key === undefined) return false;
      waiting.get(key.id)?.(key.value);
      waiting.delete(key.id);
      return true;
    },
  };
}
