/**
 * The log that a person can read: a ring of segments in storage, so that a new line writes little. It must never hold
 * what the core has not masked.
 */

/** @import { LogEntry } from '../shared/protocol' */
/** @import { Area } from '../shared/area.js' */

/** Entries in a segment. */
const SEGMENT = 50;

/** Segments that are kept: 1,000 entries, about 300 kB of the 10 MB that an extension may store. */
const SEGMENTS = 20;

/** @param {number} segment */
const keyOf = (segment) => `onecall.log.${segment % SEGMENTS}`;

/** Where the number of the segment that is written stands. */
const HEAD = 'onecall.log';

export class Log {
  /** @type {Area} */
  #area;
  /** @type {LogEntry[]} */
  #pending = [];
  /** @type {Promise<void> | null} */
  #writing = null;

  /** @param {Area} area */
  constructor(area) {
    this.#area = area;
  }

  /**
   * Adds a line. It is written at once, as the worker may end at any moment; what comes meanwhile goes along.
   * @param {LogEntry} entry
   */
  add(entry) {
    this.#pending.push(entry);
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  /** Resolves when everything added so far is stored. */
  async stored() {
    while (this.#writing) await this.#writing;
  }

  async #write() {
    while (this.#pending.length > 0) {
      const stored = await this.#area.get([HEAD]);
      let segment = typeof stored[HEAD] === 'number' ? stored[HEAD] : 0;
      let entries = entriesOf((await this.#area.get(keyOf(segment)))[keyOf(segment)]);
      if (entries.length >= SEGMENT) {
        segment += 1;
        entries = [];
      }
      entries.push(...this.#pending.splice(0, SEGMENT - entries.length));
      await this.#area.set({ [HEAD]: segment, [keyOf(segment)]: entries });
    }
  }

  /** All that is kept, oldest first. @returns {Promise<LogEntry[]>} */
  async read() {
    await this.stored();
    const head = (await this.#area.get([HEAD]))[HEAD];
    if (typeof head !== 'number') return [];
    const segments = Array.from({ length: Math.min(SEGMENTS, head + 1) }, (_, back) => head - back).reverse();
    const stored = await this.#area.get(segments.map(keyOf));
    return segments.flatMap((segment) => entriesOf(stored[keyOf(segment)]));
  }
}

/**
 * @param {unknown} stored
 * @returns {LogEntry[]}
 */
function entriesOf(stored) {
  return Array.isArray(stored) ? /** @type {LogEntry[]} */ (stored.slice()) : [];
}
