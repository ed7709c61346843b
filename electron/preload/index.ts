/** The whole of what the page can reach: two functions that pass frames. */
import { contextBridge, ipcRenderer } from 'electron';

const CHANNEL = 'pepita:frame';

contextBridge.exposeInMainWorld('pepita', {
  post: (frame: unknown): void => ipcRenderer.send(CHANNEL, frame),
  onFrame: (listener: (frame: unknown) => void): void => {
    ipcRenderer.on(CHANNEL, (_event, frame: unknown) => listener(frame));
  },
});
