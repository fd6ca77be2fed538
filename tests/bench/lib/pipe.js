/**
 * Chromium with the extension over CDP alone, by a pipe: nothing attaches to the worker. Playwright attaches to every
 * worker and holds it until it has, which is a part of no person's waiting.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath, root } from '../../e2e/lib/browser.js';

/** @typedef {{ method: string, params: Record<string, any>, sessionId?: string }} Event */

/** Every wait ends here. */
const PATIENCE = 30_000;

export class Pipe {
  #profile = mkdtempSync(join(tmpdir(), 'onecall-bench-'));
  #child;
  /** @type {import('node:stream').Writable} */
  #in;
  #left = '';
  #last = 0;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #asked = new Map();
  /** @type {Set<(event: Event) => void>} */
  #listeners = new Set();

  constructor() {
    const args = [
      '--headless', '--remote-debugging-pipe', `--user-data-dir=${this.#profile}`, '--no-first-run', '--enable-features=WebMCP', `--disable-extensions-except=${root}`,
      `--load-extension=${root}`, '--disable-background-networking', '--disable-component-update', '--disable-sync', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), 'about:blank',
    ];
    this.#child = spawn(chromiumPath(), args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.#in = /** @type {import('node:stream').Writable} */ (this.#child.stdio[3]);
    const out = /** @type {import('node:stream').Readable} */ (this.#child.stdio[4]);
    out.setEncoding('utf8');
    out.on('data', (text) => this.#take(text));
  }

  /** @param {string} text */
  #take(text) {
    const parts = (this.#left + text).split('\0');
    this.#left = parts.pop() ?? '';
    for (const part of parts) {
      const { id, result, error, ...event } = JSON.parse(part);
      const asked = this.#asked.get(id);
      this.#asked.delete(id);
      if (asked && error) asked.reject(new Error(JSON.stringify(error)));
      else if (asked) asked.resolve(result);
      else for (const listener of [...this.#listeners]) listener(/** @type {Event} */ (event));
    }
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @param {string} [sessionId]
   * @returns {Promise<any>}
   */
  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#last;
    this.#in.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
    });
  }

  /**
   * The first thing that is made of an event, from now on.
   * @template T
   * @param {string} method
   * @param {(params: Record<string, any>) => T | undefined} look
   * @returns {Promise<T>}
   */
  once(method, look) {
    return new Promise((resolve, reject) => {
      const over = setTimeout(() => reject(new Error(`no ${method}`)), PATIENCE);
      const listener = (/** @type {Event} */ event) => {
        const found = event.method === method ? look(event.params) : undefined;
        if (found === undefined) return;
        clearTimeout(over);
        this.#listeners.delete(listener);
        resolve(found);
      };
      this.#listeners.add(listener);
    });
  }

  /**
   * A new tab.
   * @param {string} url
   * @returns {Promise<string>} Its session.
   */
  async open(url) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    await this.send('Page.enable', {}, sessionId);
    const loaded = this.once('Page.loadEventFired', () => true);
    await this.send('Page.navigate', { url }, sessionId);
    await loaded;
    return sessionId;
  }

  /**
   * What an expression comes to.
   * @param {string} expression
   * @param {string} sessionId
   * @returns {Promise<any>}
   */
  async evaluate(expression, sessionId) {
    return (await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, sessionId)).result.value;
  }

  async close() {
    const gone = new Promise((resolve) => {
      this.#child.once('exit', resolve);
    });
    await this.send('Browser.close');
    await gone;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
