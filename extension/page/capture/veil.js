// Why an element with a box is not painted. It is asked only of elements that a rule may hide in such a way.

import { firstChild, firstElementChild, nodeType, nextSibling, styleOf, data } from './dom.js';

/** Reasons, as bits; `facts::unpainted` in crate/protocol/src/facts.rs says the same. */
export const veil = Object.freeze({ SIZE: 1, CLIPPED: 2, SCALED: 4, OFFSCREEN: 8, EMPTY: 16, COLOUR: 32, INDENT: 64 });

/** A box up to this size that is clipped away is how pages speak to screen readers only. */
const SPOKEN = 4;

/**
 * @param {Element} element
 * @returns {number}
 */
export function veilOf(element) {
  const style = styleOf(element);
  if (!style) return 0;
  const box = /** @type {HTMLElement} */ (element);
  let bits = 0;
  const text = hasText(element);
  if (text && Number.parseFloat(style.fontSize) === 0) bits |= veil.SIZE;
  if (text && isClear(style.color) && isClear(style.getPropertyValue('-webkit-text-fill-color')) && style.backgroundImage === 'none') bits |= veil.COLOUR;
  if (text && Math.abs(Number.parseFloat(style.textIndent)) > 900 && style.backgroundImage === 'none') bits |= veil.INDENT;
  if (isScaledAway(style)) bits |= veil.SCALED;
  const small = box.offsetWidth <= SPOKEN && box.offsetHeight <= SPOKEN && (box.offsetWidth > 0 || box.offsetHeight > 0);
  if (!small && isClippedAway(style)) bits |= veil.CLIPPED;
  if (isEmptyBox(box, style) && !lets(element)) bits |= veil.EMPTY;
  if (bits === 0 && mayBeAway(style) && isAway(element)) bits |= veil.OFFSCREEN;
  return bits;
}

/**
 * A box without size that cuts off what does not fit in.
 * @param {HTMLElement} box
 * @param {CSSStyleDeclaration} style
 */
function isEmptyBox(box, style) {
  if (box.offsetWidth !== 0 && box.offsetHeight !== 0) return false;
  return style.overflow !== 'visible' && style.display !== 'inline' && style.display !== 'contents' && box !== box.ownerDocument.body && box !== box.ownerDocument.documentElement;
}

/**
 * True where something inside stands outside: positioned boxes are not cut off by what is not their frame.
 * @param {Element} element
 */
function lets(element) {
  let left = 30;
  for (const below of element.querySelectorAll('*')) {
    if (--left < 0) return false;
    const position = styleOf(below)?.position;
    if ((position === 'absolute' || position === 'fixed') && below.getClientRects().length > 0) return true;
  }
  return false;
}

/** @param {Element} element */
export function hasText(element) {
  if (firstElementChild(element) === null && firstChild(element) === null) return false;
  for (let node = firstChild(element); node; node = nextSibling(node)) {
    if (nodeType(node) === 3 && data(/** @type {Text} */ (node)).trim() !== '') return true;
  }
  return false;
}

/** @param {string} colour */
function isClear(colour) {
  return colour === '' || colour === 'transparent' || /^rgba\(.*,\s*0\)$/.test(colour);
}

/** @param {CSSStyleDeclaration} style */
function isScaledAway(style) {
  if (/^0(?:\s+0)?(?:\s|$)/.test(style.scale)) return true;
  const matrix = /^matrix\(([^)]*)\)/.exec(style.transform)?.[1]?.split(',').map(Number);
  if (!matrix) return false;
  const [a = 1, b = 0, c = 0, d = 1] = matrix;
  return Math.abs(a * d - b * c) < 1e-6;
}

/** @param {CSSStyleDeclaration} style */
function isClippedAway(style) {
  if (style.position === 'absolute' || style.position === 'fixed') {
    const sides = /^rect\(([^)]*)\)/.exec(style.clip)?.[1]?.split(/[\s,]+/).map((side) => Number.parseFloat(side));
    if (sides) {
      const [top = 0, right = 0, bottom = 0, left = 0] = sides;
      if (bottom - top <= 1 || right - left <= 1) return true;
    }
  }
  const path = style.clipPath;
  if (/^circle\(0(?:px|%)?[\s)]|^ellipse\(0|^polygon\((?:0(?:px|%)? 0(?:px|%)?(?:, )?)+\)/.test(path)) return true;
  const inset = /^inset\(([^)]*)\)/.exec(path)?.[1]?.split(/\s+/).filter((side) => side.endsWith('%')).map((side) => Number.parseFloat(side));
  return inset !== undefined && inset.length > 0 && inset.every((side) => side >= 50);
}

/** @param {CSSStyleDeclaration} style */
function mayBeAway(style) {
  return style.position !== 'static' || style.transform !== 'none' || style.translate !== 'none' || Number.parseFloat(style.marginLeft) < -900 || Number.parseFloat(style.marginTop) < -900;
}

/**
 * Left of or above all that can be scrolled to.
 * @param {Element} element
 */
function isAway(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const view = element.ownerDocument.defaultView;
  if (!view || (left === right && top === bottom)) return false;
  let [x, y] = [view.scrollX, view.scrollY];
  for (let above = element.parentElement; above; above = above.parentElement) {
    x += above.scrollLeft;
    y += above.scrollTop;
  }
  return right + x <= 0 || bottom + y <= 0 || left + x > 50_000;
}
