// Text-like controls: the value is written with the prototype's own setter, so that frameworks that watch the
// property see a change, and announced with the events that typing ends with.
import { isInput, isTextArea, viewOf } from '../flat.js';
import { done, refuse } from '../guard.js';
import { frame } from '../time.js';
import { focusOn } from './focus.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {Extract<import('../types.js').Act, { verb: 'setValue' }>} SetValue
 * @typedef {HTMLInputElement | HTMLTextAreaElement} Control
 */

const NOT_TEXT = new Set(['checkbox', 'radio', 'file', 'button', 'submit', 'reset', 'image', 'hidden']);

/** @param {Element} el @returns {el is Control} */
export function isTextControl(el) {
  return isTextArea(el) || (isInput(el) && !NOT_TEXT.has(el.type));
}

/**
 * Writes as the browser would, past any property that a framework put on the element itself.
 * @param {Control} el
 * @param {string} text
 */
export function write(el, text) {
  const view = viewOf(el);
  const { prototype } = isTextArea(el) ? view.HTMLTextAreaElement : view.HTMLInputElement;
  const set = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
  if (set) set.call(el, text);
  else el.value = text;
}

/**
 * What the control would hold: some types turn bad text into nothing, silently.
 * @param {Control} el
 * @param {string} text
 */
function wouldHold(el, text) {
  if (isTextArea(el)) return text.replace(/\r\n?/g, '\n');
  const trial = /** @type {HTMLInputElement} */ (viewOf(el).document.createElement('input'));
  for (const name of ['type', 'min', 'max', 'step', 'multiple']) {
    const value = el.getAttribute(name);
    if (value !== null) trial.setAttribute(name, value);
  }
  trial.value = text;
  return trial.value;
}

/** @param {string} a @param {string} b */
const same = (a, b) => a === b || a.toLowerCase() === b.toLowerCase();

/**
 * @param {Element} el
 * @param {SetValue} act
 * @param {import('../types.js').Page} page
 * @returns {Outcome | null}
 */
export function refuses(el, { text, secret }, page) {
  if (!isTextControl(el)) return refuse('badValue', 'it is no text control');
  if (el.maxLength >= 0 && text.length > el.maxLength) return refuse('tooLong', `${text.length} characters, at most ${el.maxLength}`);
  const held = wouldHold(el, text);
  if (text !== '' && held === '') return refuse('badValue', `type ${el.type} does not take this text`);
  if (isInput(el) && (el.type === 'color' || el.type === 'range') && !same(held, text) && Number(held) !== Number(text)) {
    return refuse('badValue', secret || page.isSecret(el) ? '' : `it would hold ${JSON.stringify(held)}`);
  }
  return null;
}

/**
 * @param {Element} el
 * @param {SetValue} act
 * @param {import('../types.js').Page} page
 * @returns {Promise<Outcome>}
 */
export async function setValue(el, { text, secret }, page) {
  if (!isTextControl(el)) return refuse('badValue', 'it is no text control');
  const view = viewOf(el);
  focusOn(el);
  const expected = wouldHold(el, text);
  if (el.value !== expected) {
    // Keys are announced as an on-screen keyboard does: listeners for key events run, none takes it for a shortcut.
    const key = { key: 'Unidentified', bubbles: true, composed: true, cancelable: true };
    el.dispatchEvent(new KeyboardEvent('keydown', key));
    write(el, text);
    el.dispatchEvent(new InputEvent('input', {
      bubbles: true, composed: true, inputType: text === '' ? 'deleteContentBackward' : 'insertText', data: text === '' ? null : text,
    }));
    el.dispatchEvent(new KeyboardEvent('keyup', key));
    el.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await frame(view);
  const now = el.value;
  const reverted = now !== expected || !same(expected, wouldHoldAsAsked(text, expected));
  return secret || page.isSecret(el) ? done(null, reverted) : done(now, reverted);
}

/**
 * The browser's own forms of a value (a date-time with `T`, line ends) are no difference.
 * @param {string} text
 * @param {string} held
 */
function wouldHoldAsAsked(text, held) {
  const plain = text.replace(/\r\n?/g, '\n').trim();
  return plain.replace(' ', 'T') === held || plain === held.trim() ? held : plain;
}
