// What style makes of an element beyond its box: generated text, the case of its text, a pointer, and why it may not be
// painted. Computed style is read only where a rule may matter (sheets.js).

import { present } from './attributes.js';
import { Contrast } from './contrast.js';
import { countersOf } from './counters.js';
import { attributeNames, documentElement, getRootNode, styleOf } from './dom.js';
import { extra } from './extras.js';
import { around, flag, TRANSFORM_AT } from './flags.js';
import { generatedText } from './generated.js';
import { kindOf } from './kinds.js';
import { isPicture, paintOf } from './paint.js';
import { may } from './sheets.js';
import { hasText, veil, veilOf } from './veil.js';

/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {import('./scribe.js').Scribe} Scribe */
/** @typedef {import('./counters.js').Counters} Counters */
/** @typedef {import('./writer.js').Writer} Writer */

/** Where style sheets cannot be read, all elements are looked at for pointers and veils, on pages up to this size. */
const SMALL = 2_000;
/** Values of `text-transform`; the place is the number that is sent. */
const TRANSFORMS = ['none', 'uppercase', 'lowercase', 'capitalize', 'full-width', 'full-size-kana'];
const THREE_BITS = 7;

export class Looks {
  constructor() {
    /** What children take over of the element looked at last. */
    this.inner = 0;
    /** What the last look found: generated text, the change of case that is the element's own, why it is not painted. */
    this.before = '';
    this.after = '';
    this.transform = -1;
    this.veil = 0;
    this.paint = '';
    this.contrast = new Contrast();
    this.reset();
  }

  reset() {
    /** @type {WeakMap<Node, Counters>} By root. */
    this.counted = new WeakMap();
    this.contrast = new Contrast();
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
   * True where there can be anything to see.
   * @param {Kind} kind
   * @param {number} bits
   * @param {number} rules
   * @param {Element} element
   * @param {number} flags
   * @param {number} size of the page so far
   */
  isAsked(kind, bits, rules, element, flags, size) {
    if (size <= SMALL && isPicture(element, kind, flags)) return true;
    return (rules & ~may.BOX) !== 0 || ((bits >> TRANSFORM_AT) & THREE_BITS) !== 0 || (bits & around.FAINT) !== 0 || kind.tag === 'q';
  }

  /**
   * Looks at what style adds to an element; gives a number that is another one where it is something else.
   * @param {Scribe} scribe
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} flags
   * @param {number} bits
   * @param {number} rules
   * @param {number} scope
   * @returns {number}
   */
  look(scribe, element, kind, flags, bits, rules, scope) {
    this.inner = bits;
    this.before = this.after = '';
    this.transform = -1;
    this.veil = 0;
    this.paint = '';
    if ((flags & flag.RENDERED) === 0) return 0;
    const named = kind.named || (bits & around.NAMED) !== 0;
    const read = (rules & may.UNREAD) === 0;
    if ((rules & may.GENERATE && (read || named)) || kind.tag === 'q') {
      const counters = () => this.counters(scribe, element, scope);
      this.before = generatedText(element, '::before', counters);
      this.after = generatedText(element, '::after', counters);
    }
    this.lookAtCase(element, kind, bits, (rules & may.TRANSFORM) !== 0 && (read || named));
    if (flags & flag.POINTER || (kind.tag === 'a' && flags & flag.FOCUSABLE)) this.inner |= around.POINTED;
    if ((rules & (may.VEIL | may.TINT) && (read || scribe.size <= SMALL)) || bits & around.FAINT) this.lookAtPaint(element, flags, bits, rules);
    if (scribe.size <= SMALL && isPicture(element, kind, flags)) this.paint = paintOf(element, kind, flags);
    if (this.veil === 0 && this.transform < 0 && this.before === '' && this.after === '' && this.paint === '') return 0;
    return hash(`${this.veil} ${this.transform} ${this.paint} ${this.before}\0${this.after}`);
  }

  /**
   * @param {Element} element
   * @param {number} flags
   * @param {number} bits
   * @param {number} rules
   */
  lookAtPaint(element, flags, bits, rules) {
    const faint = (bits & around.FAINT) !== 0;
    if (faint || rules & may.VEIL) this.veil = veilOf(element);
    const alike = (faint || (rules & may.TINT) !== 0) && (flags & (flag.SVG | flag.MATHML)) === 0 && this.contrast.isAlike(element);
    if (alike && hasText(element)) this.veil |= veil.COLOUR;
    this.inner = alike || isFaint(element) ? this.inner | around.FAINT : this.inner & ~around.FAINT;
  }

  /**
   * Writes what was found last and returns how many extras.
   * @param {Writer} out
   * @returns {number}
   */
  write(out) {
    let count = 0;
    for (const [kind, text] of /** @type {const} */ ([[extra.BEFORE, this.before], [extra.AFTER, this.after], [extra.PAINT, this.paint]])) {
      if (text === '') continue;
      out.word(kind);
      out.word(out.text(text));
      count += 1;
    }
    for (const [kind, value] of /** @type {const} */ ([[extra.TRANSFORM, this.transform], [extra.UNPAINTED, this.veil || -1]])) {
      if (value < 0) continue;
      out.word(kind);
      out.word(value);
      count += 1;
    }
    return count;
  }

  /**
   * @param {Element} element
   * @param {Kind} kind
   * @param {number} bits
   * @param {boolean} asked
   */
  lookAtCase(element, kind, bits, asked) {
    const around = (bits >> TRANSFORM_AT) & THREE_BITS;
    // Controls do not take over the case of what is around them.
    if (!asked && !(around !== 0 && (kind.control || kind.tag === 'option'))) return;
    const value = styleOf(element)?.textTransform ?? 'none';
    const own = Math.max(TRANSFORMS.findIndex((one) => value.startsWith(one)), 0);
    if (own === around) return;
    this.inner = (this.inner & ~(THREE_BITS << TRANSFORM_AT)) | (own << TRANSFORM_AT);
    this.transform = own;
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
      counted = top ? countersOf(top, (at) => {
        const names = attributeNames(at);
        return (sheets.of(at, kindOf(at), names, present(names)) & may.COUNT) !== 0;
      }) : new WeakMap();
      this.counted.set(root, counted);
    }
    return counted;
  }
}

/**
 * FNV-1a, never 0.
 * @param {string} text
 */
function hash(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
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
