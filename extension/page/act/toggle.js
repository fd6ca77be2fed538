// Checkboxes, radio buttons and switches, native or ARIA: brought to a state by a click where it differs, never
// by writing the property, which frameworks would not notice.
import { isInput, viewOf } from '../flat.js';
import { done, refuse } from '../guard.js';
import { frame } from '../time.js';
import { clickOn } from './pointer.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {Extract<import('../types.js').Act, { verb: 'check' }>} Check
 */

/**
 * @param {Element} el
 * @returns {boolean | 'mixed' | undefined} nothing where it has no such state
 */
function stateOf(el) {
  if (isInput(el) && (el.type === 'checkbox' || el.type === 'radio')) return el.indeterminate && el.type === 'checkbox' ? 'mixed' : el.checked;
  const value = el.getAttribute('aria-checked') ?? el.getAttribute('aria-pressed') ?? el.getAttribute('aria-selected');
  if (value !== null) return value === 'mixed' ? 'mixed' : value === 'true';
  return /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(el.getAttribute('role') ?? '') ? false : undefined;
}

/** @param {Element} el */
const isRadio = (el) => (isInput(el) && el.type === 'radio') || /^(radio|menuitemradio)$/.test(el.getAttribute('role') ?? '');

/**
 * @param {Element} el
 * @param {Check} act
 * @returns {Outcome | null}
 */
export function refuses(el, { on }) {
  const state = stateOf(el);
  if (state === undefined) return refuse('badValue', 'it has no checked state');
  if (!on && isRadio(el) && state) return refuse('badValue', 'a radio button is unchecked by checking another');
  return null;
}

/**
 * @param {Element} el
 * @param {Check} act
 * @returns {Promise<Outcome>}
 */
export async function check(el, { on }) {
  const view = viewOf(el);
  if (stateOf(el) !== on) {
    clickOn(el);
    await frame(view);
    // A checkbox in between may need a second click, the first of which only resolves it.
    if (el.isConnected && stateOf(el) === 'mixed') {
      clickOn(el);
      await frame(view);
    }
  }
  const now = stateOf(el);
  return done(now === 'mixed' ? 'mixed' : now === true, now !== on);
}
