// The log of events over the documents of one origin in a tab: what the core wants kept, left in session storage when
// the document goes and found there by the next. The page can read and write it there, so the core is told so; it
// holds nothing that the agent was not told or could not be.

const KEY = 'onecall:events';
/** Characters; the core's own bounds are far below. */
const MOST = 200_000;

export class Chain {
  /** @type {Window} */
  #window;
  /** The bytes of the core, for this document. */
  #kept = '';
  /** Was it written where the page can write? */
  #carried = false;

  /**
   * @param {Window} window
   * @param {AbortSignal} over
   */
  constructor(window, over) {
    this.#window = window;
    window.addEventListener('pagehide', () => this.#leave(), { capture: true, signal: over });
  }

  /** @param {string} kept */
  keep(kept) {
    this.#kept = kept;
    this.#carried = false;
  }

  /** What a core that knows nothing is told. @returns {{ events: string, carried: boolean }} */
  get told() {
    if (!this.#kept) this.inherit();
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
