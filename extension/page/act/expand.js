// What opens and closes: details, menus, tree items, accordions. Nothing is clicked that is as asked already, for
// a click would turn it round.
import { isHtml, viewOf } from '../flat.js';
import { done, failed, refuse } from '../guard.js';
import { frame } from '../time.js';
import { focusOn } from './focus.js';
import { clickOn } from './pointer.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {Extract<import('../types.js').Act, { verb: 'expand' }>} Expand
 */

/** @param {Element} el @returns {HTMLDetailsElement | null} */
function detailsOf(el) {
  const found = el.localName === 'details' ? el : el.localName === 'summary' ? el.parentElement : null;
  return found?.localName === 'details' ? /** @type {HTMLDetailsElement} */ (found) : null;
}

/** @param {Element} el @returns {boolean | null} nothing where it does not say */
function isOpen(el) {
  const details = detailsOf(el);
  if (details) return details.open;
  const said = el.getAttribute('aria-expanded');
  if (said !== null) return said === 'true';
  const popover = 'popoverTargetElement' in el ? /** @type {HTMLButtonElement} */ (el).popoverTargetElement : null;
  return popover ? popover.matches(':popover-open') : null;
}

/** @param {Element} el @returns {Outcome | null} */
export function refuses(el) {
  return isOpen(el) === null ? refuse('badValue', 'it neither opens nor closes') : null;
}

/**
 * @param {Element} el
 * @param {Expand} act
 * @returns {Promise<Outcome>}
 */
export async function expand(el, { on }) {
  const view = viewOf(el);
  if (isOpen(el) === on) return done(on);
  const details = detailsOf(el);
  clickOn(details === el ? (details.querySelector('summary') ?? el) : el);
  await frame(view);
  if (el.isConnected && isOpen(el) !== on && el.getAttribute('role') === 'treeitem' && isHtml(el)) {
    // Where a click selects, the arrow keys open (ARIA practices, tree view).
    focusOn(el);
    const key = on ? 'ArrowRight' : 'ArrowLeft';
    el.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, composed: true }));
    await frame(view);
  }
  if (!el.isConnected) return done();
  return isOpen(el) === on ? done(on) : failed(`it did not ${on ? 'open' : 'close'}`);
}
