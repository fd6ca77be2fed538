// How a kit in a frame tells its page's kit which frame element it stands in: it sends a nonce, which the worker also
// got from it, to the window above. Only the browser says whose window a message comes from. A page can see and forge
// such messages: a nonce that the worker does not know means nothing, and one that it knows only moves that frame's
// place among the page's own frames.

/** What the message begins with. */
const RING = 'onecall:frame:';
/** Characters of a nonce. */
const NONCE = 64;
/** Rings that wait until their frame element is known, and that are passed on between two readings of the page: a page that rings without end is heard no longer. */
const MOST = 400;

/**
 * @param {Window} window The frame's own.
 * @param {string} nonce
 */
export function ring(window, nonce) {
  window.parent.postMessage(RING + nonce, '*');
}

export class Doorbell {
  /** @type {Array<{ source: unknown, nonce: string }>} */
  #rings = [];
  #left = MOST;
  /** @type {WeakSet<Window>} */
  #heard = new WeakSet();
  #over = new AbortController();

  /**
   * Hears the frames in a document.
   * @param {Window} window
   * @param {() => void} rung
   */
  listen(window, rung) {
    if (this.#heard.has(window)) return;
    this.#heard.add(window);
    window.addEventListener('message', (event) => {
      const { data, source } = event;
      if (typeof data !== 'string' || !data.startsWith(RING) || data.length > RING.length + NONCE) return;
      // The page's own script need not stumble over it.
      event.stopImmediatePropagation();
      if (!source || this.#left <= 0) return;
      this.#left -= 1;
      this.#rings.push({ source, nonce: data.slice(RING.length) });
      rung();
    }, { capture: true, signal: this.#over.signal });
  }

  /** The page is read anew: what its frames say counts again. */
  fill() {
    this.#left = MOST;
  }

  /**
   * Lets those in whose place is known.
   * @param {(source: unknown) => ((nonce: string) => void) | null} find
   */
  answer(find) {
    this.#rings = this.#rings.filter(({ source, nonce }) => {
      const found = find(source);
      found?.(nonce);
      return !found;
    }).slice(-MOST);
  }

  stop() {
    this.#over.abort();
    this.#rings = [];
  }
}
