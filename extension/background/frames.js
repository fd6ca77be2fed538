/**
 * Which kit stands in which frame element. A kit in a frame says a nonce here and to the window above it; the kit that
 * has the frame element says from which element it heard the nonce. Where a document really is comes from the browser.
 * It must never join documents of two tabs.
 */

/** @import { FrameElement, Framed } from '../shared/protocol' */

/** How long kits in frames have to answer; those that crashed or show an error page never do. */
const SEARCH_MS = 500;

/** Nonces that were heard before their kit was; a page can make up any number. */
const EARLY = 500;

/**
 * @typedef {object} FrameKit
 * @property {string} doc
 * @property {number} tab
 * @property {string} origin
 */

export class Frames {
  /** Asks the kits in a tab's frames to say where they are. @type {(tab: number) => void} */
  #wake;
  /** @type {Map<string, FrameKit>} by nonce */
  #kits = new Map();
  /** @type {Map<string, FrameElement>} by tab and nonce, the oldest first */
  #places = new Map();
  /** Looks again whether all that is waited for is there. @type {Set<() => void>} */
  #waiting = new Set();

  /** @param {(tab: number) => void} wake */
  constructor(wake) {
    this.#wake = wake;
  }

  /**
   * A kit in a frame is here.
   * @param {FrameKit} kit
   * @param {string} nonce
   */
  here(kit, nonce) {
    const known = this.#kits.get(nonce);
    if (known && known.doc !== kit.doc) return;
    this.#kits.set(nonce, kit);
    this.#look();
  }

  /**
   * A nonce was heard from a frame element.
   * @param {number} tab
   * @param {FrameElement} element
   * @param {string} nonce
   */
  located(tab, element, nonce) {
    const key = `${tab} ${nonce}`;
    this.#places.delete(key);
    this.#places.set(key, element);
    for (const [old] of this.#places) {
      if (this.#places.size <= EARLY) break;
      this.#places.delete(old);
    }
    this.#look();
  }

  /**
   * A kit went away.
   * @param {string} doc
   */
  gone(doc) {
    for (const [nonce, kit] of this.#kits) {
      if (kit.doc !== doc) continue;
      this.#kits.delete(nonce);
      this.#places.delete(`${kit.tab} ${nonce}`);
    }
    for (const [key, element] of this.#places) if (element.doc === doc) this.#places.delete(key);
    this.#look();
  }

  /**
   * The documents in these frame elements, as far as they answer soon.
   * @param {number} tab
   * @param {FrameElement[]} wanted
   * @returns {Promise<Framed[]>}
   */
  async search(tab, wanted) {
    const found = () => this.#framed(tab, wanted);
    await this.#until(tab, () => found().length >= wanted.length);
    return found();
  }

  /**
   * Resolves when this document's kit is there, or does not answer.
   * @param {number} tab
   * @param {string} doc
   */
  async wait(tab, doc) {
    await this.#until(tab, () => [...this.#kits.values()].some((kit) => kit.doc === doc && kit.tab === tab));
  }

  /**
   * @param {number} tab
   * @param {() => boolean} done
   * @returns {Promise<void>}
   */
  #until(tab, done) {
    return new Promise((resolve) => {
      const look = () => {
        if (done()) end();
      };
      const end = () => {
        clearTimeout(late);
        this.#waiting.delete(look);
        resolve();
      };
      const late = setTimeout(end, SEARCH_MS);
      this.#waiting.add(look);
      this.#wake(tab);
    });
  }

  #look() {
    for (const look of [...this.#waiting]) look();
  }

  /**
   * @param {number} tab
   * @param {FrameElement[]} wanted
   * @returns {Framed[]}
   */
  #framed(tab, wanted) {
    /** @type {Framed[]} */
    const framed = [];
    for (const [nonce, { doc, origin, tab: of }] of this.#kits) {
      const place = of === tab ? this.#places.get(`${tab} ${nonce}`) : undefined;
      if (place && wanted.some((element) => element.doc === place.doc && element.handle === place.handle)) {
        framed.push({ doc, within: place.doc, handle: place.handle, origin });
      }
    }
    return framed;
  }
}
