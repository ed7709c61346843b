/**
 * A stand-in for the `electron` module that drives a real Chromium: enough of it for
 * main and preload to run unchanged. The window is a page; its own scheme is served
 * from a host name that ends in .localhost; a utility process is a forked Node process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Browser, Page } from 'playwright-core';

type SchemeHandler = (request: Request) => Promise<Response>;
type Listener = (...args: any[]) => void;

/** What Electron's structured clone lets through. */
const clone = <T>(value: T): T => deserialize(serialize(value)) as T;

export interface Standin {
  /** The module that `require('electron')` gives. */
  readonly electron: any;
  readonly windows: StandinWindow[];
  readonly children: ChildProcess[];
  /** The system's dialogs: which were shown over which window, and what the user will choose in the next ones (null: cancels). */
  readonly dialogs: { readonly shown: { window: unknown; options: any }[]; readonly answers: (string | null | Promise<string | null>)[] };
  readonly doors: { permission?: Listener; check?: () => boolean; request?: Listener };
}

interface StandinWindow {
  readonly options: any;
  readonly page: Promise<Page>;
  readonly webContents: EventEmitter;
  close(): void;
  openHandler?: (details: { url: string }) => { action: string };
}

const toReal = (url: string) => url.replace(/^app:\/\/([^/]+)/, 'http://$1.app.localhost');
const toApp = (url: string) => url.replace(/^http:\/\/([^/]+)\.app\.localhost(:\d+)?/, 'app://$1');

const PRELOAD_GLOBALS = `(() => {
  const listeners = new Map();
  window.__receive = (channel, args) => (listeners.get(channel) ?? []).forEach((listener) => listener({}, ...args));
  window.__electron = {
    contextBridge: { exposeInMainWorld: (key, api) => Object.defineProperty(window, key, { value: Object.freeze(api), writable: false, configurable: false }) },
    ipcRenderer: {
      send: (channel, ...args) => { structuredClone(args); window.__send({ channel, args }); },
      on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    },
  };
})();`;

