/**
 * The page's WebMCP tools as the provider offers them: the list told to the core when it changed, and each call done in
 * the page's own script world. Whatever a tool gives, what comes of it is plain, bounded and in time.
 */
import { thrown } from './app.js';
import { clean } from './clean.js';

/** @import { Census } from '../../page/census.js' */
/** @import { Act, JsonValue } from '../protocol' */
/** @import { Offer } from './provider.js' */

/**
 * What is known of other pages and tabs of the site, where this world keeps it.
 * @typedef {object} Elsewhere
 * @property {() => JsonValue} before What pages had (memory.js).
 * @property {() => Promise<JsonValue>} tabs What other open tabs have.
 */

/** Nothing was registered for this long after the page was loaded: it has registered what it registers. */
const QUIET = 800;

/** A page that registers without end is told as it was the last of so many times. */
const SURVEYS = 4;

export class ToolOffers {
  /** @type {Window} */
  #window;
  /** @type {Census} */
  #box;
  /** @type {Elsewhere | null} */
  #elsewhere;
  /** @type {(offer: Offer) => void} */
  #tell = () => {};
  /** The list, while it is still right. @type {Promise<JsonValue[]> | null} */
  #surveyed = null;
  /** When the list last changed. */
  #changedAt = performance.now();
  /** What was told last, as text. */
  #told = '';
  /** @type {Offer | null} */
  offer = null;
  /** Has anybody asked? Until then a change costs nothing. */
  #asked = false;

  /**
   * @param {Window} window
   * @param {Census} box
   * @param {Elsewhere | null} elsewhere
   */
  constructor(window, box, elsewhere) {
    this.#window = window;
    this.#box = box;
    this.#elsewhere = elsewhere;
    box.watch(() => this.#changed());
  }

  /** @param {(offer: Offer) => void} listener */
  onOffer(listener) {
    this.#tell = listener;
  }

  #changed() {
    const first = this.#surveyed !== null;
    this.#surveyed = null;
    this.#changedAt = performance.now();
    // A burst of registrations is one change.
    if (this.#asked && first) setTimeout(() => void this.look(), 0);
  }

  /** The list as it is when this ends: one that changed while it was made is made again, but not for ever. */
  async #survey() {
    for (let times = 1; ; times += 1) {
      this.#surveyed ??= /** @type {Promise<JsonValue[]>} */ (/** @type {unknown} */ (this.#box.survey()));
      const surveyed = this.#surveyed;
      const tools = await surveyed;
      if (surveyed === this.#surveyed || times === SURVEYS) return tools;
    }
  }

  /** Tells the list, where it is another one than was told. */
  async look() {
    this.#asked = true;
    const elsewhere = await (this.#elsewhere?.tabs() ?? null);
    const tools = await this.#survey();
    const { document, location } = this.#window;
    const quiet = document.readyState === 'complete' && performance.now() - Math.max(this.#changedAt, loadedAt(this.#window)) > QUIET;
    const list = /** @type {JsonValue} */ (/** @type {unknown} */ ({
      path: location.pathname, title: document.title, quiet, tools, collections: this.#box.collections.list(), elsewhere, before: this.#elsewhere?.before() ?? null,
    }));
    const text = JSON.stringify(list);
    // Where others remember, only they know whether there is anything to tell.
    if (text === this.#told || (this.#told === '' && this.#elsewhere && isEmpty(list))) return;
    this.#told = text;
    this.offer = { kind: 'tools', tools: list };
    this.#tell(this.offer);
  }

  /**
   * @param {Extract<Act, { verb: 'toolCall' }>} act
   * @param {AbortSignal} signal
   * @returns {Promise<JsonValue>}
   */
  async run({ name, args }, signal) {
    try {
      return { ...clean(plain(await this.#box.run(name, /** @type {object} */ (args), signal))) };
    } catch (error) {
      return thrown(error);
    }
  }
}

/** An object as WebMCP hands it to in-page callers: by its `toJSON`, where it has one. @param {unknown} value */
function plain(value) {
  return value instanceof Date || (typeof value === 'object' && value !== null && 'toJSON' in value) ? JSON.parse(JSON.stringify(value) ?? 'null') : value;
}

/** @param {Window} window */
function loadedAt(window) {
  const [entry] = window.performance.getEntriesByType('navigation');
  return /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.loadEventEnd ?? 0;
}

/** Nothing worth telling a core that knows of no tools anyway. @param {JsonValue} list */
function isEmpty(list) {
  const { tools, collections, elsewhere, before } = /** @type {Record<string, unknown>} */ (list);
  const none = (/** @type {unknown} */ part) => !Array.isArray(part) || part.length === 0;
  const remembered = /** @type {{ pages?: unknown[] } | null} */ (before)?.pages?.length ?? 0;
  return none(tools) && none(elsewhere) && (!Array.isArray(collections) || collections.length < 2) && remembered === 0;
}
