// Where an element can be hit: its boxes, points on them inside the viewport, and what a click there would
// really reach, through shadow roots and out of same-origin frames. Reads layout only; changes nothing but scroll.
import { getRootNode, nodeType, ownerDocument } from './capture/dom.js';
import { frameOf, hitAt, matches, parentOf, upwards, viewOf, within } from './flat.js';

/** @typedef {{ x: number, y: number, target: Element }} Aim a point and the element that gets the events there */

/** Elements that take a click for themselves; a point on one of these inside the target is not the target's. */
const TAKES_CLICKS = 'a[href],button,input,select,textarea,summary,label,option,area[href],video,audio,iframe,'
  + '[onclick],[contenteditable],[tabindex],[role="button"],[role="link"],[role="checkbox"],[role="radio"],'
  + '[role="switch"],[role="tab"],[role="menuitem"],[role="option"],[role="combobox"],[role="textbox"]';

/** Elements whose boxes are looked at where an element has none of its own (`display: contents`, collapsed). */
const MOST_CHILDREN = 60;

/**
 * Boxes with size. An element without (display: contents, floated children) has those of its children.
 * @param {Element} el
 * @returns {DOMRect[]}
 */
export function boxesOf(el) {
  const own = [...el.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
  if (own.length) return own;
  const found = [];
  let seen = 0;
  for (const child of el.querySelectorAll('*')) {
    if (++seen > MOST_CHILDREN) break;
    for (const box of child.getClientRects()) if (box.width > 0 && box.height > 0) found.push(box);
  }
  return found;
}

/**
 * Is it rendered, visible and of some size? Opacity does not count: see-through controls over a drawn one are common.
 * @param {Element} el
 * @returns {boolean}
 */
export function isShown(el) {
  if (!el.checkVisibility({ visibilityProperty: true })) {
    if (viewOf(el).getComputedStyle(el).display !== 'contents') return false;
    return [...el.children].slice(0, MOST_CHILDREN).some(isShown);
  }
  return boxesOf(el).length > 0 && framesShown(el);
}

/** @param {Element} el @returns {boolean} */
function framesShown(el) {
  const frame = frameOf(el.ownerDocument);
  return frame ? isShown(frame) : true;
}

/**
 * Points inside the viewport worth trying, best first.
 * @param {Element} el
 * @returns {{ x: number, y: number }[]}
 */
function pointsOf(el) {
  const { innerWidth, innerHeight } = viewOf(el);
  const boxes = boxesOf(el)
    .map((box) => ({
      left: Math.max(box.left, 0), top: Math.max(box.top, 0),
      right: Math.min(box.right, innerWidth), bottom: Math.min(box.bottom, innerHeight),
    }))
    .filter((box) => box.right - box.left > 0 && box.bottom - box.top > 0)
    .sort((a, b) => (b.right - b.left) * (b.bottom - b.top) - (a.right - a.left) * (a.bottom - a.top))
    .slice(0, 4);
  const places = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.2], [0.9, 0.8], [0.97, 0.5], [0.03, 0.5]];
  return places.flatMap(([across = 0.5, down = 0.5]) => boxes.map((box) => ({
    x: box.left + (box.right - box.left) * across,
    y: box.top + (box.bottom - box.top) * down,
  })));
}

/**
 * What a click at a point of `document` reaches, unless a parent document has something over the frame there.
 * @param {Document} document
 * @param {number} x
 * @param {number} y
 * @returns {Element | null}
 */
export function reachedAt(document, x, y) {
  const hit = hitAt(document, x, y);
  const frame = frameOf(document);
  if (!frame || !hit) return hit;
  const box = frame.getBoundingClientRect();
  const outer = reachedAt(frame.ownerDocument, box.left + frame.clientLeft + x, box.top + frame.clientTop + y);
  return outer === frame ? hit : outer;
}

/**
 * What a click at a point reaches, also where that is inside the closed shadow roots that the element itself is in.
 * @param {Element} el
 * @param {number} x
 * @param {number} y
 * @returns {Element | null}
 */
function reachedFor(el, x, y) {
  let hit = reachedAt(ownerDocument(el), x, y);
  /** @type {ShadowRoot[]} */
  const roots = [];
  for (let root = getRootNode(el); nodeType(root) === 11; root = getRootNode(/** @type {ShadowRoot} */ (root).host)) {
    roots.unshift(/** @type {ShadowRoot} */ (root));
  }
  for (const root of roots) if (hit === root.host) hit = root.elementFromPoint(x, y) ?? hit;
  return hit;
}

/**
 * Does a hit count as the element? What is inside it does, and a label of it (with what is inside the label).
 * @param {Element} hit
 * @param {Element} el
 */
export function belongs(hit, el) {
  if (within(hit, el)) return true;
  const labels = 'labels' in el ? /** @type {HTMLInputElement} */ (el).labels : null;
  return labels ? [...labels].some((label) => within(hit, label)) : false;
}

/** @param {Element} hit @param {Element} el is there another control between the hit and the element? */
function isOthers(hit, el) {
  for (const at of upwards(hit)) {
    if (at === el) return false;
    // What says that it is no control of its own is only how the element is made.
    if (matches(at, TAKES_CLICKS) && !matches(at, '[role="presentation"],[role="none"]')) return true;
  }
  return false;
}

/**
 * A point where a click reaches the element, or what is in the way.
 * @param {Element} el
 * @returns {{ aim: Aim } | { by: Element | null }}
 */
export function aimAt(el) {
  /** @type {Aim | undefined} */
  let second;
  /** @type {Element | null} */
  let by = null;
  for (const { x, y } of pointsOf(el)) {
    const hit = reachedFor(el, x, y);
    if (!hit) continue;
    if (!within(hit, el)) {
      if (belongs(hit, el)) second ??= { x, y, target: el };
      else by ??= hit;
      continue;
    }
    if (!isOthers(hit, el)) return { aim: { x, y, target: hit } };
    // Only other controls inside it are hit here: events go to the element itself, so no other control gets them.
    second ??= { x, y, target: el };
  }
  return second ? { aim: second } : { by };
}

/**
 * Scrolls the element into view, to another part of the screen where something fixed lies over it.
 * @param {Element} el
 */
export function bringIntoView(el) {
  const found = aimAt(el);
  if ('aim' in found && isInside(el)) return;
  for (const block of /** @type {ScrollLogicalPosition[]} */ (['center', 'nearest', 'end', 'start'])) {
    el.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    if ('aim' in aimAt(el)) return;
  }
}

/** @param {Element} el is some of it inside its viewport? */
function isInside(el) {
  return pointsOf(el).length > 0;
}

/** @param {Element} el @returns {string} a text that changes when the element moves or resizes */
export function placeOf(el) {
  const box = el.getBoundingClientRect();
  return `${Math.round(box.x)},${Math.round(box.y)},${Math.round(box.width)},${Math.round(box.height)}`;
}

/**
 * Something laid over the page that holds `hit` and not `el`: fixed, a dialog, a popover, the top layer. Text
 * controls are often partly under decorations of their own; only such a layer keeps a person from typing there.
 * @param {Element} hit
 * @param {Element} el
 * @returns {Element | null}
 */
export function layerOver(hit, el) {
  for (const at of upwards(hit)) {
    if (within(el, at)) return null;
    if (matches(at, 'dialog,[role="dialog"],[role="alertdialog"],[aria-modal="true"],[popover]')) return at;
    if (viewOf(at).getComputedStyle(at).position === 'fixed' && parentOf(at)) return at;
  }
  return null;
}
