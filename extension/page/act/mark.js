// Selecting text, as a person marks it with the mouse: in a text control, in an editor, in the page. What follows (a
// toolbar's button, a key) works on the selection.
import { isHtml, isInput, isTextArea, viewOf } from '../flat.js';
import { aimAt } from '../geometry.js';
import { done, refuse } from '../guard.js';
import { frame } from '../time.js';
import { focusFrom, focusOn } from './focus.js';
import { send } from './pointer.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {Extract<import('../types.js').Act, { verb: 'selectText' }>} SelectText
 */

/** Characters of the selection that are read back. */
const READ_BACK = 200;

/** White space folded. @param {string} text */
const fold = (text) => text.replace(/\s+/g, ' ');

/**
 * Where the text stands in an element: the first place whose words are these, white space aside.
 * @param {Element} el
 * @param {string} text
 * @returns {Range | null}
 */
function rangeOf(el, text) {
  const range = el.ownerDocument.createRange();
  range.selectNodeContents(el);
  const walker = el.ownerDocument.createTreeWalker(el, 4);
  let whole = '';
  /** @type {Array<[Text, number]>} Node and offset of each character of `whole`. */
  const places = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = /** @type {Text} */ (node);
    for (let n = 0; n < at.data.length; n += 1) {
      const one = fold(at.data.charAt(n));
      if (one === ' ' && (whole === '' || whole.endsWith(' '))) continue;
      whole += one;
      places.push([at, n]);
    }
  }
  if (text === '') {
    // All of it, from word to word: editors mean nothing by a selection of themselves.
    const [first, last] = [places[0], places.at(-1)];
    if (!first || !last) return range;
    range.setStart(...first);
    range.setEnd(last[0], last[1] + 1);
    return range;
  }
  const wanted = fold(text).trim();
  const from = whole.indexOf(wanted);
  const [first, last] = [places[from], places[from + wanted.length - 1]];
  if (from < 0 || !first || !last) return null;
  range.setStart(...first);
  range.setEnd(last[0], last[1] + 1);
  return range;
}

/** @param {Element} el @returns {el is HTMLInputElement | HTMLTextAreaElement} */
const isControl = (el) => isInput(el) || isTextArea(el);

/**
 * @param {Element} el
 * @param {SelectText} act
 * @returns {Outcome | null}
 */
export function refuses(el, { text }) {
  const found = isControl(el) ? el.value.includes(text) : rangeOf(el, text) !== null;
  return found ? null : refuse('badValue', 'it does not hold this text');
}

/**
 * @param {Element} el
 * @param {SelectText} act
 * @returns {Promise<Outcome>}
 */
export async function selectText(el, { text }) {
  const view = viewOf(el);
  if (isControl(el)) {
    focusOn(el);
    const from = text === '' ? 0 : el.value.indexOf(text);
    el.setSelectionRange(from, text === '' ? el.value.length : from + text.length);
    await frame(view);
    return done(el.value.slice(el.selectionStart ?? 0, el.selectionEnd ?? 0).slice(0, READ_BACK));
  }
  const range = rangeOf(el, text);
  const selection = view.getSelection();
  if (!range || !selection) return refuse('badValue', 'it does not hold this text');
  const found = aimAt(el);
  const aim = 'aim' in found ? found.aim : null;
  if (aim && send(aim, 'down', { buttons: 1, detail: 1 })) focusFrom(isHtml(aim.target) ? aim.target : el);
  selection.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
  await frame(view);
  if (aim) send(aim, 'up', { detail: 1 });
  await frame(view);
  return done(selection.toString().slice(0, READ_BACK));
}
