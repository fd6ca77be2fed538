// What changes without a mutation: states of controls, popovers, frames that load, shadow roots that come late,
// style sheets and the viewport. Each capture asks here what is different from the last one.

import { defaultView, getAttribute, isConnected, localName, matches, nodeType } from './dom.js';
import { validityOf, valueOf } from './extras.js';
import { flag } from './flags.js';
import { kindOf } from './kinds.js';
import { keepsOff } from './modal.js';

/** @typedef {Document | ShadowRoot} Root */

/** Most elements of one sort that are watched. */
const MOST = 20_000;

export class Watch {
  constructor() {
    /** @type {WeakMap<Element, string>} What was sent of a control that is no attribute or flag. */
    this.states = new WeakMap();
    /** @type {WeakRef<Element>[]} Controls whose state changes without a mutation. */
    this.controls = [];
    /** @type {WeakRef<Element>[]} Popovers, frames and what says that it is modal. */
    this.openers = [];
    /** @type {WeakSet<Element>} Those of them that are watched already. */
    this.opening = new WeakSet();
    /** @type {WeakRef<Element>[]} Custom elements without a shadow root so far. */
    this.awaited = [];
    this.sheets = '';
    /** @type {WeakRef<Element>[]} Targets of animations that ran at the last capture. */
    this.restless = [];
  }

  /**
   * A control was sent as it is now. (What can change of a button is an attribute, its own or one above.)
   * @param {Element} element
   * @param {string} tag
   * @param {boolean} secret
   */
  remember(element, tag, secret) {
    if (tag === 'button') return;
    if (!this.states.has(element) && this.controls.length < MOST) this.controls.push(new WeakRef(element));
    this.states.set(element, stateOf(element, tag, secret));
  }

  /**
   * A popover, a frame or what says that it is modal was sent.
   * @param {Element} element
   */
  open(element) {
    if (this.opening.has(element) || this.openers.length >= MOST) return;
    this.opening.add(element);
    this.openers.push(new WeakRef(element));
  }

  /** @param {Element} element */
  await(element) {
    if (this.awaited.length < MOST) this.awaited.push(new WeakRef(element));
  }

  /**
   * Controls whose state is not as it was sent.
   * @param {(element: Element, tag: string) => boolean} isSecret
   * @returns {Element[]}
   */
  changedControls(isSecret) {
    /** @type {Element[]} */
    const changed = [];
    this.controls = this.controls.filter((ref) => {
      const element = ref.deref();
      if (!element) return false;
      if (!isConnected(element)) {
        this.states.delete(element);
        return false;
      }
      const { tag } = kindOf(element);
      if (this.states.get(element) !== stateOf(element, tag, isSecret(element, tag))) changed.push(element);
      return true;
    });
    return changed;
  }

  /**
   * Those of them that are still there.
   * @returns {Element[]}
   */
  standing() {
    /** @type {Element[]} */
    const standing = [];
    this.openers = this.openers.filter((ref) => {
      const element = ref.deref();
      if (!element) return false;
      if (isConnected(element)) {
        standing.push(element);
        return true;
      }
      this.opening.delete(element);
      return false;
    });
    return standing;
  }

  /**
   * Custom elements that have got a shadow root since.
   * @param {(element: Element) => ShadowRoot | null} shadowOf
   * @returns {Element[]}
   */
  lateHosts(shadowOf) {
    const late = [];
    const still = [];
    for (const ref of this.awaited) {
      const element = ref.deref();
      if (!element || !isConnected(element)) continue;
      if (shadowOf(element)) late.push(element);
      else still.push(ref);
    }
    this.awaited = still;
    return late;
  }

  /**
   * True where style may be different everywhere: other style sheets, another viewport.
   * @param {Root[]} roots
   * @returns {boolean}
   */
  restyled(roots) {
    let print = '';
    for (const root of roots) {
      if (nodeType(root) === 9) {
        const view = defaultView(/** @type {Document} */ (root));
        print += `${view?.innerWidth}x${view?.innerHeight} `;
      }
      for (const sheets of [root.styleSheets, root.adoptedStyleSheets]) {
        for (let at = 0; at < sheets.length; at += 1) print += `${rulesOf(sheets[at])},`;
      }
    }
    const changed = print !== this.sheets;
    this.sheets = print;
    return changed;
  }
}

/** @param {CSSStyleSheet | undefined} sheet */
function rulesOf(sheet) {
  try {
    return sheet && !sheet.disabled ? sheet.cssRules.length : 0;
  } catch {
    return -1; // From another origin: only that it is there can be known.
  }
}

/**
 * @param {Element} element
 * @param {string} tag
 * @param {boolean} secret
 * @returns {string}
 */
function stateOf(element, tag, secret) {
  const control = /** @type {HTMLInputElement} */ (element);
  let state = `${matches(control, ':disabled')}\0${validityOf(element)}\0`;
  if (secret) return state;
  if (tag === 'select') {
    const select = /** @type {HTMLSelectElement} */ (element);
    for (const option of select.selectedOptions) state += `${option.index},`;
    return state + select.value;
  }
  state += `${control.checked}${control.indeterminate}${control.readOnly}${control.required}\0${valueOf(element, tag, false) ?? ''}`;
  if (control.files) for (const file of control.files) state += `\0${file.name}`;
  return state;
}

/**
 * Is a popover open or shut, or a dialog modal or not, other than the core knows it?
 * @param {Element} element
 * @param {number} flags as the core has them
 */
export function isOtherwise(element, flags) {
  const popover = getAttribute(element, 'popover') !== null && matches(element, ':popover-open') !== ((flags & flag.OPEN) !== 0);
  return popover || (getAttribute(element, 'aria-modal') !== null && localName(element) !== 'dialog' && keepsOff(element) !== ((flags & flag.MODAL) !== 0));
}
