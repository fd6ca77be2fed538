// Whether what says that it is modal keeps a person from the rest of the page. Many pages say `aria-modal` of panels beside
// which one can go on; only where clicks elsewhere go nowhere is the rest of the page behind it.

import { body, checkVisibility, defaultView, documentElement, getAttribute, ownerDocument, parentOf, styleOf, textContent } from './dom.js';

/** Points of the viewport that are tried, in parts of its width and height. */
const POINTS = [[0.02, 0.02], [0.5, 0.02], [0.98, 0.02], [0.02, 0.5], [0.98, 0.5], [0.02, 0.98], [0.5, 0.98], [0.98, 0.98]];
/** A layer covers the page where it is at least this part of the viewport in both directions. */
const WHOLE = 0.9;
/** Characters that a layer may hold beside its dialog: a close button, words for screen readers. */
const BESIDE = 80;

/**
 * @param {Element} element
 * @returns {boolean}
 */
export function keepsOff(element) {
  const document = ownerDocument(element);
  const view = defaultView(document);
  if (getAttribute(element, 'aria-modal') !== 'true' || !view || !checkVisibility(element, { visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  // A dialog that is not there yet, or is only a frame around a positioned one.
  if (width === 0 && height === 0 && element.childElementCount === 0) return false;
  return POINTS.every(([across = 0, down = 0]) => {
    const hit = document.elementFromPoint(view.innerWidth * across, view.innerHeight * down);
    return hit === null ? false : isKept(hit, element, document, view);
  });
}

/** @param {Element} element */
const letters = (element) => (textContent(element) ?? '').trim().length;

/**
 * Does a click on `hit` stay with the dialog: in it, on a layer over the whole page, or on a page that takes none?
 * @param {Element} hit
 * @param {Element} dialog
 * @param {Document} document
 * @param {Window} view
 */
function isKept(hit, dialog, document, view) {
  if (hit === documentElement(document)) {
    const page = body(document);
    return page !== null && styleOf(page)?.pointerEvents === 'none';
  }
  for (let at = /** @type {Element | null} */ (hit); at && at !== body(document); at = parentOf(at)) {
    if (at === dialog) return true;
    const position = styleOf(at)?.position;
    if (position !== 'fixed' && position !== 'absolute') continue;
    const { width, height } = at.getBoundingClientRect();
    const whole = width >= view.innerWidth * WHOLE && height >= view.innerHeight * WHOLE;
    // A layer has nothing to say beside its dialog; what has, is the page.
    if (whole && letters(at) - (at.contains(dialog) ? letters(dialog) : 0) <= BESIDE) return true;
  }
  return false;
}
