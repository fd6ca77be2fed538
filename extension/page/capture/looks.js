// What style makes of an element beyond its box: generated text, the case of its text, a pointer, and why it may not be
// painted. Computed style is read only where a rule may matter (sheets.js).

import { countersOf } from './counters.js';
import { attributeNames, documentElement, getRootNode, styleOf } from './dom.js';
import { extra } from './extras.js';
import { around, flag, TRANSFORM_AT } from './flags.js';
import { generatedText } from './generated.js';
import { kindOf } from './kinds.js';
import { may } from './sheets.js';
import { veilOf } from './veil.js';

/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {import('./scribe.js').Scribe} Scribe */
/** @typedef {import('./counters.js').Counters} Counters */

/** Where style sheets cannot be read, all elements are looked at for pointers and veils, on pages up to this size. */
const SMALL = 2_000;
/** Values of `text-transform`; the place is the number that is sent. */
const TRANSFORMS = ['none', 'uppercase', 'lowercase', 'capitalize', 'full-width', 'full-size-kana'];
const THREE_BITS = 7;

export class Looks {
  constructor() {
    /** What children take over of the element written last. */
    this.inner = 0;
    /** Why the element written last is not painted. */
    this.veil = 0;
    this.reset();
  }

  reset() {
    /** @type {WeakMap<Node, Counters>} By root. */
    this.counted = new WeakMap();
  }

  /**
   * True where it shows a pointer and what is around it does not.
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} flags
   * @param {number} bits
   * @param {number} rules
   * @param {number} size of the page so far
   */
  points(element, kind, flags, bits, rules, size) {
    if ((rules & may.POINT) === 0 || (flags & flag.RENDERED) === 0 || kind.active || bits & around.POINTED) return false;
    if (rules & may.UNREAD && size > SMALL) return false;
    return styleOf(element)?.cursor === 'pointer';
  }

  /**
   * Writes what style adds to an element and returns how many extras; sets `inner` and `veil`.
   * @param {Scribe} scribe
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} flags
   * @param {number} bits
   * @param {number} rules
   * @param {number} scope
   * @returns {number}
   */
  write(scribe, element, kind, flags, bits, rules, scope) {
    this.inner = bits;
    this.veil = 0;
    if ((flags & flag.RENDERED) === 0) return 0;
    const { out } = scribe;
    const named = kind.named || (bits & around.NAMED) !== 0;
    const read = (rules & may.UNREAD) === 0;
    let count = 0;
    if ((rules & may.GENERATE && (read || named)) || kind.tag === 'q') {
      for (const [where, kindOfExtra] of /** @type {const} */ ([['::before', extra.BEFORE], ['::after', extra.AFTER]])) {
        const text = generatedText(element, where, () => this.counters(scribe, element, scope));
        if (text === null) continue;
        out.word(kindOfExtra);
        out.word(out.text(text));
        count += 1;
      }
    }
    count += this.writeTransform(scribe, element, kind, bits, (rules & may.TRANSFORM) !== 0 && (read || named));
    if (flags & flag.POINTER || (kind.tag === 'a' && flags & flag.FOCUSABLE)) this.inner |= around.POINTED;
    if ((rules & may.VEIL && (read || scribe.size <= SMALL)) || bits & around.FAINT) {
      this.veil = veilOf(element);
      if (this.veil !== 0) {
        out.word(extra.UNPAINTED);
        out.word(this.veil);
        count += 1;
      }
      this.inner = isFaint(element) ? this.inner | around.FAINT : this.inner & ~around.FAINT;
    }
    return count;
  }

  /**
   * @param {Scribe} scribe
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} bits
   * @param {boolean} asked
   * @returns {number}
   */
  writeTransform(scribe, element, kind, bits, asked) {
    const around = (bits >> TRANSFORM_AT) & THREE_BITS;
    // Controls do not take over the case of what is around them.
    if (!asked && !(around !== 0 && (kind.control || kind.tag === 'option'))) return 0;
    const value = styleOf(element)?.textTransform ?? 'none';
    const own = Math.max(TRANSFORMS.findIndex((one) => value.startsWith(one)), 0);
    if (own === around) return 0;
    this.inner = (this.inner & ~(THREE_BITS << TRANSFORM_AT)) | (own << TRANSFORM_AT);
    scribe.out.word(extra.TRANSFORM);
    scribe.out.word(own);
    return 1;
  }

  /**
   * @param {Scribe} scribe
   * @param {Element} element
   * @param {number} scope
   * @returns {Counters}
   */
  counters(scribe, element, scope) {
    const root = getRootNode(element);
    let counted = this.counted.get(root);
    if (counted === undefined) {
      const top = root.nodeType === 9 ? documentElement(/** @type {Document} */ (root)) : /** @type {ShadowRoot} */ (root).firstElementChild;
      const sheets = scribe.sheetsOf(scope);
      counted = top ? countersOf(top, (at) => (sheets.of(at, kindOf(at), attributeNames(at)) & may.COUNT) !== 0) : new WeakMap();
      this.counted.set(root, counted);
    }
    return counted;
  }
}

/**
 * True where text inside cannot be seen unless something inside says otherwise.
 * @param {Element} element
 */
function isFaint(element) {
  const style = styleOf(element);
  if (!style) return false;
  return Number.parseFloat(style.fontSize) === 0 || /^rgba\(.*,\s*0\)$/.test(style.color);
}
