/** Electron's main process: one instance, one window, one engine. It holds no work of its own. */
import { app, BrowserWindow } from 'electron';
import { bridgeWindow } from './bridge';
import { hasKeychain } from './keychain';
import { answerEngine } from './keyMessages';
import { dist, workspaceFolder } from './paths';
import { declareScheme, serveWindow } from './scheme';
import { type Supervisor, superviseEngine } from './supervisor';
import { closeDoors, openWindow } from './window';

let engine: Supervisor | undefined;
let ended = false;

if (!app.requestSingleInstanceLock()) app.quit();
else {
  app.enableSandbox();
  declareScheme();
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (ended || !engine) return;
    // The window asks first, where work is going on; when it has closed, this is asked for again.
    const open = BrowserWindow.getAllWindows().filter((window) => !window.isDestroyed());
    if (open.length > 0) {
      event.preventDefault();
      for (const window of open) window.close();
      return;
    }
    // The engine finishes its commit first; nothing that is done is lost.
    event.preventDefault();
    void engine.quit().finally(() => {
      ended = true;
      app.quit();
    });
  });
  void app.whenReady().then(start);
}

function start(): void {
  closeDoors();
  serveWindow();
  const window = openWindow();
  const bridge = bridgeWindow(window, () => supervisor);
  const supervisor: Supervisor = superviseEngine(dist('utility.mjs'), [workspaceFolder(), hasKeychain() ? 'keychain' : ''], {
    message(message) {
      const answer = answerEngine(message);
      if (answer) supervisor.send(answer);
      else bridge.fromEngine(message);
    },
    state: bridge.state,
  });
  engine = supervisor;
  window.webContents.on('did-finish-load', () => bridge.state(supervisor.state));
}
