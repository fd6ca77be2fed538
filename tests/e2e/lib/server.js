/**
 * A real HTTP server for a test, on a free port of 127.0.0.1 and reachable under other host names as other origins.
 * It knows nothing of what is tested.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

/**
 * @typedef {{ body: string | Buffer, type?: string, status?: number, headers?: Record<string, string | string[]> }} Reply
 * @typedef {string | Reply | ((request: IncomingMessage, response: ServerResponse) => string | Reply | void | Promise<string | Reply | void>)} Route
 * A text is an HTML page; a function may also write the response itself and return nothing.
 */

/**
 * @typedef {object} Served
 * @property {string} origin `http://127.0.0.1:port`.
 * @property {string} other The same server as another site: `http://localhost:port`.
 * @property {string[]} requests Method and path of what was asked for, in order.
 * @property {() => Promise<void>} close
 */

/**
 * Serves routes (by exact path), then the files of the folders (the first that has it wins).
 * @param {Record<string, Route>} [routes]
 * @param {Record<string, string>} [folders] From a path's beginning to a folder, e.g. `{'/lib/': 'www/dist'}`.
 * @returns {Promise<Served>}
 */
export async function serve(routes = {}, folders = {}) {
  /** @type {string[]} */
  const requests = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (path === '/favicon.ico') {
      // The browser asks by itself; it is no request of the page.
      response.writeHead(204).end();
      return;
    }
    requests.push(`${request.method} ${path}`);
    answer(routes, folders, path, request, response).catch((error) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    other: `http://localhost:${address.port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {Record<string, Route>} routes
 * @param {Record<string, string>} folders
 * @param {string} path
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function answer(routes, folders, path, request, response) {
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (route !== undefined) {
    const reply = typeof route === 'function' ? await route(request, response) : route;
    if (reply === undefined) return;
    const { body, type = TYPES['.html'], status = 200, headers = {} } =
      typeof reply === 'string' ? { body: reply } : reply;
    response.writeHead(status, { 'content-type': type ?? '', ...headers });
    response.end(body);
    return;
  }
  for (const [start, folder] of Object.entries(folders)) {
    if (!path.startsWith(start)) continue;
    const file = normalize(join(folder, decodeURIComponent(path.slice(start.length))));
    if (!file.startsWith(normalize(folder + sep))) continue;
    const body = await readFile(file).catch(() => null);
    if (body === null) continue;
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(body);
    return;
  }
  response.writeHead(404, { 'content-type': 'text/plain' });
  response.end('not here');
}

/** A port of this machine that nobody listens on now. @returns {Promise<number>} */
export function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
