/** The engine's configuration from what the hosts know: product folder, workspace, environment. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { keyVariable } from '../../shared/endpoints';
import type { EngineConfig, KeySource } from '../engine/use/context';

/** The user's data folder for Pepita, by the platform's custom; PEPITA_WORKSPACE overrides it. */
export function defaultWorkspace(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  if (env.PEPITA_WORKSPACE) return env.PEPITA_WORKSPACE;
  const home = homedir();
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Pepita', 'workspace');
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Pepita', 'workspace');
  return join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'pepita', 'workspace');
}

/** Folders that other programs keep models in, so that none need be fetched twice. */
function sharedModelFolders(env: NodeJS.ProcessEnv): string[] {
  const home = homedir();
  return [
    ...(env.PEPITA_MODELS?.split(delimiter).filter(Boolean) ?? []),
    env.HF_HUB_CACHE ?? join(env.HF_HOME ?? join(home, '.cache', 'huggingface'), 'hub'),
    join(home, '.lmstudio', 'models'),
    join(home, '.cache', 'lm-studio', 'models'),
  ];
}

/** Keys of remote endpoints where there is no keychain: PEPITA_KEY_NAME. */
export function environmentKeys(env: NodeJS.ProcessEnv = process.env): KeySource {
  const value = (name: string) => env[keyVariable(name)]?.trim() || undefined;
  return {
    keychain: false,
    find: async (name) => (value(name) ? 'environment' : 'none'),
    read: async (name) => value(name),
  };
}

export function engineConfig(
  root: string,
  workspace: string,
  mode: 'write' | 'read',
  env: NodeJS.ProcessEnv = process.env,
  keys: KeySource = environmentKeys(env),
): EngineConfig {
  const threads = Number(env.PEPITA_THREADS);
  return {
    workspace,
    mode,
    resources: join(root, 'resources'),
    models: join(root, 'models'),
    modelFolders: [join(workspace, 'models'), ...sharedModelFolders(env)],
    version: productVersion(root),
    keys,
    ...(Number.isInteger(threads) && threads > 0 ? { threads } : {}),
  };
}

export function productVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
