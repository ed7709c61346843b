/** A WebSocket as a port: one JSON text a frame. What is no JSON arrives as undefined and is refused as a bad frame. */
import type { WebSocket } from 'ws';
import { createPortEvents, type Port } from '../../../shared/rpc/port';

export function webSocketPort(socket: WebSocket): Port {
  const events = createPortEvents();
  socket.on('message', (data, isBinary) => {
    let frame: unknown;
    try {
      frame = isBinary ? undefined : JSON.parse(String(data));
    } catch {
      frame = undefined;
    }
    events.frame(frame);
  });
  socket.on('close', events.close);
  socket.on('error', events.close);
  return {
    post(frame) {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
    },
    onFrame: events.onFrame,
    onClose: events.onClose,
    close: () => socket.close(),
  };
}
