// What other elements are named by: inside it display decides on the spaces of a name, so display is read there.

import { has, present } from './attributes.js';
import { attributeNames, getAttribute, getRootNode } from './dom.js';
import { around, boxed, flag } from './flags.js';
import { kindOf } from './kinds.js';

/** @typedef {import('./handles.js').Handles} Handles */
/** @typedef {import('./kinds.js').Kind} Kind */

/** Elements of one referenced subtree whose display is read. */
const MOST = 2_000;
const BOX = flag.BLOCK | flag.INLINE_BLOCK;

export class Names {
  constructor() {
    /** @type {Set<string>} Ids that aria-labelledby or aria-describedby name. */
    this.ids = new Set();
    /** @type {Element[]} Elements just written that refer to others. */
    this.referring = [];
  }

  /** @param {Element} element */
  refers(element) {
    this.referring.push(element);
  }

  /**
   * @param {Element} element
   * @param {number} names
   * @returns {boolean}
   */
  isNamed(element, names) {
    if (names & has.ROLE) return true;
    return (names & has.ID) !== 0 && this.ids.size > 0 && this.ids.has(getAttribute(element, 'id') ?? '');
  }

  /**
   * Does what its children are depend on each other, whatever style sheets say: parts of a name are told apart by
   * display, and the first summary or legend is not like the others?
   * @param {Element} element
   * @param {number} bits of its surroundings
   * @returns {boolean}
   */
  joins(element, bits) {
    const { named, tag } = kindOf(element);
    return named || tag === 'details' || tag === 'fieldset' || (bits & around.NAMED) !== 0 || this.isNamed(element, present(attributeNames(element)));
  }

  /**
   * Reads the display of what other elements are named by, where that was not known when it was written.
   * @param {Handles} handles
   * @param {(element: Element, kind: Kind, number: number, flags: number) => void} patch
   */
  read(handles, patch) {
    for (const element of this.referring) {
      const root = getRootNode(element);
      if (!('getElementById' in root)) continue;
      for (const name of ['aria-labelledby', 'aria-describedby']) {
        for (const id of (getAttribute(element, name) ?? '').split(/\s+/).slice(0, 100)) {
          if (id === '' || this.ids.has(id)) continue;
          this.ids.add(id);
          const target = /** @type {Document} */ (root).getElementById(id);
          if (target) this.readContent(handles, target, patch);
        }
      }
    }
    this.referring = [];
  }

  /**
   * @param {Handles} handles
   * @param {Element} target
   * @param {(element: Element, kind: Kind, number: number, flags: number) => void} patch
   */
  readContent(handles, target, patch) {
    let left = MOST;
    for (const element of target.querySelectorAll('*')) {
      if (--left < 0) return;
      const number = handles.peek(element);
      const bits = handles.bits.get(number);
      if (number === 0 || bits & around.NAMED) continue;
      handles.bits.set(number, bits | around.NAMED);
      const kind = kindOf(element);
      const was = handles.flags.get(number);
      const now = (was & ~BOX) | boxed(element, kind, bits | around.NAMED);
      if (now !== was && was & flag.RENDERED) patch(element, kind, number, now);
    }
  }
}
