/** A two-way channel of JSON-safe frames: an in-memory pair, a MessagePort, a process's IPC, a WebSocket. */
export interface Port {
  post(frame: unknown): void;
  /** Returns a function that takes the listener off. */
  onFrame(listener: (frame: unknown) => void): () => void;
  /** Called once, when the other side is gone. */
  onClose(listener: () => void): () => void;
  close(): void;
}

/** Listeners of a port, for those who implement one. */
export function createPortEvents() {
  const frames = new Set<(frame: unknown) => void>();
  const closes = new Set<() => void>();
  let closed = false;
  return {
    get closed() {
      return closed;
    },
    frame(frame: unknown) {
      if (!closed) for (const listener of [...frames]) listener(frame);
    },
    close() {
      if (closed) return;
      closed = true;
      for (const listener of [...closes]) listener();
      frames.clear();
      closes.clear();
    },
    onFrame(listener: (frame: unknown) => void) {
      frames.add(listener);
      return () => void frames.delete(listener);
    },
    onClose(listener: () => void) {
      if (closed) listener();
      else closes.add(listener);
      return () => void closes.delete(listener);
    },
  };
}

/** Two ports joined in memory. Frames pass asynchronously and as JSON, as over a real wire. */
export function createMemoryPorts(): [Port, Port] {
  const a = createPortEvents();
  const b = createPortEvents();
  const close = () => {
    a.close();
    b.close();
  };
  const side = (own: typeof a, other: typeof a): Port => ({
    post(frame) {
      if (own.closed) return;
      const wire = JSON.stringify(frame);
      void Promise.resolve().then(() => other.frame(wire === undefined ? undefined : JSON.parse(wire)));
    },
    onFrame: own.onFrame,
    onClose: own.onClose,
    close,
  });
  return [side(a, b), side(b, a)];
}
