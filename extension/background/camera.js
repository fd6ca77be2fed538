/**
 * Pictures of what a tab shows: taken by the browser, cut to the place that the page kit has measured, made small, and
 * painted over where it says. It must never give away a picture of another tab, or one that is not painted over.
 */

/** @import { Place } from './sender.js' */
/** @import { Area, Taken } from '../page/picture.js' */

/** Between two pictures; the browser refuses more than two a second, for all tabs together. */
const PAUSE = 510;

/** Pictures for one that the core wants: the page may have moved in the meantime (picture.js). */
const TRIES = 3;

/** Parts that are painted over; a page with more is no case for a picture. */
const COVERS = 1_000;

/**
 * @typedef {object} Browser
 * @property {(tab: number) => Promise<number | null>} frontOf The window whose front tab it is; null where it is none's.
 * @property {(window: number) => Promise<string>} photograph What a window shows, as a `data:` address.
 * @property {() => () => boolean} watchTurns From now on; what it gives ends that, and says whether another tab came to the front of a window.
 * @property {(tab: number) => Promise<() => Promise<void>>} hideFrames Hides all frames of a page until it is told otherwise, and waits until they are.
 * @property {(address: string, area: Area, covers: Area[], wide: number) => Promise<Taken>} develop Cuts, paints over, makes small.
 * @property {(ms: number) => Promise<void>} pause
 * @property {() => number} now
 */

export class Camera {
  /** @type {Browser} */
  #browser;
  /** One after the other. @type {Promise<unknown>} */
  #last = Promise.resolve();
  #at = -PAUSE;
  /** How often a document's kit may still ask. @type {Map<string, number>} */
  #allowed = new Map();

  /** @param {Browser} browser */
  constructor(browser) {
    this.#browser = browser;
  }

  /**
   * The core wants a picture of a document: its kit may have one taken.
   * @param {Place} place
   */
  allow({ document }) {
    this.#allowed.set(document, TRIES);
  }

  /**
   * @param {Place} place Whose kit asks.
   * @param {unknown} asked
   * @returns {Promise<Taken | string>} A string says why there is none.
   */
  take({ tab, document }, asked) {
    const tries = this.#allowed.get(document) ?? 0;
    if (tries === 0) return Promise.resolve('nobody has allowed it');
    if (tries > 1) this.#allowed.set(document, tries - 1);
    else this.#allowed.delete(document);
    const shot = readShot(asked);
    if (shot === null) return Promise.resolve('the page has more to be hidden than a picture can leave out');
    const taken = this.#last.then(() => this.#take(tab, shot));
    this.#last = taken.catch(() => undefined);
    return taken.catch(() => 'the browser gives none of this page');
  }

  /**
   * @param {number} tab
   * @param {{ area: Area, covers: Area[], frames: boolean, wide: number }} shot
   */
  async #take(tab, { area, covers, frames, wide }) {
    const { now, pause } = this.#browser;
    const left = this.#at + PAUSE - now();
    if (left > 0) await pause(left);
    const window = await this.#browser.frontOf(tab);
    if (window === null) return 'only a tab in front can be pictured, and this one is in the background. Ask the person to show it';
    const turned = this.#browser.watchTurns();
    const show = frames ? await this.#browser.hideFrames(tab) : null;
    try {
      this.#at = now();
      const address = await this.#browser.photograph(window);
      if ((await this.#browser.frontOf(tab)) !== window || turned()) return 'the person turned to another tab';
      return await this.#browser.develop(address, area, covers, wide);
    } finally {
      turned();
      await show?.();
    }
  }
}

/**
 * What the kit asks for, where it is as it should be.
 * @param {unknown} asked
 * @returns {{ area: Area, covers: Area[], frames: boolean, wide: number } | null}
 */
function readShot(asked) {
  const { area, covers, frames, wide } = /** @type {Record<string, unknown>} */ (typeof asked === 'object' && asked !== null ? asked : {});
  if (!isArea(area) || !Array.isArray(covers) || covers.length > COVERS || !covers.every(isArea)) return null;
  return { area, covers, frames: frames !== false, wide: typeof wide === 'number' && wide > 0 ? wide : 1 };
}

/** @param {unknown} value @returns {value is Area} */
const isArea = (value) => Array.isArray(value) && value.length === 4 && value.every((part) => typeof part === 'number' && part >= 0 && part <= 1);
