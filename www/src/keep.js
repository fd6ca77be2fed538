/**
 * What the script tag remembers of the site's tools and published objects: pages in session storage, other tabs by a BroadcastChannel. It
 * runs before the first call, so it does nothing until the page registers or publishes something. The page's own script can read and
 * write all of it; the core takes it as what pages say of themselves.
 */
import { OWN } from '../../extension/page/collections.js';
import { readMemory, visited } from '../../extension/shared/memory.js';

/** @import { Toolbox, Told } from '../../extension/page/toolbox.js' */
/** @import { Collection, Definition, Memory, Visit } from '../../extension/shared/memory.js' */
/** @import { Registry } from '../../extension/shared/registry.js' */

const KEY = 'onecall:tools';
const CHANNEL = 'onecall:tools/1';
/** A list is noted when it has stood for this long, and when the document goes; it is written when somebody wants it, or then. */
const STANDS = 400;
/** Other tabs have answered this long after they were asked, once; what is new they tell by themselves. */
const ANSWERS = 60;
/** Tabs that are listened to. */
const TABS = 20;

/** @typedef {{ doc: string, path: string, title: string, tools: Told[], collections: Collection[], app: string[] }} Tab */

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
  #askedAt = 0;
  /** The memory as this document found it. @type {Memory | null} */
  #before = null;
  /** And with what this document's pages told since. @type {Memory | null} */
  #now = null;
  /** What they told and nobody looked at yet, by path. @type {Map<string, Visit>} */
  #noted = new Map();

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
      const generations = this.#written.pages.flatMap(({ collections }) => collections.filter((one) => one.name === name).map((one) => one.generation ?? 1));
      return Math.max(1, ...generations);
    };
    box.watch(() => this.#changed());
    registry.onChange(() => this.#changed());
    this.#changed();
    window.addEventListener('pagehide', () => this.#leave());
    // A hidden page may go without a word.
    window.document.addEventListener('visibilitychange', () => this.#write());
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.#changed();
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

  /** Our own tool is nothing to keep: a page that has no other, and had none, pays for nothing of this. */
  #changed() {
    if (this.#timer || !(this.#channel || this.#box.passed.length || this.#box.collections.declared.length > 1 || this.#registry.entries.size)) return;
    this.#open();
    this.#timer = this.#window.setTimeout(() => this.#note(), STANDS);
  }

  /** The page as it is now. A page that a script moves to is one of its own. */
  #note() {
    this.#window.clearTimeout(this.#timer);
    this.#timer = 0;
    // No more than that: the list itself is worth nothing where nobody was called.
    this.#channel?.postMessage({ here: true });
    const visit = { ...this.#own, at: Date.now() };
    this.#noted.set(visit.path, visit);
  }

  /** The memory with all that was noted. */
  get #written() {
    const { before } = this;
    for (const visit of this.#noted.values()) {
      const now = this.#now ?? before;
      const { path, tools, collections, app } = visit;
      if (!tools.length && !collections.length && !app?.length && !now.pages.some((page) => page.path === path)) continue;
      // Compared with the last visit, however often it is written during this one.
      const pages = [...before.pages.filter((page) => page.path === path), ...now.pages.filter((page) => page.path !== path)];
      this.#now = visited({ v: 1, pages, defs: { ...before.defs, ...now.defs } }, visit);
    }
    this.#noted.clear();
    return this.#now ?? before;
  }

  #write() {
    if (!this.#noted.size) return;
    try {
      this.#window.sessionStorage.setItem(KEY, JSON.stringify(this.#written));
    } catch {
      // No storage, nothing kept.
    }
  }

  get #own() {
    const { passed, collections } = this.#box;
    const { document, location } = this.#window;
    return {
      path: location.pathname, title: document.title, tools: /** @type {Definition[] & Told[]} */ (passed),
      collections: collections.declared.filter(({ name }) => name !== OWN), app: [...this.#registry.entries.keys()],
    };
  }

  #leave() {
    if (this.#timer) this.#note();
    this.#write();
    this.#channel?.postMessage({ bye: this.#self });
    this.#channel?.close();
    this.#channel = null;
    this.#tabs.clear();
    this.#askedAt = 0;
  }

  #open() {
    if (this.#channel || typeof this.#window.BroadcastChannel !== 'function') return;
    this.#channel = new this.#window.BroadcastChannel(CHANNEL);
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data));
  }

  /** @param {unknown} data */
  #hear(data) {
    if (typeof data !== 'object' || data === null) return;
    const { ask, bye, here, tab } = /** @type {{ ask?: unknown, bye?: unknown, here?: unknown, tab?: Tab & { self?: unknown } }} */ (data);
    if (typeof bye === 'string') this.#tabs.delete(bye);
    if (ask) this.#channel?.postMessage({ tab: { self: this.#self, ...this.#own } });
    // Who was called wants to know.
    if (here && this.#askedAt) this.#ask();
    if (typeof tab === 'object' && tab !== null && typeof tab.self === 'string' && (this.#tabs.has(tab.self) || this.#tabs.size < TABS)) {
      // No name of a document: this host cannot run anything there.
      this.#tabs.set(tab.self, { ...tab, doc: '' });
    }
  }

  #ask() {
    this.#channel?.postMessage({ ask: true });
  }

  /** What other open tabs of the site have. @returns {Promise<Tab[]>} */
  async tabs() {
    this.#open();
    if (!this.#askedAt) {
      this.#ask();
      this.#askedAt = performance.now();
    }
    const left = this.#askedAt + ANSWERS - performance.now();
    if (left > 0) await new Promise((resolve) => { this.#window.setTimeout(resolve, left); });
    return [...this.#tabs.values()];
  }
}
