/** The one window, hardened: no Node in it, no navigation, no new windows, no permissions. */
import { BrowserWindow, session, shell } from 'electron';
import { dist } from './paths';
import { ORIGIN } from './scheme';

export function openWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Pepita',
    backgroundColor: '#f7f3ea',
    autoHideMenuBar: true,
    webPreferences: {
      preload: dist('preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  // A link in a decision opens in the user's browser, on a click alone; nothing is loaded here.
  window.webContents.setWindowOpenHandler(({ url }) => {
    if (url.startsWith('https://')) void shell.openExternal(url);
    return { action: 'deny' };
  });
  window.webContents.on('will-navigate', (event, url) => {
    if (!url.startsWith(`${ORIGIN}/`)) event.preventDefault();
  });
  window.webContents.on('will-attach-webview', (event) => event.preventDefault());
  void window.loadURL(`${ORIGIN}/index.html`);
  return window;
}

/** No camera, no notifications, nothing; and no request that leaves the machine. */
export function closeDoors(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, allow) => allow(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  session.defaultSession.webRequest.onBeforeRequest((details, decide) => {
    decide({ cancel: !/^(app|devtools|data|blob):/.test(details.url) });
  });
}
