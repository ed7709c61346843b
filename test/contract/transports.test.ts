import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { build } from 'esbuild';
import { WebSocket } from 'ws';
import { createEngine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { startHttpHost } from '../../electron/hosts/http/server';
import { webSocketPort } from '../../electron/hosts/http/webSocketPort';
import { createMemoryPorts, createPortEvents, type Port } from '../../shared/rpc/port';
import { contractSuite } from './suite';

const root = process.cwd();
const workspace = () => mkdtempSync(join(tmpdir(), 'pepita-contract-'));
const engineIn = (dir: string) => createEngine(engineConfig(root, dir, 'write'));

contractSuite('in memory', async () => {
  const dir = workspace();
  const engine = await engineIn(dir);
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  return {
    port: near,
    async close() {
      near.close();
      await engine.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
});

contractSuite('WebSocket', async () => {
  const dir = workspace();
  const engine = await engineIn(dir);
  const host = await startHttpHost({ staticDir: dir, port: 0, onPort: (port) => engine.serve(port) });
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}/ws?token=${host.token}`, { origin: `http://127.0.0.1:${host.port}` });
  await new Promise((resolve) => socket.once('open', resolve));
  return {
    port: webSocketPort(socket),
    async close() {
      await host.close();
      await engine.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
});

/** The bundle that Electron's utilityProcess runs, here in a forked Node process with a `parentPort` over its IPC channel. */
contractSuite('forked process, relayed in envelopes', async () => {
  const dir = workspace();
  const outfile = join(root, 'dist', `utility-test-${process.pid}.mjs`);
  await build({
    entryPoints: ['electron/hosts/utility.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
    logLevel: 'error',
  });
  const child = fork(outfile, [dir], {
    execArgv: ['--import', join(root, 'test', 'contract', 'parentPort.mjs')],
    serialization: 'advanced',
  });
  const { port1, port2 } = new MessageChannel();
  // Frames go through a real MessagePort on their way, as they do between Electron's processes.
  port2.on('message', (frame) => child.connected && child.send({ port: 1, frame }));
  child.on('message', (message: { port?: number; frame?: unknown }) => message.port === 1 && port2.postMessage(message.frame));
  const events = createPortEvents();
  port1.on('message', events.frame);
  child.once('exit', events.close);
  const port: Port = { post: (frame) => port1.postMessage(frame), onFrame: events.onFrame, onClose: events.onClose, close: events.close };
  return {
    port,
    async close() {
      if (child.exitCode === null && child.connected) {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.send({ quit: true });
        await gone;
      }
      port1.close();
      port2.close();
      rmSync(outfile, { force: true });
      rmSync(dir, { recursive: true, force: true });
    },
  };
});
