// Whether text has the colour of what is behind it. It is asked only of elements whose colours a rule may make alike, and
// says so only where it is sure: where a picture or another box may lie behind the text, the text counts as painted.

import { documentElement, ownerDocument, parentOf, styleOf } from './dom.js';
import { hasText } from './veil.js';

/** @typedef {[red: number, green: number, blue: number, alpha: number]} Colour From 0 to 255, and from 0 to 1. */

/** Contrast up to which nobody can read (WCAG's ratio; equal colours have 1). */
const ALIKE = 1.1;
/** Boxes that are looked at to find out what lies behind one text, and behind all texts of one capture. */
const NEAR = 1_500;
const MOST = 20_000;
/** How far a background is looked for. */
const DEPTH = 200;
/** What is painted whatever its background is. */
const PICTURES = new Set(['img', 'video', 'canvas', 'svg', 'picture', 'iframe', 'object', 'embed', 'input', 'progress', 'meter']);
const WHITE = /** @type {const} */ ([255, 255, 255]);

export class Contrast {
  constructor() {
    /** @type {WeakMap<Element, Ground>} What is behind the content of an element. */
    this.grounds = new WeakMap();
    this.left = MOST;
  }

  /**
   * Can text directly in this element not be told from what is behind it?
   * @param {Element} element
   */
  isAlike(element) {
    const style = styleOf(element);
    if (!style || style.textShadow !== 'none' || style.getPropertyValue('-webkit-text-stroke-width') !== '0px') return false;
    const ground = this.groundOf(element, DEPTH);
    const text = colourOf(style.getPropertyValue('-webkit-text-fill-color') || style.color);
    if (!ground.colour || !text || text[3] === 0 || ratio(over(text, ground.colour), ground.colour) > ALIKE) return false;
    return !hasText(element) || !this.mayBeOver(element, ground.of);
  }

  /**
   * The colour behind what is in an element, and the element that it is of (null: the canvas). No colour: it cannot be known.
   * @param {Element} element
   * @param {number} left
   * @returns {Ground}
   */
  groundOf(element, left) {
    const known = this.grounds.get(element);
    if (known) return known;
    const ground = this.look(element, left);
    this.grounds.set(element, ground);
    return ground;
  }

  /**
   * @param {Element} element
   * @param {number} left
   * @returns {Ground}
   */
  look(element, left) {
    const style = styleOf(element);
    const own = style && colourOf(style.backgroundColor);
    if (!style || !own || left === 0 || style.backgroundImage !== 'none' || style.mixBlendMode !== 'normal') return UNKNOWN;
    if (own[3] === 1) return { colour: own, of: element };
    const parent = parentOf(element);
    if (parent) {
      const below = this.groundOf(parent, left - 1);
      return below.colour && own[3] > 0 ? { colour: over(own, below.colour), of: element } : below;
    }
    // The canvas is white, unless the page asks for the person's scheme.
    return style.colorScheme.includes('dark') ? UNKNOWN : { colour: over(own, [...WHITE, 1]), of: null };
  }

  /**
   * May something else than this background be behind a text? A box that overlaps it, is not around or inside it and is painted.
   * @param {Element} element
   * @param {Element | null} ground
   */
  mayBeOver(element, ground) {
    const top = ground ?? documentElement(ownerDocument(element));
    const box = element.getBoundingClientRect();
    let looked = 0;
    for (const other of top?.getElementsByTagName('*') ?? []) {
      looked += 1;
      if (looked > NEAR || looked > this.left) {
        this.left -= looked;
        return isMoved(element, ground);
      }
      const { left, right, top: up, bottom } = other.getBoundingClientRect();
      if (left >= box.right || right <= box.left || up >= box.bottom || bottom <= box.top || right === left) continue;
      if (!other.contains(element) && !element.contains(other) && isPaint(other)) {
        this.left -= looked;
        return true;
      }
    }
    this.left -= looked;
    return false;
  }
}

/** @typedef {{ colour: Colour | null, of: Element | null }} Ground */

/** @type {Ground} */
const UNKNOWN = { colour: null, of: null };

/** @param {Element} element */
function isPaint(element) {
  if (PICTURES.has(element.localName)) return true;
  const style = styleOf(element);
  return style !== null && (style.backgroundImage !== 'none' || (colourOf(style.backgroundColor)?.[3] ?? 1) > 0);
}

/**
 * Does it, or what is around it up to its background, stand elsewhere than in the flow?
 * @param {Element} element
 * @param {Element | null} ground
 */
function isMoved(element, ground) {
  for (let at = /** @type {Element | null} */ (element); at && at !== ground; at = parentOf(at)) {
    const style = styleOf(at);
    if (!style || style.position !== 'static' || style.transform !== 'none' || style.display.endsWith('grid')) return true;
    if (Number.parseFloat(style.marginTop) < 0 || Number.parseFloat(style.marginLeft) < 0) return true;
  }
  return false;
}

/**
 * A colour as the browser computes it; null where it is of a kind that is not compared.
 * @param {string} text
 * @returns {Colour | null}
 */
export function colourOf(text) {
  const parts = /^rgba?\(([^)]*)\)$/.exec(text)?.[1]?.split(/[\s,/]+/).map(Number);
  if (!parts || parts.length < 3 || parts.some(Number.isNaN)) return null;
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
  return [red, green, blue, alpha];
}

/**
 * @param {Colour} front
 * @param {Colour} back
 * @returns {Colour}
 */
function over(front, back) {
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a * front[3] + b * (1 - front[3]);
  return [mix(front[0], back[0]), mix(front[1], back[1]), mix(front[2], back[2]), 1];
}

/**
 * @param {Colour} a
 * @param {Colour} b
 */
function ratio(a, b) {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** @param {Colour} colour */
function luminance([red, green, blue]) {
  const linear = (/** @type {number} */ part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
