// The ledger of addresses that the core handed out, kept as text that only the core reads, so that a new core
// (the worker died) knows what the agent has read. Bounded: the oldest entries go first.

/** Together at most; what is older is read again by the agent when it is needed. */
const MOST = 2_000_000;

export class Ledger {
  /** @type {string[]} */
  #entries = [];
  #size = 0;

  /**
   * @param {string} entry
   * @param {boolean} all replaces what is kept
   */
  keep(entry, all) {
    if (all) {
      this.#entries = [];
      this.#size = 0;
    }
    this.#entries.push(entry);
    this.#size += entry.length;
    while (this.#size > MOST && this.#entries.length > 1) this.#size -= this.#entries.shift()?.length ?? 0;
  }

  get entries() {
    return [...this.#entries];
  }
}
