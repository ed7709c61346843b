/** The window's own address, app://pepita/…: files of dist/renderer and nothing else, with a strict content policy. */
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { protocol } from 'electron';
import { dist } from './paths';

export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://pepita`;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** After the app is ready. */
export function serveWindow(): void {
  protocol.handle(SCHEME, async (request) => {
    const root = dist('renderer');
    const { host, pathname } = new URL(request.url);
    const path = normalize(join(root, decodeURIComponent(pathname === '/' ? '/index.html' : pathname)));
    if (host !== 'pepita' || !path.startsWith(root + sep)) return new Response('Nothing here.', { status: 404 });
    const body = await readFile(path).catch(() => undefined);
    if (!body) return new Response('Nothing here.', { status: 404 });
    return new Response(new Uint8Array(body), {
      headers: {
        'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
      },
    });
  });
}
