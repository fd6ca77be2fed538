// Giving focus as a person's act would, with the events that a document without the window's focus leaves out.
import { focused, isHtml, upwards, viewOf } from '../flat.js';

/** @param {Element} el @returns {el is HTMLElement} */
const canFocus = (el) => isHtml(el) && (el.tabIndex >= 0 || el.isContentEditable) && !el.matches(':disabled');

/**
 * Focuses the element. Where the window has no focus the browser sends no focus events; the page's listeners
 * (validation, opening lists) still expect them, so they are sent here.
 * @param {HTMLElement} el
 */
export function focusOn(el) {
  const { document } = viewOf(el);
  const before = focused(document);
  if (before === el) return;
  el.focus({ preventScroll: true });
  if (document.hasFocus() || focused(document) === before) return;
  if (before && before !== document.body) {
    before.dispatchEvent(new FocusEvent('blur', { relatedTarget: el, composed: true }));
    before.dispatchEvent(new FocusEvent('focusout', { relatedTarget: el, bubbles: true, composed: true }));
  }
  el.dispatchEvent(new FocusEvent('focus', { relatedTarget: before, composed: true }));
  el.dispatchEvent(new FocusEvent('focusin', { relatedTarget: before, bubbles: true, composed: true }));
}

/**
 * What a press of the mouse does to the focus: the nearest focusable takes it, else whatever has it loses it.
 * @param {Element} el
 */
export function focusFrom(el) {
  for (const at of upwards(el)) {
    if (canFocus(at)) return focusOn(at);
  }
  const now = focused(viewOf(el).document);
  if (now && isHtml(now) && now !== now.ownerDocument.body) now.blur();
}
