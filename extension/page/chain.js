// The log of events over the documents of one origin in a tab: what the core wants kept, left in session storage when
// the document goes and found there by the next. The page can read and write it there, so the core is told so; it
// holds nothing that the agent was not told or could not be.

const KEY = 'onecall:events';
/** Characters; the core's own bounds are far below. */
const MOST = 200_000;

export class Chain {
  /** @type {Window} */
  #window;
  /** @type {import('./ear.js').Ear} */
  #ear;
  /** Places in what was heard: up to the first it was reported, up to the second it is in the log that is kept. */
  #reported = 0;
  #logged = 0;
  /** The bytes of the core, for this document. */
  #kept = '';
  /** Was it written where the page can write? */
  #carried = false;

  /**
   * @param {Window} window
   * @param {import('./ear.js').Ear} ear
   * @param {AbortSignal} over
   */
  constructor(window, ear, over) {
    this.#window = window;
    this.#ear = ear;
    window.addEventListener('pagehide', () => this.#leave(), { capture: true, signal: over });
  }

  /**
   * The same as a message, where there is any.
   * @param {string} doc
   * @returns {import('./types.js').Message[]}
   */
  heard(doc) {
    const news = this.news();
    return news.heard.length ? [{ kind: 'heard', doc, ...news }] : [];
  }

  /** What was said since it was last reported. @returns {{ heard: import('./types.js').Heard[], place: number }} */
  news() {
    const heard = this.#ear.after(this.#reported);
    this.#reported = this.#ear.place;
    return { heard, place: this.#reported };
  }

  /** @param {{ kept: string, place: number }} log */
  keep({ kept, place }) {
    this.#logged = place;
    this.#kept = kept;
    this.#carried = false;
  }

  /** What a core that knows nothing is told; what is not in it is reported again. @returns {{ events: string, carried: boolean }} */
  get told() {
    if (!this.#kept) this.inherit();
    this.#reported = this.#logged;
    return { events: this.#kept, carried: this.#carried };
  }

  /** Takes what the document before this one left; also when this one comes back from the bfcache. */
  inherit() {
    if (this.#window.top !== this.#window) return;
    try {
      const found = this.#window.sessionStorage.getItem(KEY);
      if (!found || found.length > MOST || found === this.#kept) return;
      this.#kept = found;
      this.#carried = true;
    } catch {
      // No storage here: the log begins anew.
    }
  }

  #leave() {
    if (!this.#kept || this.#window.top !== this.#window) return;
    try {
      this.#window.sessionStorage.setItem(KEY, this.#kept);
    } catch {
      // No storage, or it is full.
    }
  }
}
