// Electron's utilityProcess gives `process.parentPort`; a forked Node process has an IPC channel instead.
import { EventEmitter } from 'node:events';

const port = new EventEmitter();
port.postMessage = (message) => process.send?.(message);
// Messages wait in the channel until somebody listens, as they do in Electron.
port.once('newListener', () => process.on('message', (data) => port.emit('message', { data, ports: [] })));
process.parentPort = port;
