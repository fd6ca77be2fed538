// What is to be seen where there are no words: colour, place, size and corners of what holds nothing, of shapes and of
// words in drawings. It is asked on small pages only, and of nothing that has a name of its own.

import { attributeNames, data, defaultView, firstChild, firstElementChild, getAttribute, nextSibling, nodeType, ownerDocument, styleOf } from './dom.js';
import { flag } from './flags.js';

/** @typedef {import('./kinds.js').Kind} Kind */

/** Elements that hold nothing by their nature, or that show something of their own. */
const OWN = new Set('br wbr img hr canvas video audio iframe frame object embed input textarea select button option optgroup meter progress col source track area param slot svg a'.split(' '));
const SHAPES = new Set('circle ellipse line polygon polyline rect path text tspan'.split(' '));

/**
 * True where it may have something to be told; cheap.
 * @param {Element} element
 * @param {Kind} kind
 * @param {number} flags
 */
export function isPicture(element, kind, flags) {
  if ((flags & flag.RENDERED) === 0 || kind.custom || OWN.has(kind.tag)) return false;
  if (flags & flag.SVG) return SHAPES.has(kind.tag);
  return firstElementChild(element) === null && isBlank(element);
}

/** @param {Element} element */
function isBlank(element) {
  for (let node = firstChild(element); node; node = nextSibling(node)) {
    if (nodeType(node) === 3 && data(/** @type {Text} */ (node)).trim() !== '') return false;
  }
  return true;
}

/**
 * `#rrggbb` or `-`, then left, top, width and height in the document, then the corners of a polygon.
 * @param {Element} element
 * @param {Kind} kind
 * @param {number} flags
 * @returns {string} Empty where there is nothing to be seen.
 */
export function paintOf(element, kind, flags) {
  const style = styleOf(element);
  const view = defaultView(ownerDocument(element));
  if (!style || !view) return '';
  const box = element.getBoundingClientRect();
  const drawn = (flags & flag.SVG) !== 0;
  const [least, most] = [Math.min(box.width, box.height), Math.max(box.width, box.height)];
  if (drawn ? most < 2 : least < 2) return '';
  const colour = drawn ? hex(style.fill) || hex(style.stroke) : hex(style.backgroundColor);
  const place = [box.x + view.scrollX, box.y + view.scrollY, box.width, box.height].map(Math.round).join(' ');
  const points = kind.tag === 'polygon' && attributeNames(element).includes('points') ? (getAttribute(element, 'points') ?? '').trim() : '';
  const corners = points === '' ? '' : ` ${Math.floor(points.split(/[\s,]+/).length / 2)}`;
  return `${colour || '-'} ${place}${corners}`;
}

/**
 * @param {string} colour as computed
 * @returns {string} Empty where there is none.
 */
function hex(colour) {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour);
  if (!parts || parts[4] === '0') return '';
  return `#${parts.slice(1, 4).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
