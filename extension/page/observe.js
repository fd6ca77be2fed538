// Watches what changes in the document, its open shadow roots and same-origin frames, from the first capture on:
// what capture has to read again, when the page last moved, and what was said meanwhile. It changes nothing.
import { Ear } from './ear.js';
import { isElement, parentOf } from './flat.js';

/**
 * @typedef {import('./types.js').Root} Root
 * @typedef {{ subtrees: Set<Element>, own: Set<Element> }} Dirty
 */

/** More changed elements than this are cheaper to capture all at once. */
const MOST_DIRTY = 4_000;
/** A node that changed in so many batches of one wait is a clock or an animation; it keeps nobody waiting. */
const RESTLESS = 8;
/** A node that was changing by itself so shortly before an act is not changing because of it. */
const BEFORE = 1_200;

const EVENTS = ['input', 'change', 'toggle', 'close', 'transitionend', 'animationend', 'load'];

export class Observer {
  #started = false;
  #flooded = false;
  /** @type {Dirty} */
  #dirty = { subtrees: new Set(), own: new Set() };
  /** @type {MutationObserver | undefined} */
  #mutations;
  /** @type {WeakMap<Node, { run: number, last: number, wait: number, batches: number, restless: boolean }>} how often each changes */
  #pace = new WeakMap();
  #wait = 0;
  #over = new AbortController();
  /** When something last changed that somebody may be waiting for (`performance.now()`). */
  changed = 0;
  /** What was said: live regions. */
  ear = new Ear();
  /** @type {(element: Element) => void} told of inputs that stop being passwords, so that they stay secret */
  onUnmasked = () => {};

  get started() {
    return this.#started;
  }

  start() {
    if (this.#started) return;
    this.#started = true;
    this.#mutations = new MutationObserver((records) => this.#take(records));
  }

  /**
   * Watches one more document or shadow root; capture names them as it meets them.
   * @param {Root} root
   */
  watch(root) {
    this.#mutations?.observe(root, {
      subtree: true, childList: true, characterData: true, attributes: true, attributeOldValue: true,
    });
    for (const type of EVENTS) {
      root.addEventListener(type, (event) => this.#happened(event), { capture: true, passive: true, signal: this.#over.signal });
    }
  }

  stop() {
    this.#over.abort();
    this.#mutations?.disconnect();
  }

  /**
   * What changed since the last time, or nothing where it was too much to say. Empties both.
   * @returns {Dirty | null}
   */
  dirty() {
    this.peek();
    const dirty = this.#flooded ? null : this.#dirty;
    this.#flooded = false;
    this.#dirty = { subtrees: new Set(), own: new Set() };
    return dirty;
  }

  /** Takes in what was recorded and not yet handed over. */
  peek() {
    const records = this.#mutations?.takeRecords() ?? [];
    if (records.length) this.#take(records);
  }

  /** An act begins: what changed by itself just before is not waited for afterwards. */
  mark() {
    this.#wait += 1;
    this.changed = performance.now();
  }

  /** @param {MutationRecord[]} records */
  #take(records) {
    const now = performance.now();
    /** @type {Set<Node>} */
    const targets = new Set();
    for (const record of records) {
      targets.add(record.target);
      if (!this.#flooded) this.#note(record);
    }
    const { subtrees, own } = this.#dirty;
    if (subtrees.size + own.size > MOST_DIRTY) {
      this.#flooded = true;
      subtrees.clear();
      own.clear();
    }
    this.ear.hear(records);
    for (const target of targets) if (this.#counts(target, now)) this.changed = now;
  }

  /** @param {MutationRecord} record */
  #note(record) {
    const { target, type } = record;
    if (type === 'attributes') {
      const element = /** @type {Element} */ (target);
      if (record.attributeName === 'type' && record.oldValue?.toLowerCase() === 'password') this.onUnmasked(element);
      this.#dirty.own.add(element);
      return;
    }
    const element = isElement(target) ? target : parentOf(target);
    if (element) this.#dirty.subtrees.add(element);
    else if (target.nodeType === 9) this.#flooded = true;
  }

  /**
   * Is this change one that a wait for quiet should wait for? Not where the node was changing by itself before the
   * wait began (a clock), nor where it goes on and on.
   * @param {Node} target
   * @param {number} now
   */
  #counts(target, now) {
    const pace = this.#pace.get(target) ?? { run: 0, last: -Infinity, wait: -1, batches: 0, restless: false };
    const goesOn = now - pace.last < BEFORE;
    if (pace.wait !== this.#wait) {
      pace.wait = this.#wait;
      pace.batches = 0;
      pace.restless = goesOn && pace.run >= 3;
    }
    pace.run = goesOn ? pace.run + 1 : 1;
    pace.batches += 1;
    pace.last = now;
    this.#pace.set(target, pace);
    return !pace.restless && pace.batches <= RESTLESS;
  }

  /** @param {Event} event */
  #happened(event) {
    const target = event.composedPath()[0] ?? event.target;
    if (!target || !('nodeType' in target) || !isElement(/** @type {Node} */ (target))) return;
    const element = /** @type {Element} */ (target);
    if (event.type === 'load' && !/^(iframe|frame|object)$/.test(element.localName)) return;
    if (!this.#flooded) this.#dirty.own.add(element);
    if (event.type !== 'transitionend' && event.type !== 'animationend') this.changed = performance.now();
  }
}
