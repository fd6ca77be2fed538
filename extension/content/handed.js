/**
 * Calls that another tab's agent has handed over to this document, by name: a worker that has died meanwhile asks for
 * the same again and gets what came of it, and a call that has ended over there is ended here.
 */

/** Calls whose answers are kept. */
const MOST = 50;

export class Handed {
  /** @type {Map<string, { answer: Promise<string>, over: AbortController }>} */
  #calls = new Map();

  /**
   * @param {unknown} name
   * @param {boolean} again It was handed over before, so it is not begun here where it is not known.
   * @param {(signal: AbortSignal) => Promise<string>} begin
   * @returns {Promise<string | null>}
   */
  async take(name, again, begin) {
    if (typeof name !== 'string') return null;
    const known = this.#calls.get(name);
    // Where another document was asked, nobody knows what came of it.
    if (known || again) return known?.answer ?? null;
    const over = new AbortController();
    const answer = begin(over.signal);
    this.#calls.set(name, { answer, over });
    for (const old of this.#calls.keys()) {
      if (this.#calls.size <= MOST) break;
      this.#calls.delete(old);
    }
    return answer;
  }

  /** Nobody waits for it any more. @param {unknown} name */
  end(name) {
    this.#calls.get(String(name))?.over.abort();
  }
}
