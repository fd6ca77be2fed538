// All tools of a page and its frames, and their running for the core: what is needed of a toolbox from the first call on,
// so that pages that nobody calls do without it. It changes nothing of the page.
import { isOurs } from '../shared/tool.js';
import { toolEvent } from './polyfill.js';
import { byName } from './shelf.js';
import { cost } from './toolbox.js';
import { nameOf, pathOf, placeOf } from './windows.js';

/**
 * @typedef {import('./shelf.js').Listed} Listed
 * @typedef {import('./toolbox.js').Told} Told
 * @typedef {import('./toolbox.js').Toolbox} Toolbox
 *
 * @typedef {{ absorbs: boolean | undefined, because: string, missed: string[], held: number, flat: number }} Absorbing
 */

export class Census {
  #box;

  /** @param {Toolbox} box */
  constructor(box) {
    this.#box = box;
  }

  get collections() {
    return this.#box.collections;
  }

  /** @param {() => void} watcher called when tools or collections may have changed */
  watch(watcher) {
    return this.#box.watch(watcher);
  }

  /**
   * Every tool of the page and its frames; not our own `call`. The browser is asked only for what cannot be known here, and
   * not more often than tools change: Chromium 156 ends where a document goes into the bfcache while it lists.
   * @returns {Promise<Listed[]>}
   */
  async #all() {
    const { window: { document }, first, known, shelf, before, context, withHeld } = this.#box.inside;
    if (first && !document.querySelector('form[toolname], iframe, frame, object, embed')) {
      // What the page takes back in this turn is not there any more.
      await undefined;
      return [...known.values()].map(({ tool }) => tool).sort(byName);
    }
    const held = shelf.list();
    const native = await Reflect.apply(before.getTools, context, []).catch(() => /** @type {Listed[]} */ ([]));
    return withHeld(native, held).filter((tool) => !isOurs(tool));
  }

  /**
   * Every tool that there is now.
   * @returns {Promise<Told[]>}
   */
  async survey() {
    return (await this.#all()).map((tool) => this.#told(tool));
  }

  /** @param {Listed} tool @returns {Told} */
  #told({ name, title, description, inputSchema, annotations, origin, window }) {
    const { window: page, known: passed, shelf } = this.#box.inside;
    const own = window === page;
    const known = own ? passed.get(name) : undefined;
    const frame = own ? '' : placeOf(page, window);
    const form = own && !known && page.document.querySelector(`form[toolname=${JSON.stringify(name)}]`) !== null;
    return {
      key: own ? name : `${frame} ${name}`, name, title, description, inputSchema, annotations, origin,
      group: known?.group ?? '', route: known?.route ?? pathOf(window), from: own ? (form ? 'form' : 'page') : 'frame',
      frame: own ? '' : nameOf(window, frame), absorbed: own && shelf.has(name),
    };
  }

  /**
   * Runs a tool. Gives what it gave, whatever that is, or throws what it threw.
   * @param {string} key
   * @param {object} input
   * @param {AbortSignal} signal
   * @returns {Promise<unknown>}
   */
  async run(key, input, signal) {
    const { window, context, before, known } = this.#box.inside;
    const execute = known.get(key)?.execute;
    if (execute) {
      const inner = new AbortController();
      const tell = (/** @type {string} */ type) => context.dispatchEvent(toolEvent(window, type, key));
      signal.addEventListener('abort', () => {
        inner.abort();
        tell('toolcancel');
      }, { once: true });
      tell('toolactivated');
      return Reflect.apply(execute, undefined, [input, { signal: inner.signal }]);
    }
    const tool = (await this.#all()).find((listed) => this.#told(listed).key === key);
    if (!tool) throw new Error('This tool is no longer there.');
    return parsed(await Reflect.apply(before.executeTool, context, [tool, input, { signal }]));
  }

  /** How absorbing was decided, and what it could not reach. @returns {Promise<Absorbing>} */
  async absorbing() {
    const tools = await this.survey();
    const { absorbs, because, shelf } = this.#box.inside;
    const missed = absorbs ? tools.filter(({ absorbed }) => !absorbed) : [];
    return {
      absorbs, because, held: shelf.size,
      missed: missed.map(({ name, from, frame }) => (from === 'page' ? `${name} (registered before Onecall was loaded)` : `${name} (${from === 'form' ? 'a form' : `frame ${frame}`})`)),
      flat: (await this.#all()).reduce((sum, tool) => sum + cost(tool), 0),
    };
  }
}

/** Other scripts' text of a result: JSON where it is, as the browser makes it of objects. @param {unknown} text */
function parsed(text) {
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
