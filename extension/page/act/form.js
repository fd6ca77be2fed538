// Forms as a whole, and what the browser itself can close: dialogs, popovers, details.
import { getRootNode } from '../capture/dom.js';
import { closest, isForm, isHtml, viewOf } from '../flat.js';
import { attached, done, failed, isDisabled, refuse } from '../guard.js';
import { isShown } from '../geometry.js';
import { frame } from '../time.js';
import { needsPerson } from './pointer.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {import('../types.js').Page} Page
 * @typedef {Extract<import('../types.js').Act, { verb: 'submit' }>} Submit
 * @typedef {HTMLButtonElement | HTMLInputElement} Button
 */

/** @param {Element} el @returns {HTMLFormElement | null} */
function formOf(el) {
  if (isForm(el)) return el;
  const form = 'form' in el ? /** @type {HTMLInputElement} */ (el).form : null;
  if (form) return form;
  const around = closest(el, 'form');
  return around && isForm(around) ? around : null;
}

/** @param {Element} el @returns {el is Button} */
const isSubmitter = (el) => (el.localName === 'button' || el.localName === 'input') && /^(submit|image)$/.test(/** @type {Button} */ (el).type);

/** A form's own properties are shadowed by its fields' names. @param {Element} form */
const rootOf = (form) => /** @type {Document | ShadowRoot} */ (getRootNode(form));

/**
 * The button that an Enter in a field would press.
 * @param {HTMLFormElement} form
 * @returns {Button | undefined}
 */
export function defaultButton(form) {
  // Not `form.elements`: it leaves image buttons out.
  return /** @type {Element[]} */ ([...rootOf(form).querySelectorAll('button,input')])
    .filter(isSubmitter).find((button) => button.form === form);
}

/**
 * What a person would use to submit: the button, else a field. The guards look at that.
 * @param {Element} el
 * @param {Submit} act
 * @param {Page} page
 * @returns {Element}
 */
export function submitter(el, { by }, page) {
  const form = formOf(el);
  const button = by ? attached(page, by) : form && defaultButton(form);
  if (!form || (button && (by || isShown(button)))) return button ?? el;
  const fields = [...rootOf(form).querySelectorAll('input,select,textarea')].filter((field) => /** @type {HTMLInputElement} */ (field).form === form);
  return fields.find((field) => isShown(field) && !isDisabled(field)) ?? form;
}

/**
 * @param {Element} el
 * @param {Submit} act
 * @param {Page} page
 * @returns {Outcome | null}
 */
export function refusesSubmit(el, { by }, page) {
  const form = formOf(el);
  if (!form) return refuse('badValue', 'it is no form');
  const button = by ? attached(page, by) : defaultButton(form);
  if (by && !button) return refuse('gone');
  if (by && button && (!isSubmitter(button) || button.form !== form)) return refuse('badValue', 'the button does not submit this form');
  if (button && isDisabled(button)) return refuse('disabled', '', page.handleOf(button));
  return button ? needsPerson(button) : null;
}

/**
 * Submits as Enter does: by a click on the button, so that its own listeners run, else by `requestSubmit`.
 * @param {HTMLFormElement} form
 * @param {Button | undefined} button
 */
export function submitBy(form, button) {
  if (button) button.click();
  else viewOf(form).HTMLFormElement.prototype.requestSubmit.call(form);
}

/**
 * @param {Element} el
 * @param {Submit} act
 * @param {Page} page
 * @returns {Promise<Outcome>}
 */
export async function submit(el, { by }, page) {
  const form = formOf(el);
  if (!form) return refuse('badValue', 'it is no form');
  const view = viewOf(form);
  const given = by ? attached(page, by) : defaultButton(form);
  /** @type {string[]} */
  const invalid = [];
  let asked = false;
  const note = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.form === form) invalid.push(field.validationMessage);
  };
  const noteSubmit = (/** @type {Event} */ event) => {
    asked ||= event.target === form;
  };
  const root = rootOf(form);
  root.addEventListener('invalid', note, true);
  root.addEventListener('submit', noteSubmit, true);
  try {
    submitBy(form, given && isSubmitter(given) ? given : undefined);
  } finally {
    root.removeEventListener('invalid', note, true);
    root.removeEventListener('submit', noteSubmit, true);
  }
  await frame(view);
  if (asked || invalid.length === 0) return done();
  const more = invalid.length > 1 ? ` (and ${invalid.length - 1} more)` : '';
  return failed(`the form was not sent, a field is not valid: ${JSON.stringify(invalid[0] ?? '')}${more}`);
}

/** @param {Element} el @returns {Outcome | null} */
export function refusesReset(el) {
  return formOf(el) ? null : refuse('badValue', 'it is no form');
}

/** @param {Element} el @returns {Promise<Outcome>} */
export async function reset(el) {
  const form = formOf(el);
  if (!form) return refuse('badValue', 'it is no form');
  const view = viewOf(form);
  view.HTMLFormElement.prototype.reset.call(form);
  await frame(view);
  return done();
}

/** @param {Element} el */
const isPopover = (el) => isHtml(el) && el.hasAttribute('popover') && el.matches(':popover-open');

/** @param {Element} el @returns {Outcome | null} */
export function refusesClose(el) {
  if (el.localName === 'dialog' || el.localName === 'details') return el.hasAttribute('open') ? null : refuse('badValue', 'it is not open');
  return isPopover(el) ? null : refuse('badValue', 'the browser cannot close it; one of its own buttons may');
}

/** @param {Element} el @returns {Promise<Outcome>} */
export async function close(el) {
  const view = viewOf(el);
  if (el.localName === 'dialog') {
    const dialog = /** @type {HTMLDialogElement & { requestClose?: () => void }} */ (el);
    // As Escape does: the page may refuse in its `cancel` listener.
    if (dialog.requestClose) dialog.requestClose();
    else if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
  } else if (el.localName === 'details') {
    /** @type {HTMLDetailsElement} */ (el).open = false;
  } else {
    /** @type {HTMLElement} */ (el).hidePopover();
  }
  await frame(view);
  const open = el.isConnected && (el.hasAttribute('open') || isPopover(el));
  return open ? done('open', true) : done();
}
