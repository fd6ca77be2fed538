/**
 * What the script tag remembers of the site's tools and published objects: pages in session storage, other tabs by a BroadcastChannel. It
 * runs before the first call, so it does nothing until the page registers or publishes something. The page's own script can read and
 * write all of it; the core takes it as what pages say of themselves.
 */
import { OWN } from '../../extension/page/collections.js';
import { readMemory, visited } from '../../extension/shared/memory.js';

/** @import { Toolbox, Told } from '../../extension/page/toolbox.js' */
/** @import { Collection, Definition, Memory } from '../../extension/shared/memory.js' */
/** @import { Registry } from '../../extension/shared/registry.js' */

const KEY = 'onecall:tools';
const CHANNEL = 'onecall:tools/1';
/** A list is written when it has stood for this long, and when the document goes. */
const STANDS = 400;
/** Other tabs answer within this, or are not waited for. */
const ANSWERS = 60;
/** Tabs that are listened to. */
const TABS = 20;

/** @typedef {{ doc: string, path: string, title: string, tools: Told[], collections: Collection[] }} Tab */

export class Keep {
  #window;
  #box;
  #registry;
  #timer = 0;
  /** @type {BroadcastChannel | null} */
  #channel = null;
  #self = Math.random().toString(36).slice(2);
  /** @type {Map<string, Tab>} */
  #tabs = new Map();
  /** The memory as this document found it. @type {Memory | null} */
  #before = null;
  /** And with what this document's pages told since. @type {Memory | null} */
  #now = null;

  /**
   * @param {Window & typeof globalThis} window
   * @param {Toolbox} box
   * @param {Registry} registry
   */
  constructor(window, box, registry) {
    this.#window = window;
    this.#box = box;
    this.#registry = registry;
    box.collections.generation = ({ name }) => {
      const generations = (this.#now ?? this.before).pages.flatMap(({ collections }) => collections.filter((one) => one.name === name).map((one) => one.generation ?? 1));
      return Math.max(1, ...generations);
    };
    box.watch(() => this.#changed());
    registry.onChange(() => this.#stands());
    if (registry.entries.size) this.#stands();
    window.addEventListener('pagehide', () => this.#leave());
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted && box.passed.length) this.#open();
    });
  }

  /** What pages had before this one told its own. @returns {Memory} */
  get before() {
    this.#before ??= this.#read();
    return this.#before;
  }

  #read() {
    try {
      return readMemory(JSON.parse(this.#window.sessionStorage.getItem(KEY) ?? 'null'));
    } catch {
      return readMemory(null);
    }
  }

  #changed() {
    if (!this.#channel) this.#open();
    this.#stands();
  }

  #stands() {
    this.#window.clearTimeout(this.#timer);
    this.#timer = this.#window.setTimeout(() => this.#write(), STANDS);
  }

  /** The page as it is now. A page that a script moves to is one of its own. */
  #write() {
    this.#window.clearTimeout(this.#timer);
    const { document, location: { pathname: path } } = this.#window;
    const { tools, collections } = this.#own;
    const app = [...this.#registry.entries.keys()];
    const told = this.#now?.pages.some((page) => page.path === path);
    if (!tools.length && !collections.length && !app.length && !told) return;
    const { before } = this;
    const now = this.#now ?? before;
    // Compared with the last visit, however often it is written during this one.
    const pages = [...before.pages.filter((page) => page.path === path), ...now.pages.filter((page) => page.path !== path)];
    this.#now = visited({ v: 1, pages, defs: { ...before.defs, ...now.defs } }, { path, title: document.title, at: Date.now(), tools, collections, app });
    try {
      this.#window.sessionStorage.setItem(KEY, JSON.stringify(this.#now));
    } catch {
      // No storage, nothing kept.
    }
  }

  get #own() {
    const { passed, collections } = this.#box;
    return { tools: /** @type {Definition[] & Told[]} */ (passed), collections: collections.declared.filter(({ name }) => name !== OWN) };
  }

  #leave() {
    if (this.#timer) this.#write();
    this.#channel?.postMessage({ bye: this.#self });
    this.#channel?.close();
    this.#channel = null;
  }

  #open() {
    if (this.#channel || typeof this.#window.BroadcastChannel !== 'function') return;
    this.#channel = new this.#window.BroadcastChannel(CHANNEL);
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data));
  }

  /** @param {unknown} data */
  #hear(data) {
    if (typeof data !== 'object' || data === null) return;
    const { ask, bye, tab } = /** @type {{ ask?: unknown, bye?: unknown, tab?: Tab & { self?: unknown } }} */ (data);
    if (typeof bye === 'string') this.#tabs.delete(bye);
    if (ask === true) this.#answer();
    if (typeof tab === 'object' && tab !== null && typeof tab.self === 'string' && (this.#tabs.has(tab.self) || this.#tabs.size < TABS)) {
      // No name of a document: this host cannot run anything there.
      this.#tabs.set(tab.self, { doc: '', path: tab.path, title: tab.title, tools: tab.tools, collections: tab.collections });
    }
  }

  #answer() {
    const { document, location } = this.#window;
    const { tools, collections } = this.#own;
    if (tools.length) this.#channel?.postMessage({ tab: { self: this.#self, path: location.pathname, title: document.title, tools, collections } });
  }

  /** What other open tabs of the site have. @returns {Promise<Tab[]>} */
  async tabs() {
    const first = !this.#channel;
    this.#open();
    this.#channel?.postMessage({ ask: true });
    if (first || this.#tabs.size === 0) await new Promise((resolve) => { this.#window.setTimeout(resolve, ANSWERS); });
    return [...this.#tabs.values()];
  }
}
