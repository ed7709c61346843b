/**
 * The engine in a browser on the same machine: static files of the window and one
 * WebSocket that carries the frames. It binds to 127.0.0.1 alone; a random token,
 * the Host and the Origin are checked on every request that reaches the engine.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError } from '../../../shared/errors';
import type { Port } from '../../../shared/rpc/port';
import { webSocketPort } from './webSocketPort';

export interface HttpHost {
  /** With the token in the fragment, which a browser does not send or log. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  close(): Promise<void>;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** A frame larger than this is no frame of ours (an editor's paste at most). */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/**
 * @param onPort called for each window that connects with the right token
 * @throws BAD_INPUT where the port can't be had
 */
export async function startHttpHost(options: { staticDir: string; port: number; onPort: (port: Port) => void }): Promise<HttpHost> {
  const token = randomBytes(24).toString('base64url');
  const sockets = new Set<WebSocket>();
  const server = createServer((request, response) => {
    if (!hostIsOurs(request)) return refuse(response, 403, 'This address is served to this machine alone.');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Only GET.');
    void sendFile(options.staticDir, request, response, boundPort(server.address()));
  });
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  server.on('upgrade', (request, socket, head) => {
    if (!hostIsOurs(request) || !originIsOurs(request) || !tokenIsRight(request, token)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      sockets.add(webSocket);
      webSocket.once('close', () => sockets.delete(webSocket));
      options.onPort(webSocketPort(webSocket));
    });
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new AppError(
          'BAD_INPUT',
          `Port ${options.port} can't be used: ${error.code ?? error.message}.`,
          'Choose another with --port, or leave it out for a free one.',
        ),
      ),
    );
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const port = boundPort(server.address());
  return {
    url: `http://127.0.0.1:${port}/#token=${token}`,
    port,
    token,
    async close() {
      for (const socket of sockets) socket.terminate();
      webSockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const boundPort = (address: AddressInfo | string | null): number => (address && typeof address === 'object' ? address.port : 0);

/** A page of another site that resolves its name to 127.0.0.1 (DNS rebinding) comes with its own Host. */
function hostIsOurs(request: IncomingMessage): boolean {
  const port = request.socket.localPort;
  return request.headers.host === `127.0.0.1:${port}` || request.headers.host === `localhost:${port}`;
}

function originIsOurs(request: IncomingMessage): boolean {
  return request.headers.origin === `http://${request.headers.host}`;
}

function tokenIsRight(request: IncomingMessage, token: string): boolean {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const given = Buffer.from(url.searchParams.get('token') ?? '');
  const right = Buffer.from(token);
  return url.pathname === '/ws' && given.length === right.length && timingSafeEqual(given, right);
}

function securityHeaders(port: number): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "font-src 'self'",
      "img-src 'self' data:",
      `connect-src 'self' ws://127.0.0.1:${port} ws://localhost:${port}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  };
}

async function sendFile(root: string, request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  const path = filePath(root, request.url ?? '/');
  const found = path ? await stat(path).catch(() => undefined) : undefined;
  if (!path || !found?.isFile()) return refuse(response, 404, 'Nothing here.');
  response.writeHead(200, {
    ...securityHeaders(port),
    'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    'Content-Length': found.size,
    // Vite names its assets after their content; the page itself must be fresh.
    'Cache-Control': path.includes(`${sep}assets${sep}`) ? 'max-age=31536000, immutable' : 'no-store',
  });
  if (request.method === 'HEAD') response.end();
  else createReadStream(path).pipe(response);
}

/** The file that a URL names, or undefined where it would leave the folder. */
function filePath(root: string, url: string): string | undefined {
  let pathname: string;
  try {
    pathname = decodeURIComponent(new URL(url, 'http://127.0.0.1').pathname);
  } catch {
    return undefined;
  }
  if (pathname.includes('\0')) return undefined;
  const path = normalize(join(root, pathname === '/' ? 'index.html' : pathname));
  return path.startsWith(normalize(root + sep)) ? path : undefined;
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' });
  response.end(text);
}
