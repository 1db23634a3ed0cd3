// @ts-check
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { POLICY } from './layout.mjs';
import { HOMEPAGE, SITE } from './repository.mjs';

const BASE = new URL(HOMEPAGE).pathname;
const TYPES = /** @type {Readonly<Record<string, string>>} */ ({
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
});

/**
 * Serves the built site on loopback, below the path of its homepage, as a host of static files does, with the content
 * security policy as a header.
 * @param {number} port 0 for any
 */
export async function serve(port) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const found = await read(pathname);
    const { file, body } = found ?? { file: '404.html', body: await readFile(inDist('404.html')) };
    response.writeHead(found ? 200 : 404, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
    });
    response.end(body);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, url: `http://127.0.0.1:${address.port}${BASE}` };
}

/** @param {string} file */
const inDist = (file) => path.join(SITE, 'dist', path.posix.normalize(`/${file}`));

/** @param {string} address */
async function read(address) {
  if (!address.startsWith(BASE)) return undefined;
  const pathname = address.slice(BASE.length - 1);
  const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  try {
    return { file, body: await readFile(inDist(decodeURIComponent(file))) };
  } catch {
    return undefined;
  }
}
