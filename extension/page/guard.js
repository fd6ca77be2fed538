// The guards: what a browser checks before a person's act reaches an element, and synthetic events pass by. Each
// refusal says which guard it was. Nothing here changes the page.
import { getAttribute } from './capture/dom.js';
import { closest, isAttached, isInput, isTextArea, isToggle, matches, modalsOf, viewOf, within } from './flat.js';
import { aimAt, isShown, layerOver, reachedAt } from './geometry.js';

/**
 * @typedef {import('./types.js').Outcome} Outcome
 * @typedef {import('./types.js').Refusal} Refusal
 * @typedef {import('./types.js').Check} Check
 * @typedef {import('./types.js').Page} Page
 * @typedef {{ shown?: boolean, enabled?: boolean, editable?: boolean, hit?: 'point' | 'layer' }} Needs
 */

/** Characters of an element's text that make its identity (protocol, `Check::Text`). */
const IDENTITY = 200;

/**
 * @param {Refusal} reason
 * @param {string} [found]
 * @param {number} [by]
 * @returns {Outcome}
 */
export function refuse(reason, found = '', by = 0) {
  return { kind: 'refused', reason, by, found };
}

/**
 * @param {import('./types.js').Value} [value]
 * @param {boolean} [reverted]
 * @returns {Outcome}
 */
export const done = (value = null, reverted = false) => ({ kind: 'done', value, reverted });

/** @param {string} message @returns {Outcome} */
export const failed = (message) => ({ kind: 'failed', message });

/**
 * The element of a handle while it is in a document that is shown.
 * @param {Page} page
 * @param {number} handle
 * @returns {Element | null}
 */
export function attached(page, handle) {
  const el = page.elementOf(handle);
  return el && isAttached(el) ? el : null;
}

/**
 * Re-reads the facts that made the target what the agent meant.
 * @param {Page} page
 * @param {Check[]} checks
 * @returns {Outcome | null}
 */
export function recheck(page, checks) {
  for (const check of checks) {
    const el = attached(page, check.handle);
    if (!el) return refuse('stale', '');
    if (check.what === 'text') {
      const now = page.rawText(el, IDENTITY);
      if (now !== check.was) return refuse('stale', now);
    } else if (check.what === 'attr') {
      const now = getAttribute(el, check.name);
      if (now !== (check.was ?? null)) return refuse('stale', now ?? '');
    } else {
      const outer = attached(page, check.within);
      if (!outer || !within(el, outer)) return refuse('stale', page.rawText(el, IDENTITY));
    }
  }
  return null;
}

/**
 * What stands for a control on the screen: a hidden native checkbox, radio button or file input is drawn by its label.
 * @param {Element} el
 * @returns {Element}
 */
export function standIn(el) {
  if (!isToggle(el)) return el;
  const box = el.getBoundingClientRect();
  const drawn = isShown(el) && box.width > 2 && box.height > 2;
  if (drawn && 'aim' in aimAt(el)) return el;
  const label = [...(/** @type {HTMLInputElement} */ (el).labels ?? [])].find(isShown);
  return label ?? el;
}

/** @param {Element} el */
export function isDisabled(el) {
  return matches(el, ':disabled') || closest(el, '[aria-disabled="true"]') !== null;
}

/**
 * @param {Element} el
 * @param {Needs} needs
 * @param {Page} page
 * @returns {Outcome | null}
 */
export function guard(el, needs, page) {
  const { handleOf } = page;
  const seen = standIn(el);
  if (needs.shown && !isShown(seen)) return refuse('notVisible', whyHidden(seen));
  if (needs.enabled && isDisabled(el)) return refuse('disabled');
  if (needs.editable && isReadonly(el)) return refuse('readonly');
  const inert = closest(el, '[inert]');
  if (inert) return refuse('inert', 'inert', handleOf(inert));
  const modal = modalOver(el);
  if (modal) return refuse('inert', 'modal', handleOf(modal));
  return needs.shown && needs.hit ? uncovered(seen, needs.hit, handleOf) : null;
}

/**
 * @param {Element} el
 * @param {'point' | 'layer'} hit
 * @param {(el: Element) => number} handleOf
 * @returns {Outcome | null}
 */
function uncovered(el, hit, handleOf) {
  const found = aimAt(el);
  if ('aim' in found) return null;
  if (hit === 'point' && viewOf(el).getComputedStyle(el).pointerEvents === 'none') return refuse('disabled', 'pointer-events: none');
  if (!found.by) return refuse('notVisible', 'outside of what can be scrolled to');
  const modal = closest(found.by, 'dialog:modal');
  if (modal && !within(el, modal)) return refuse('inert', 'modal', handleOf(modal));
  const over = hit === 'layer' ? layerOver(found.by, el) : found.by;
  return over ? refuse('covered', '', handleOf(over)) : null;
}

/** @param {Element} el @returns {boolean} */
function isReadonly(el) {
  if ((isInput(el) || isTextArea(el)) && el.readOnly) return true;
  return el.getAttribute('aria-readonly') === 'true';
}

/**
 * An open modal dialog that the element is not in. Of several the one on top counts, which a hit test tells.
 * @param {Element} el
 * @returns {Element | null}
 */
function modalOver(el) {
  const modals = modalsOf(el.ownerDocument);
  if (!modals.length) return null;
  const outside = modals.filter((modal) => !within(el, modal));
  if (outside.length === modals.length) return outside.at(-1) ?? null;
  for (const modal of outside) {
    const box = modal.getBoundingClientRect();
    const hit = reachedAt(el.ownerDocument, box.left + box.width / 2, box.top + box.height / 2);
    if (hit && within(hit, modal)) return modal;
  }
  return null;
}

/** @param {Element} el @returns {string} why nothing of it is on the screen, for the agent */
function whyHidden(el) {
  const style = viewOf(el).getComputedStyle(el);
  if (style.display === 'none') return 'display: none';
  if (style.visibility !== 'visible') return `visibility: ${style.visibility}`;
  return el.checkVisibility() ? 'it has no size' : 'something around it is hidden';
}
