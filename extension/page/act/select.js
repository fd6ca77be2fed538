// Native selects: options are chosen by their own `selected`, then `input` and `change`; frameworks ignore either
// event alone.
import { isSelect, viewOf } from '../flat.js';
import { done, refuse } from '../guard.js';
import { frame } from '../time.js';
import { focusOn } from './focus.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {Extract<import('../types.js').Act, { verb: 'selectOptions' }>} SelectOptions
 */

/** @param {HTMLSelectElement} el @returns {number[]} */
const chosen = (el) => [...el.options].flatMap((option, at) => (option.selected ? [at] : []));

/**
 * @param {Element} el
 * @param {SelectOptions} act
 * @returns {Outcome | null}
 */
export function refuses(el, { positions }) {
  if (!isSelect(el)) return refuse('badValue', 'it is no native select');
  if (!el.multiple && positions.length !== 1) return refuse('badValue', 'exactly one option can be chosen');
  for (const at of positions) {
    const option = el.options[at];
    if (!option) return refuse('badValue', `there is no option ${at}`);
    if (option.disabled || option.closest('optgroup:disabled')) return refuse('disabled', `the option ${JSON.stringify(option.label)} is disabled`);
  }
  return null;
}

/** @param {HTMLSelectElement} el @param {number[]} positions */
export function choose(el, positions) {
  const wanted = new Set(positions);
  if (el.multiple) {
    [...el.options].forEach((option, at) => {
      option.selected = wanted.has(at);
    });
  } else {
    const option = el.options[positions[0] ?? -1];
    if (option) option.selected = true;
  }
  el.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  el.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * @param {Element} el
 * @param {SelectOptions} act
 * @returns {Promise<Outcome>}
 */
export async function selectOptions(el, { positions }) {
  if (!isSelect(el)) return refuse('badValue', 'it is no native select');
  const view = viewOf(el);
  const wanted = [...new Set(positions)].sort((a, b) => a - b);
  const labels = wanted.map((at) => el.options[at]?.label ?? '');
  focusOn(el);
  if (chosen(el).join() !== wanted.join()) choose(el, wanted);
  await frame(view);
  const now = [...el.options].filter((option) => option.selected).map((option) => option.label);
  return done(el.multiple ? now : (now[0] ?? ''), now.join('\n') !== labels.join('\n'));
}
