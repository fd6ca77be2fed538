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
/** Sites that are kept, the last told first to stay. */
const SITES = 50;
/** What all of them may weigh: session storage holds 10 MB, and what the person decides has to find room there. */
const WEIGHT = 4_000_000;
/** Bytes that the browser takes for a value, beside its text. */
const VALUE = 40;
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
 * @property {string[]} app Names of what it has published.
 * @property {number} at When it told that.
 */

/** @typedef {{ memory: Memory, tabs: Tab[], weight: number }} Site */
/** @typedef {{ origin: string, document: string, tab: number }} From Who tells, as the browser says it. */

export class Sites {
  /** @type {Area} */
  #area;
  /** The one that told something last is the last. @type {Map<string, Site>} */
  #sites = new Map();
  /** What a document found when it came, so that it is not compared with itself. @type {Map<string, Memory>} */
  #found = new Map();

  /** @param {Area} area */
  constructor(area) {
    this.#area = area;
  }

  /** Reads what is stored. What comes before is waited for by the caller. */
  async start() {
    /** @type {Array<[string, Site]>} */
    const stored = [];
    for (const [key, value] of Object.entries(await this.#area.get(null))) {
      if (!key.startsWith(KEY) || typeof value !== 'object' || value === null) continue;
      const { memory, tabs } = /** @type {Record<string, unknown>} */ (value);
      const site = { memory: readMemory(memory), tabs: Array.isArray(tabs) ? tabs : [], weight: 0 };
      stored.push([key.slice(KEY.length), { ...site, weight: weightOf(site) }]);
    }
    // Storage gives them by name.
    const last = (/** @type {Site} */ { memory }) => memory.pages[0]?.at ?? 0;
    for (const [origin, site] of stored.sort(([, a], [, b]) => last(a) - last(b))) this.#sites.set(origin, site);
  }

  /** @param {string} origin @returns {Site} */
  #site(origin) {
    return this.#sites.get(origin) ?? { memory: readMemory(null), tabs: [], weight: 0 };
  }

  /**
   * @param {string} origin
   * @param {Site} site
   */
  #store(origin, site) {
    // Files have one name for all of them, and no file's page may know of another.
    if (!/^https?:/.test(origin)) return;
    while (weightOf(site) > WEIGHT && site.tabs.pop());
    if (weightOf(site) > WEIGHT) site.memory = readMemory(null);
    site.weight = weightOf(site);
    this.#sites.delete(origin);
    this.#sites.set(origin, site);
    this.#drop();
    const { memory, tabs } = site;
    // Where there is no room it is forgotten with the worker.
    void this.#area.set({ [KEY + origin]: { memory, tabs } }).catch(() => {});
  }

  /** The oldest go, whatever pages tell. */
  #drop() {
    let weight = [...this.#sites.values()].reduce((sum, site) => sum + site.weight, 0);
    /** @type {string[]} */
    const dropped = [];
    for (const [origin, site] of this.#sites) {
      if (this.#sites.size <= SITES && weight <= WEIGHT) break;
      this.#sites.delete(origin);
      weight -= site.weight;
      dropped.push(KEY + origin);
    }
    if (dropped.length) void this.#area.remove(dropped).catch(() => {});
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
    const { path, title, tools, collections, app } = visit;
    // One document to a tab: an earlier one has gone, if only into the bfcache.
    const others = site.tabs.filter((other) => other.tab !== tab && other.doc !== document);
    site.tabs = tools.length || app.length ? [{ doc: document, tab, path, title, tools, collections, app, at: Date.now() }, ...others].slice(0, TABS) : others;
    this.#store(origin, site);
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
    const elsewhere = this.#others({ origin, document, tab });
    const before = this.#before(origin, document);
    return /** @type {JsonValue} */ (/** @type {unknown} */ ({ ...tools, before, elsewhere }));
  }

  /** @param {From} from */
  #others({ origin, document, tab }) {
    return this.#site(origin).tabs.filter((other) => other.doc !== document && other.tab !== tab);
  }

  /**
   * Names what other tabs have: another text where any of it is other.
   * @param {From} from
   */
  around(from) {
    return this.#others(from).map(({ doc, at }) => `${doc} ${at}`).join();
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
    for (const [origin, site] of [...this.#sites]) {
      const kept = site.tabs.filter((other) => other.doc !== document);
      if (kept.length === site.tabs.length) continue;
      site.tabs = kept;
      this.#store(origin, site);
    }
  }
}

/**
 * About as many bytes as the browser needs for it: many small values are larger than their text.
 * @param {Omit<Site, 'weight'>} site
 */
function weightOf({ memory, tabs }) {
  const text = JSON.stringify({ memory, tabs });
  return new TextEncoder().encode(text).length + VALUE * (text.match(/[,[{]/g)?.length ?? 0);
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
