/**
 * The engine in Electron's utilityProcess. Main relays the windows' frames in
 * envelopes: { port, frame }, { port, closed }; keys of endpoints come from main as { key }. The engine opens before the first
 * frame is served; what arrives meanwhile waits.
 */
import { createPortEvents, type Port } from '../../shared/rpc/port';
import { createEngine, type Engine } from '../engine';
import { engineConfig } from './engineConfig';
import { mainKeys } from './mainKeys';
import { productRoot } from './productRoot';

interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}
const parent = (process as unknown as { parentPort: ParentPort }).parentPort;
const workspace = process.argv[2] ?? '';

const keys = mainKeys(process.argv[3] === 'keychain', (message) => parent.postMessage(message));

const engine: Promise<Engine> = createEngine(engineConfig(productRoot(import.meta.url), workspace, 'write', process.env, keys));
engine.then(
  () => parent.postMessage({ ready: true }),
  (error: { toShape?: () => unknown; message: string }) => {
    parent.postMessage({ failed: error.toShape?.() ?? { code: 'INTERNAL', message: error.message, remedy: '', details: {} } });
    // The message must leave the process before it ends.
    setTimeout(() => process.exit(1), 200);
  },
);

const ports = new Map<number, ReturnType<typeof createPortEvents>>();

parent.on('message', ({ data }) => {
  if (keys.hear(data)) return;
  const envelope = data as { port?: unknown; frame?: unknown; closed?: unknown; quit?: unknown };
  if (envelope?.quit === true) return void quit();
  if (typeof envelope?.port !== 'number') return;
  if (envelope.closed === true) {
    ports.get(envelope.port)?.close();
    ports.delete(envelope.port);
    return;
  }
  const events = ports.get(envelope.port) ?? open(envelope.port);
  void engine.then(() => events.frame(envelope.frame));
});

function open(id: number) {
  const events = createPortEvents();
  ports.set(id, events);
  const port: Port = {
    post: (frame) => parent.postMessage({ port: id, frame }),
    onFrame: events.onFrame,
    onClose: events.onClose,
    close: events.close,
  };
  void engine.then((ready) => ready.serve(port));
  return events;
}

async function quit(): Promise<void> {
  for (const events of ports.values()) events.close();
  await (await engine.catch(() => undefined))?.close();
  process.exit(0);
}
