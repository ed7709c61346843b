/**
 * Relays frames between the window's page and the engine. Only the top frame of our
 * own page is heard. A key goes no further than here. A page that is loaded again gets a new port: the calls of the old one are cancelled.
 */
import { type BrowserWindow, ipcMain } from 'electron';
import { choosePaths } from './choosing';
import { askBeforeClosing } from './closing';
import { answerPage } from './keyMessages';
import { ORIGIN } from './scheme';
import type { EngineState, Supervisor } from './supervisor';

const CHANNEL = 'pepita:frame';
/** A frame larger than this is none of ours. */
const MAX_FRAME_CHARS = 4 * 1024 * 1024;

export function bridgeWindow(window: BrowserWindow, engine: () => Supervisor) {
  let port = 1;
  const post = (frame: unknown) => {
    if (!window.isDestroyed()) window.webContents.send(CHANNEL, frame);
  };
  const closing = askBeforeClosing(window, post);
  const choosing = choosePaths(window, post);
  const onFrame = (event: Electron.IpcMainEvent, frame: unknown) => {
    const sender = event.senderFrame;
    if (event.sender !== window.webContents || !sender || sender.parent !== null || !sender.url.startsWith(`${ORIGIN}/`)) return;
    if (!isSmall(frame)) return post({ t: 'bad', reason: 'too large' });
    if (closing.answer(frame) || choosing.answer(frame)) return;
    const answer = answerPage(frame);
    if (answer) return post(answer);
    engine().send({ port, frame });
  };
  const renew = () => {
    engine().send({ port, closed: true });
    port++;
  };
  ipcMain.on(CHANNEL, onFrame);
  window.webContents.on('did-start-navigation', (details) => {
    if (details.isMainFrame && !details.isSameDocument) renew();
  });
  window.on('closed', () => {
    ipcMain.off(CHANNEL, onFrame);
    renew();
  });
  return {
    fromEngine(message: unknown) {
      const envelope = message as { port?: unknown; frame?: unknown };
      if (envelope?.port === port) post(envelope.frame);
    },
    /** The page learns what became of the engine; calls that were open are over. */
    state(state: EngineState) {
      post({ t: 'engine', ...state });
    },
  };
}

function isSmall(frame: unknown): boolean {
  try {
    return (JSON.stringify(frame)?.length ?? 0) <= MAX_FRAME_CHARS;
  } catch {
    return false;
  }
}
