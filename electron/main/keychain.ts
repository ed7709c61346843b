/**
 * Keys of remote endpoints, encrypted by the system's keychain, in the user's data folder: never in a workspace, which
 * may be copied or shared. A key is kept for one name at one address, and given for no other.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, safeStorage } from 'electron';

const path = (): string => join(app.getPath('userData'), 'keys.json');
const slot = (name: string, origin: string): string => `${name} ${origin}`;

/** Whether the system encrypts: on Linux without a secret service Electron would only hide the text. After the app is ready. */
export function hasKeychain(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}

function kept(): Record<string, string> {
  try {
    const json: unknown = JSON.parse(readFileSync(path(), 'utf8'));
    return typeof json === 'object' && json !== null ? (json as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** @param value '' forgets the key @returns whether it was done */
export function keepKey(name: string, origin: string, value: string): boolean {
  if (!hasKeychain()) return false;
  const { [slot(name, origin)]: _, ...all } = kept();
  if (value !== '') all[slot(name, origin)] = safeStorage.encryptString(value).toString('base64');
  mkdirSync(app.getPath('userData'), { recursive: true });
  // Beside its place first: a crash leaves the old file or the new one.
  writeFileSync(`${path()}.part`, JSON.stringify(all), { mode: 0o600 });
  renameSync(`${path()}.part`, path());
  return true;
}

export const hasKey = (name: string, origin: string): boolean => slot(name, origin) in kept();

/** Undefined where there is none, or where this machine can't decrypt it (another user's, another machine's). */
export function readKey(name: string, origin: string): string | undefined {
  const blob = kept()[slot(name, origin)];
  if (blob === undefined || !hasKeychain()) return undefined;
  try {
    return safeStorage.decryptString(Buffer.from(blob, 'base64'));
  } catch {
    return undefined;
  }
}
