/**
 * The site on localhost: the files of a folder, and what the demos need of a server. Nothing outside of the folder is given out.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { shopServer } from '../demos/shop/server.js';

const TYPES = new Map(Object.entries({
  '.html': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.json': 'application/json', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.wasm': 'application/wasm', '.txt': 'text/plain; charset=utf-8', '.md': 'text/markdown; charset=utf-8', '.ts': 'text/plain; charset=utf-8',
}));

/**
 * @param {string} folder
 * @returns {import('node:http').Server} Not listening yet.
 */
export function siteServer(folder) {
  const root = resolve(folder);
  const shop = shopServer();
  return createServer(async (request, response) => {
    try {
      if (await shop(request, response)) return;
      const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
      const file = join(root, path.endsWith('/') ? `${path}index.html` : path);
      const found = file.startsWith(root + sep) ? await stat(file).catch(() => null) : null;
      if (!found?.isFile()) {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.');
        return;
      }
      response.writeHead(200, { 'content-type': TYPES.get(extname(file)) ?? 'application/octet-stream', 'cache-control': 'no-cache' });
      createReadStream(file).pipe(response);
    } catch {
      // An address or a form that cannot be read.
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' });
      response.end('This request cannot be read.');
    }
  });
}
