/**
 * The window's only way to the engine: Electron's preload where it is there, else a
 * WebSocket to the host that served the page. Either is taken up again when it breaks.
 */
import type { PathKind } from '../shared/choosing';
import type { Input, Method, Output } from '../shared/contract';
import { AppError } from '../shared/errors';
import { type CallOptions, type Client, createClient } from '../shared/rpc/client';
import { createPortEvents, type Port } from '../shared/rpc/port';

export type ConnectionState = 'connecting' | 'ready' | 'restarting' | 'failed';

export interface Connection {
  readonly state: ConnectionState;
  /** Why it failed, '' otherwise. */
  readonly reason: string;
}

interface Bridge {
  post(frame: unknown): void;
  onFrame(listener: (frame: unknown) => void): void;
}

/** Questions that Electron's main process answers, by their numbers. */
let lastAsked = 0;
const asked = new Map<number, (answer: never) => void>();
const listeners = new Set<() => void>();
const closings = new Set<() => void>();
let connection: Connection = { state: 'connecting', reason: '' };
let client: Client | undefined;
let waiting: ((client: Client) => void)[] = [];

function set(state: ConnectionState, reason = ''): void {
  connection = { state, reason };
  for (const listener of listeners) listener();
}

function connected(next: Client): void {
  client = next;
  set('ready');
  for (const resolve of waiting) resolve(next);
  waiting = [];
}

function lost(state: ConnectionState, reason = ''): void {
  client = undefined;
  set(state, reason);
}

export const api = {
  /** Waits for the engine, then calls. Rejects with an AppError. */
  async call<M extends Method>(method: M, input: Input<M>, options?: CallOptions<M>): Promise<Output<M>> {
    if (connection.state === 'failed') throw new AppError('DISCONNECTED', connection.reason || 'The engine is not running.');
    const ready = client ?? (await new Promise<Client>((resolve) => waiting.push(resolve)));
    return ready.call(method, input, options);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  connection: (): Connection => connection,
  /** Electron's window is about to close: whoever hears of it answers. */
  onClosing(listener: () => void): () => void {
    closings.add(listener);
    return () => closings.delete(listener);
  },
  /** `asking`: the user is being asked. */
  answerClosing(answer: 'close' | 'stay' | 'asking'): void {
    bridge?.post({ t: 'close', answer });
  },
  /** Puts a key into the system's keychain ('' takes it out); it goes to Electron's main process and no further. Only where there is one. */
  keepKey: (name: string, origin: string, value: string): Promise<boolean> => askMain({ t: 'key', name, origin, value }, false),
  /** Whether the desktop's own dialogs can choose a path: not where a browser shows the window. */
  choosesPaths: (): boolean => bridge !== undefined,
  /** @returns the path that was chosen, null where nothing was */
  choosePath: (kind: PathKind): Promise<string | null> => askMain({ t: 'choose', kind }, null),
};

function askMain<T>(question: object, otherwise: T): Promise<T> {
  if (!bridge) return Promise.resolve(otherwise);
  return new Promise((resolve) => {
    const id = ++lastAsked;
    asked.set(id, resolve);
    bridge.post({ ...question, id });
  });
}

function answered(id: number, answer: unknown): void {
  asked.get(id)?.(answer as never);
  asked.delete(id);
}

function connectBridge(bridge: Bridge): void {
  let events = createPortEvents();
  const open = () => {
    events = createPortEvents();
    const port: Port = { post: bridge.post, onFrame: events.onFrame, onClose: events.onClose, close: events.close };
    connected(createClient(port));
  };
  bridge.onFrame((frame) => {
    const engine = frame as { t?: unknown; state?: unknown; message?: unknown; remedy?: unknown };
    const answer = frame as { id: number; kept: boolean; path: string | null };
    if (engine?.t === 'key') return answered(answer.id, answer.kept);
    if (engine?.t === 'chosen') return answered(answer.id, answer.path);
    if (engine?.t === 'closing') {
      for (const listener of closings) listener();
      return;
    }
    if (engine?.t !== 'engine') return events.frame(frame);
    if (engine.state === 'ready') {
      // Main says it when the engine comes up and when the page has loaded: a second time is no new engine, and
      // the calls that were made meanwhile stand.
      if (!client) open();
    } else if (engine.state === 'restarting') {
      events.close();
      lost('restarting');
    } else if (engine.state === 'failed') {
      events.close();
      lost('failed', `${String(engine.message)} ${String(engine.remedy ?? '')}`.trim());
    }
  });
}

const RETRY_MS = [300, 1000, 2000, 5000];

function connectSocket(): void {
  const token = takeToken();
  let tries = 0;
  const open = () => {
    const socket = new WebSocket(`ws://${location.host}/ws?token=${encodeURIComponent(token)}`);
    const events = createPortEvents();
    const port: Port = {
      post: (frame) => socket.send(JSON.stringify(frame)),
      onFrame: events.onFrame,
      onClose: events.onClose,
      close: () => socket.close(),
    };
    socket.onopen = () => {
      tries = 0;
      connected(createClient(port));
    };
    socket.onmessage = ({ data }) => events.frame(JSON.parse(String(data)));
    socket.onclose = () => {
      events.close();
      lost(connection.state === 'connecting' ? 'connecting' : 'restarting');
      setTimeout(open, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
    };
  };
  open();
}

/** From the address's fragment, then out of sight; kept for a reload of this tab. */
function takeToken(): string {
  const found = /token=([\w-]+)/.exec(location.hash)?.[1];
  if (found) {
    sessionStorage.setItem('pepita-token', found);
    history.replaceState(null, '', location.pathname);
  }
  return found ?? sessionStorage.getItem('pepita-token') ?? '';
}

const bridge = (globalThis as { pepita?: Bridge }).pepita;
if (bridge) connectBridge(bridge);
else connectSocket();