export function createStandin(browser: Browser, root: string, userData: string): Standin {
  const schemes = new Map<string, SchemeHandler>();
  const windows: StandinWindow[] = [];
  const children: ChildProcess[] = [];
  const doors: Standin['doors'] = {};
  const dialogs: Standin['dialogs'] = { shown: [], answers: [] };
  const choose = async (window: unknown, options: unknown): Promise<string | null> => {
    dialogs.shown.push({ window, options });
    return (await dialogs.answers.shift()) ?? null;
  };
  const ipcMain = new EventEmitter();
  const app = Object.assign(new EventEmitter(), {
    getAppPath: () => root,
    getPath: () => userData,
    requestSingleInstanceLock: () => true,
    enableSandbox() {},
    whenReady: () => Promise.resolve(),
    quit() {
      let prevented = false;
      app.emit('before-quit', { preventDefault: () => (prevented = true) });
      if (!prevented) app.emit('will-quit');
    },
  });

  class BrowserWindow extends EventEmitter {
    readonly options: any;
    readonly page: Promise<Page>;
    readonly webContents: any;
    private gone = false;
    openHandler?: (details: { url: string }) => { action: string };

    constructor(options: any) {
      super();
      this.options = options;
      this.webContents = Object.assign(new EventEmitter(), {
        send: (channel: string, ...args: unknown[]) =>
          void this.page
            .then((page) => page.evaluate(([c, a]) => (globalThis as any).__receive?.(c, a), [channel, clone(args)] as const))
            .catch(() => {}),
        setWindowOpenHandler: (handler: StandinWindow['openHandler']) => {
          this.openHandler = handler!;
        },
      });
      this.page = this.open();
      windows.push(this as unknown as StandinWindow);
    }
    private async open(): Promise<Page> {
      const context = await browser.newContext({ viewport: { width: this.options.width, height: this.options.height }, locale: 'en-US' });
      await context.exposeBinding('__send', (source, { channel, args }: { channel: string; args: unknown[] }) => {
        ipcMain.emit(
          channel,
          { sender: this.webContents, senderFrame: { url: toApp(source.frame.url()), parent: source.frame.parentFrame() } },
          ...args,
        );
      });
      const preload = readFileSync(this.options.webPreferences.preload, 'utf8');
      await context.addInitScript({
        content: `${PRELOAD_GLOBALS}(() => { const require = () => window.__electron; const module = { exports: {} }; const exports = module.exports; ${preload} })();`,
      });
      const page = await context.newPage();
      page.on('close', () => {
        this.gone = true;
        this.emit('closed');
        app.emit('window-all-closed');
      });
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame()) this.webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
      });
      await page.route('**/*', async (route) => {
        const url = toApp(route.request().url());
        const handler = schemes.get(new URL(url).protocol.slice(0, -1));
        if (!handler) return route.abort('blockedbyclient');
        const response = await handler(new Request(url));
        await route.fulfill({
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: Buffer.from(await response.arrayBuffer()),
        });
      });
      return page;
    }
    async loadURL(url: string): Promise<void> {
      const page = await this.page;
      await page.goto(toReal(url));
      this.webContents.emit('did-finish-load');
      this.emit('ready-to-show');
    }
    /** As the user's press on the window's cross. */
    close() {
      let prevented = false;
      this.emit('close', { preventDefault: () => (prevented = true) });
      if (!prevented) void this.page.then((page) => page.close());
    }
    isDestroyed() {
      return this.gone;
    }
    show() {}
    focus() {}
    restore() {}
    isMinimized() {
      return false;
    }
    static getAllWindows() {
      return windows;
    }
  }

  const electron = {
    app,
    BrowserWindow,
    ipcMain,
    protocol: { registerSchemesAsPrivileged() {}, handle: (scheme: string, handler: SchemeHandler) => schemes.set(scheme, handler) },
    session: {
      defaultSession: {
        setPermissionRequestHandler: (handler: Listener) => {
          doors.permission = handler;
        },
        setPermissionCheckHandler: (handler: () => boolean) => {
          doors.check = handler;
        },
        webRequest: {
          onBeforeRequest: (handler: Listener) => {
            doors.request = handler;
          },
        },
      },
    },
    // As Electron answers: an empty list, an empty text where nothing was chosen.
    dialog: {
      async showOpenDialog(window: unknown, options: unknown) {
        const path = await choose(window, options);
        return { canceled: path === null, filePaths: path === null ? [] : [path] };
      },
      async showSaveDialog(window: unknown, options: unknown) {
        const path = await choose(window, options);
        return { canceled: path === null, filePath: path ?? '' };
      },
    },
    shell: { openExternal: async () => {} },
    safeStorage: createSafeStorage(),
    utilityProcess: {
      fork(module: string, args: string[]) {
        const child = fork(module, args, {
          execArgv: ['--import', join(root, 'test', 'contract', 'parentPort.mjs')],
          serialization: 'advanced',
        });
        children.push(child);
        const process = Object.assign(new EventEmitter(), {
          postMessage: (message: unknown) => void (child.connected && child.send(message as object)),
          kill: () => child.kill('SIGKILL'),
        });
        child.on('message', (message) => process.emit('message', message));
        child.on('exit', (code) => process.emit('exit', code));
        return process;
      },
    },
  };
  return { electron, windows, children, dialogs, doors };
}

/** Encrypts as the system's keychain would: with a key that is in no file. */
function createSafeStorage() {
  const key = randomBytes(32);
  return {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptString(text: string): Buffer {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    decryptString(blob: Buffer): string {
      const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, 12));
      decipher.setAuthTag(blob.subarray(12, 28));
      return Buffer.concat([decipher.update(blob.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** Runs a bundle of ours with the stand-in as its `electron`. */
export function requireWith(standin: Standin, bundle: string): void {
  const require = createRequire(import.meta.url);
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
  const load = loader._load;
  loader._load = (request, ...rest) => (request === 'electron' ? standin.electron : load.call(Module, request, ...rest));
  try {
    delete require.cache[bundle];
    require(bundle);
  } finally {
    loader._load = load;
  }
}
