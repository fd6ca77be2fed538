/**
 * What tests put in the browser's place: a storage area and a port, in memory.
 */

/** A storage area, as `chrome.storage` has them: what goes in and out is copied. */
export class MemoryArea {
  /** @type {Record<string, unknown>} */
  items = {};
  /** How often something was written. */
  writes = 0;

  /**
   * @param {string | string[] | null} keys
   * @returns {Promise<Record<string, unknown>>}
   */
  async get(keys) {
    const wanted = keys === null ? Object.keys(this.items) : [keys].flat();
    return structuredClone(Object.fromEntries(wanted.filter((key) => key in this.items).map((key) => [key, this.items[key]])));
  }

  /** @param {Record<string, unknown>} items */
  async set(items) {
    this.writes += 1;
    Object.assign(this.items, structuredClone(items));
  }

  /** @param {string[]} keys */
  async remove(keys) {
    for (const key of keys) delete this.items[key];
  }
}

/**
 * One end of a port; the test is the other.
 * @template Sent
 */
export class MemoryPort {
  /** @type {Sent[]} */
  sent = [];
  open = true;
  /** @type {Array<(message: unknown) => void>} */
  #hear = [];
  /** @type {Array<() => void>} */
  #end = [];
  onMessage = { addListener: (/** @type {(message: unknown) => void} */ listener) => void this.#hear.push(listener) };
  onDisconnect = { addListener: (/** @type {() => void} */ listener) => void this.#end.push(listener) };

  /** @param {object} [sender] */
  constructor(sender = {}) {
    this.sender = sender;
  }

  /** @param {Sent} message */
  postMessage(message) {
    if (!this.open) throw new Error('Attempting to use a disconnected port object');
    this.sent.push(message);
  }

  disconnect() {
    this.open = false;
  }

  /** The other end says something. @param {unknown} message */
  say(message) {
    for (const listener of this.#hear) listener(message);
  }

  /** The other end closes. */
  end() {
    this.open = false;
    for (const listener of this.#end) listener();
  }
}

/** A question as the core puts it. @type {import('../../extension/shared/protocol').Request} */
export const REQUEST = {
  id: 'ap-1', origin: 'https://shop.test', path: 'page.buttons.Buy.click', effect: 'act', args: [], says: 'page.buttons.Buy.click acts on the page',
  why: 'the default', because: [], rule: 'the default', shape: 'button.click()', hash: 'h', across: null, also: [],
};

/** A policy in which nothing is set. @type {import('../../extension/shared/protocol').Policy} */
export const POLICY = {
  host: 'extension', rules: [], levels: [], bounds: [], grants: [], taint: { untrusted: false, private: false }, budget: null,
};
