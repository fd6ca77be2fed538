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
  /** Kits, and where each was heard. @type {Map<string, FrameKit & { at: FrameElement | null }>} by nonce */
  #kits = new Map();
  /** Where nonces were heard that no kit has said yet. @type {Map<string, FrameElement>} by tab and nonce, the oldest first */
  #early = new Map();
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
    const key = `${kit.tab} ${nonce}`;
    this.#kits.set(nonce, { ...kit, at: this.#early.get(key) ?? known?.at ?? null });
    this.#early.delete(key);
    this.#look();
  }

  /**
   * A nonce was heard from a frame element.
   * @param {number} tab
   * @param {FrameElement} element
   * @param {string} nonce
   */
  located(tab, element, nonce) {
    const kit = this.#kits.get(nonce);
    if (kit?.tab === tab) {
      kit.at = element;
      this.#look();
      return;
    }
    this.#early.set(`${tab} ${nonce}`, element);
    for (const [old] of this.#early) {
      if (this.#early.size <= EARLY) break;
      this.#early.delete(old);
    }
  }

  /**
   * A kit went away.
   * @param {string} doc
   */
  gone(doc) {
    for (const [nonce, kit] of this.#kits) {
      if (kit.doc === doc) this.#kits.delete(nonce);
      else if (kit.at?.doc === doc) kit.at = null;
    }
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
    for (const { doc, origin, tab: of, at } of this.#kits.values()) {
      if (of === tab && at && wanted.some((element) => element.doc === at.doc && element.handle === at.handle)) {
        framed.push({ doc, within: at.doc, handle: at.handle, origin });
      }
    }
    return framed;
  }
}
