/**
 * What is known of the tools of each site: which page had which, and which open tab has them now. It lies in session
 * storage, so that it outlives the worker; pages tell it, and each site sees only its own.
 */
import { readMemory, visited } from '../shared/memory.js';

/** @import { Area } from '../shared/area.js' */
/** @import { Collection, Definition, Memory } from '../shared/memory.js' */
/** @import { JsonValue } from '../shared/protocol' */

/** Keys in session storage: this, and the origin. */
const KEY = 'onecall.site ';
/** Tabs of one site that are kept. */
const TABS = 20;
/** Characters of what one page tells; larger is no list of tools. */
const SIZE = 2_000_000;
/** Characters of a published object's name, as `publish` allows. */
const NAME = 80;

/**
 * @typedef {object} Tab An open document that has told its tools.
 * @property {string} doc The browser's name for it.
 * @property {number} tab
 * @property {string} path
 * @property {string} title
 * @property {Definition[]} tools
 * @property {Collection[]} collections
 */

/** @typedef {{ memory: Memory, tabs: Tab[] }} Site */
/** @typedef {{ origin: string, document: string, tab: number }} From Who tells, as the browser says it. */

export class Sites {
  /** @type {Area} */
  #area;
  /** @type {Map<string, Site>} */
  #sites = new Map();
  /** What a document found when it came, so that it is not compared with itself. @type {Map<string, Memory>} */
  #found = new Map();

  /** @param {Area} area */
  constructor(area) {
    this.#area = area;
  }

  /** Reads what is stored. What comes before is waited for by the caller. */
  async start() {
    for (const [key, value] of Object.entries(await this.#area.get(null))) {
      if (!key.startsWith(KEY) || typeof value !== 'object' || value === null) continue;
      const { memory, tabs } = /** @type {Record<string, unknown>} */ (value);
      this.#sites.set(key.slice(KEY.length), { memory: readMemory(memory), tabs: Array.isArray(tabs) ? tabs : [] });
    }
  }

  /** @param {string} origin @returns {Site} */
  #site(origin) {
    const known = this.#sites.get(origin) ?? { memory: readMemory(null), tabs: [] };
    this.#sites.set(origin, known);
    return known;
  }

  /** @param {string} origin */
  #store(origin) {
    void this.#area.set({ [KEY + origin]: this.#site(origin) }).catch(() => {});
  }

  /** @param {string} origin @param {string} document @returns {Memory} */
  #before(origin, document) {
    const found = this.#found.get(document) ?? this.#site(origin).memory;
    this.#found.set(document, found);
    return found;
  }

  /**
   * A page tells its tools.
   * @param {From} from
   * @param {unknown} told
   * @returns {{ generations: Record<string, number> } | null}
   */
  visit({ origin, document, tab }, told) {
    const visit = visitOf(told);
    if (!visit) return null;
    const site = this.#site(origin);
    const before = this.#before(origin, document);
    const pages = [...before.pages.filter((page) => page.path === visit.path), ...site.memory.pages.filter((page) => page.path !== visit.path)];
    site.memory = visited({ v: 1, pages, defs: { ...before.defs, ...site.memory.defs } }, { ...visit, at: Date.now() });
    const { path, title, tools, collections } = visit;
    // One document to a tab: an earlier one has gone, if only into the bfcache.
    const others = site.tabs.filter((other) => other.tab !== tab && other.doc !== document);
    site.tabs = tools.length ? [{ doc: document, tab, path, title, tools, collections }, ...others].slice(0, TABS) : others;
    this.#store(origin);
    const page = site.memory.pages.find((one) => one.path === path);
    return { generations: Object.fromEntries((page?.collections ?? []).map(({ name, generation = 1 }) => [name, generation])) };
  }

  /**
   * What a page's own list is completed with for the core: what its site's other pages and tabs have.
   * @param {From} from
   * @param {JsonValue} tools
   * @returns {JsonValue}
   */
  completed({ origin, document, tab }, tools) {
    if (typeof tools !== 'object' || tools === null || Array.isArray(tools)) return tools;
    const elsewhere = this.#site(origin).tabs.filter((other) => other.doc !== document && other.tab !== tab);
    const before = this.#before(origin, document);
    return /** @type {JsonValue} */ (/** @type {unknown} */ ({ ...tools, before, elsewhere }));
  }

  /** Is anything known of a site? @param {string} origin */
  knows(origin) {
    const site = this.#sites.get(origin);
    return site !== undefined && (site.memory.pages.length > 0 || site.tabs.length > 0);
  }

  /**
   * The open tab of this site that has this document.
   * @param {string} origin
   * @param {unknown} document
   * @returns {Tab | undefined}
   */
  tab(origin, document) {
    return this.#sites.get(origin)?.tabs.find((tab) => tab.doc === document);
  }

  /** A document has gone, if only into the bfcache. @param {string} document */
  gone(document) {
    this.#found.delete(document);
    for (const [origin, site] of this.#sites) {
      const kept = site.tabs.filter((other) => other.doc !== document);
      if (kept.length === site.tabs.length) continue;
      site.tabs = kept;
      this.#store(origin);
    }
  }
}

/**
 * @param {unknown} told
 * @returns {{ path: string, title: string, tools: Definition[], collections: Collection[], app: string[] } | null}
 */
function visitOf(told) {
  if (typeof told !== 'object' || told === null || JSON.stringify(told).length > SIZE) return null;
  const { path, title, tools, collections, app } = /** @type {Record<string, unknown>} */ (told);
  if (typeof path !== 'string' || typeof title !== 'string' || !Array.isArray(tools) || !Array.isArray(collections)) return null;
  const named = (/** @type {unknown[]} */ list) => list.filter((one) => typeof one === 'object' && one !== null && 'name' in one && typeof one.name === 'string');
  const objects = Array.isArray(app) ? app.filter((name) => typeof name === 'string' && name.length <= NAME) : [];
  const groups = /** @type {Collection[]} */ (named(collections)).filter((one) => Array.isArray(one.tools));
  return { path: path.slice(0, 500), title: title.slice(0, 200), tools: /** @type {Definition[]} */ (named(tools)), collections: groups, app: objects };
}
