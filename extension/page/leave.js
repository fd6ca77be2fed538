// Leaving the document with calls open. Nothing may be lost: a call is settled before the document goes, or, where
// its own act went to a page of the same origin, it is carried over and answered by the new document (arrive.js).
import { faultAnswer } from '../shared/fault.js';
import { parted } from './parting.js';
import { carry, forget } from './carry.js';

/** @typedef {import('./calls.js').Call} Call */

/** After this long without leaving, the navigation was a download or nothing at all. */
const MOST_LEAVING = 15_000;
/** So long after `beforeunload` the document is taken to be on its way: no answer would be delivered any more once it goes. */
const GOING = 3_000;
/** A form that a tool submits navigates a task or two after the tool has returned. */
const AFTERWARDS = 300;

export class Leaving {
  #window;
  #calls;
  #tools;
  #left;
  /** @type {{ url: string, at: number, own: boolean } | undefined} where a navigation that began goes */
  #going;
  #leftAt = -Infinity;
  #acting = 0;
  /** The page's own code runs for calls, so many times. */
  #far = 0;
  #back = '';
  #carried = false;
  /** @type {{ form: HTMLFormElement, at: number } | undefined} a form that an act submitted; it navigates a task later */
  #submitted;
  #over = new AbortController();

  /**
   * @param {Window & typeof globalThis} window
   * @param {() => Iterable<Call>} calls the open ones
   * @param {() => string[]} [tools] collections that go on
   * @param {(call: Call) => void} [left] a call was answered here, whatever its core makes of it: the document may stay after all
   */
  constructor(window, calls, tools = () => [], left = () => {}) {
    this.#tools = tools;
    this.#left = left;
    this.#window = window;
    this.#calls = calls;
    const options = { capture: true, signal: this.#over.signal };
    window.navigation?.addEventListener('navigate', (event) => this.#navigates(event), options);
    window.addEventListener('submit', (event) => this.#submits(event), { signal: this.#over.signal });
    window.addEventListener('beforeunload', () => this.#leaves(), options);
    window.addEventListener('pagehide', () => this.#leaves(), options);
  }

  stop() {
    this.#over.abort();
  }

  /**
   * Runs an act. A navigation that begins in it is the act's own, and the browser will let the new document answer:
   * it goes by the task that began the navigation, so the act has to run in the call's own chain of promises.
   * @template T
   * @param {() => T} act
   * @param {number} [delta] steps in the history that it goes: the browser says where only after it has left
   * @returns {T}
   */
  acting(act, delta = 0) {
    const { navigation } = this.#window;
    const there = delta ? navigation?.entries()[(navigation.currentEntry?.index ?? 0) + delta] : undefined;
    this.#back = there?.url ?? '';
    this.#acting += 1;
    this.#going = undefined;
    this.#leftAt = -Infinity;
    try {
      return act();
    } finally {
      this.#acting -= 1;
    }
  }

  /**
   * Runs the page's own code for a call: a navigation that a script begins until it is through, and right after, is its.
   * @template T
   * @param {() => Promise<T>} run
   * @returns {Promise<T>}
   */
  async running(run) {
    this.#far += 1;
    try {
      return await this.acting(run);
    } finally {
      this.#window.setTimeout(() => {
        this.#far -= 1;
      }, AFTERWARDS);
    }
  }

  /** Where the document is about to go; nothing where it stays. @returns {string | null} */
  get to() {
    return performance.now() - this.#leftAt < MOST_LEAVING ? (this.#going?.url ?? this.#back) : null;
  }

  /**
   * Where the document is going this moment: a call that comes now can be answered only at once, since what is answered
   * after `beforeunload` is lost where the next document comes first. Nothing where it stays.
   * @returns {string | null}
   */
  get away() {
    return performance.now() - this.#leftAt < GOING ? this.to : null;
  }

  /** What such a call is answered. @param {unknown} input @returns {string} */
  turnAway(input) {
    const where = this.away ? ` for ${JSON.stringify(this.away)}` : '';
    return faultAnswer('navigated', `This page is being left${where}. Nothing was done; the same call is answered by the page that comes.`, input, /** @type {Record<string, unknown>} */ (input ?? {}));
  }

  /** The page came back (bfcache). */
  returned() {
    this.#leftAt = -Infinity;
    this.#going = undefined;
    this.stayed();
  }

  /** No call is open here any more, so none is carried to another document. */
  stayed() {
    if (this.#carried) forget(this.#window);
    this.#carried = false;
  }

  /** @param {NavigateEvent} event */
  #navigates(event) {
    const { destination, hashChange, downloadRequest } = event;
    if (hashChange || destination.sameDocument || downloadRequest !== null) return;
    const form = this.#submitted && performance.now() - this.#submitted.at < 200 ? this.#submitted.form : undefined;
    const own = this.#acting > 0 || (this.#far > 0 && !event.userInitiated) || (form !== undefined && sameAction(form, destination.url, event.formData));
    this.#going = { url: destination.url, at: performance.now(), own };
  }

  /** @param {SubmitEvent} event */
  #submits(event) {
    if (this.#acting > 0 && !event.defaultPrevented) this.#submitted = { form: /** @type {HTMLFormElement} */ (event.target), at: performance.now() };
  }

  #leaves() {
    const going = this.#going;
    this.#leftAt = performance.now();
    const url = going?.url ?? this.#back;
    const own = going?.own === true && URL.canParse(url) && new URL(url).origin === this.#window.location.origin;
    for (const call of this.#calls()) {
      if (call.acted && own && carry(this.#window, call, url, this.#tools())) {
        this.#carried = true;
        continue;
      }
      if (!call.acted) call.end(faultAnswer('navigated', `The document went away${url ? ` to ${JSON.stringify(url)}` : ''} before the answer was there. Nothing was done.`, call.input, call.again));
      else call.end(parted(call.parting, url, call.input));
      this.#left(call);
    }
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} url
 * @param {FormData | null} data
 */
function sameAction(form, url, data) {
  if (data) return true;
  const action = form.getAttribute('action') ?? '';
  const base = URL.canParse(action, form.baseURI) ? new URL(action, form.baseURI) : undefined;
  const there = URL.canParse(url) ? new URL(url) : undefined;
  return base !== undefined && there !== undefined && base.origin === there.origin && base.pathname === there.pathname;
}
