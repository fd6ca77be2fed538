// The flat tree as capture sees it: which nodes count, and what stands below an element.
// Capture, `rawText` and look-ups by handle share it, so that they never disagree.

import { attributeNames, data, documentElement, firstChild, firstElementChild, getAttribute, getRootNode, localName, namespaceURI, nextElementSibling, nextSibling, nodeType, textContent } from './dom.js';
import { has, present } from './attributes.js';
import { kindOf } from './kinds.js';

/** @typedef {import('./kinds.js').Kind} Kind */

/** Longest text of one node that is sent: room for the largest JSON-LD and logs that pages hold; what is cut ends with "…". */
export const TEXT_CHARS = 1_000_000;
/** Nesting that is followed, a little more than the core keeps (limits.rs). Scripts can nest deeper. */
export const DEPTH = 2_010;

/** The plain shapes of a drawing; paths are outlines of anything. */
const DRAWN = new Set(['circle', 'ellipse', 'line', 'polygon', 'polyline', 'rect']);
/** Pixels; a picture this small is an icon, told by its name. */
const ICON = 49;
/** Elements; what has more is a chart or a map, whose marks say nothing one by one. */
const MOST_SHAPES = 400;
/** @type {WeakMap<Element, boolean>} */
const drawings = new WeakMap();

const SVG = 'http://www.w3.org/2000/svg';

/**
 * True for elements that facts leave out, with all below them.
 * @param {Element} element
 * @param {Kind} kind
 * @returns {boolean}
 */
export function isOmitted(element, kind) {
  if (kind.never) {
    if (kind.tag === 'script') return !isData(element);
    // Where scripts run, its content is one text node; where they do not, it is content.
    if (kind.tag === 'noscript') return firstElementChild(element) === null;
    return true;
  }
  if (kind.svgNever) return isSvg(element);
  if (!kind.shape || !isSvg(element) || firstElementChild(element) !== null) return false;
  if (DRAWN.has(kind.tag) && isDrawing(element)) return false;
  return (present(attributeNames(element)) & has.MEANING) === 0 && (kind.tag !== 'use' || useTitle(element) === '');
}

/**
 * Is it part of a drawing, larger than an icon and small enough to be told shape by shape? Decided once, so that the
 * same shapes count in all facts; only growth can change it.
 * @param {Element} shape
 */
function isDrawing(shape) {
  const svg = /** @type {SVGElement} */ (shape).ownerSVGElement;
  if (!svg) return false;
  const known = drawings.get(svg);
  if (known === false) return false;
  const box = known ? null : svg.getBoundingClientRect();
  if (box && box.width === 0) return false;
  const drawn = (!box || Math.min(box.width, box.height) >= ICON) && svg.getElementsByTagName('*').length <= MOST_SHAPES;
  drawings.set(svg, drawn);
  return drawn;
}

/**
 * The title of what a `use` shows: icons from a sprite are told by it.
 * @param {Element} element
 * @returns {string}
 */
export function useTitle(element) {
  const href = getAttribute(element, 'href') ?? getAttribute(element, 'xlink:href') ?? '';
  if (href[0] !== '#') return '';
  const root = getRootNode(element);
  const shown = 'getElementById' in root ? /** @type {Document} */ (root).getElementById(href.slice(1)) : null;
  for (let child = shown && firstElementChild(shown); child; child = nextElementSibling(child)) {
    if (localName(child) === 'title') return (textContent(child) ?? '').trim().slice(0, 200);
  }
  return '';
}

/** @param {Element} element */
function isData(element) {
  // What the kit itself left for the browser (arrive.js) is no data of the page.
  if (getAttribute(element, 'data-onecall') !== null) return false;
  return /^application\/ld\+json/i.test(getAttribute(element, 'type') ?? '');
}

/** @param {Element} element */
export function isSvg(element) {
  return namespaceURI(element) === SVG;
}

/**
 * The document inside a frame, where it can be read.
 * @param {Element} frame
 * @returns {Document | null}
 */
export function frameDocument(frame) {
  try {
    const inner = /** @type {HTMLIFrameElement} */ (frame).contentDocument;
    return inner && documentElement(inner) ? inner : null;
  } catch {
    return null;
  }
}

/**
 * @typedef {(element: Element) => ShadowRoot | null} ShadowOf
 */

/**
 * The nodes below an element in the flat tree, omitted ones among them: those of its shadow root, those
 * assigned to a slot, a frame's document element, else its child nodes.
 * @param {Element} element
 * @param {Kind} kind
 * @param {ShadowOf} shadowOf
 * @returns {Iterable<Node>}
 */
export function below(element, kind, shadowOf) {
  if (kind.tag === 'slot') {
    const assigned = /** @type {HTMLSlotElement} */ (element).assignedNodes?.();
    if (assigned && assigned.length > 0) return assigned;
  } else if (kind.frame) {
    const inner = frameDocument(element);
    const top = inner && documentElement(inner);
    if (top) return [top];
    if (kind.tag !== 'object') return [];
  } else if (kind.tag === 'textarea') {
    return [];
  }
  const shadow = kind.host ? shadowOf(element) : null;
  return siblings(firstChild(shadow ?? element));
}

/**
 * @param {Node | null} first
 * @returns {Iterable<Node>}
 */
function* siblings(first) {
  for (let node = first; node; node = nextSibling(node)) yield node;
}

/**
 * Text below an element: folded, trimmed, cut at `most` characters. The same string as the core's
 * `Dom::flat_text` gives for the captured element.
 * @param {Element} top
 * @param {number} most
 * @param {ShadowOf} shadowOf
 * @returns {string}
 */
export function flatText(top, most, shadowOf) {
  let out = '';
  let count = 0;
  let gap = false;
  let full = false;
  /** @param {string} text */
  const add = (text) => {
    for (const char of text) {
      if (char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f') {
        gap = out !== '';
        continue;
      }
      if (gap) {
        out += ' ';
        count += 1;
        gap = false;
      }
      if (count >= most) {
        full = true;
        return;
      }
      out += char === '\0' ? '\ufffd' : char;
      count += 1;
    }
  };
  /**
   * @param {Element} element
   * @param {number} depth
   */
  const walk = (element, depth) => {
    const kind = kindOf(element);
    // As capture does: adjacent text nodes are one text where there is nothing else.
    if (!kind.vessel && kind.tag !== 'textarea' && firstElementChild(element) === null && !(kind.host && shadowOf(element))) {
      add(wellFormed(cutText(textContent(element) ?? '')));
      return;
    }
    for (const node of below(element, kind, shadowOf)) {
      if (full) return;
      if (nodeType(node) === 3 || nodeType(node) === 4) add(wellFormed(cutText(data(/** @type {Text} */ (node)))));
      else if (nodeType(node) === 1) {
        const child = /** @type {Element} */ (node);
        if (depth < DEPTH && !isOmitted(child, kindOf(child))) walk(child, depth + 1);
      }
    }
  };
  walk(top, 0);
  return out;
}

/**
 * A text, cut where it is absurdly long; never between the halves of a pair.
 * @param {string} text
 */
export function cutText(text) {
  return text.length > TEXT_CHARS ? `${cut(text, TEXT_CHARS)}…` : text;
}

/**
 * @param {string} text
 * @param {number} most
 */
export function cut(text, most) {
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

/**
 * Lone surrogates become U+FFFD, as they do on the way to the core.
 * @param {string} text
 */
function wellFormed(text) {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
