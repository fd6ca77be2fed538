// Numbers for elements. An element keeps its number as long as it lives, wherever it moves; a number is never
// given twice. Nothing here keeps a detached element alive.

/** Beyond this many the numbers begin anew at the next full capture, so that tables by handle stay small. */
const MOST = 4_000_000;

/** One table of numbers by handle, which grows by doubling. */
class Column {
  constructor() {
    this.cells = new Uint32Array(1_024);
  }

  /** @param {number} handle */
  get(handle) {
    return this.cells[handle] ?? 0;
  }

  /**
   * @param {number} handle
   * @param {number} value
   */
  set(handle, value) {
    if (handle >= this.cells.length) {
      const wider = new Uint32Array(2 ** Math.ceil(Math.log2(handle + 1)));
      wider.set(this.cells);
      this.cells = wider;
    }
    this.cells[handle] = value;
  }
}

/** Handles and what was last sent of each element. */
export class Handles {
  constructor() {
    /** @type {WeakMap<Element, number>} */
    this.numbers = new WeakMap();
    this.last = 0;
    /** Handle of the parent in the flat tree, as sent. */
    this.parent = new Column();
    /** Flags as sent. */
    this.flags = new Column();
    /** Tree scope of its ids, as sent. */
    this.scope = new Column();
    /** What style adds to it, as sent: a number that `Looks` gives. */
    this.looks = new Column();
    /** What its children take over of its surroundings. */
    this.inner = new Column();
    /** What capture knows of its surroundings (bits of capture.js). */
    this.bits = new Column();
    /** When it was last sent as a child of its parent. */
    this.placed = new Column();
    /** When its own facts were last sent. */
    this.written = new Column();
    /** When its list of children was last sent. */
    this.listed = new Column();
  }

  get full() {
    return this.last > MOST;
  }

  /**
   * The element's number, a new one where it has none.
   * @param {Element} element
   * @returns {number}
   */
  of(element) {
    let number = this.numbers.get(element);
    if (number === undefined) {
      number = ++this.last;
      this.numbers.set(element, number);
    }
    return number;
  }

  /**
   * The element's number, 0 where it has none.
   * @param {Element} element
   * @returns {number}
   */
  peek(element) {
    return this.numbers.get(element) ?? 0;
  }

  /**
   * True where the core knows `child` as a child of `parent`: it was there when the parent's list was last sent.
   * @param {number} child
   * @param {number} parent
   */
  isChild(child, parent) {
    return this.parent.get(child) === parent && this.placed.get(child) === this.listed.get(parent);
  }

  /**
   * True where the core has this element in its tree.
   * @param {number} handle
   * @param {number} root
   */
  isKnown(handle, root) {
    for (let at = handle; at !== root; ) {
      const parent = this.parent.get(at);
      if (parent === 0 || !this.isChild(at, parent)) return false;
      at = parent;
    }
    return true;
  }

  /**
   * Handles from below the root down to this one, as sent.
   * @param {number} handle
   * @param {number} root
   * @returns {number[]}
   */
  trail(handle, root) {
    const trail = [];
    // A trail of stale places could run in a circle; real ones are as long as the tree is deep.
    for (let at = handle; at !== root && at !== 0 && trail.length < 5_000; at = this.parent.get(at)) trail.push(at);
    return trail.reverse();
  }
}
