// Acts on the document as a whole: focus, leaving for another address, how JS dialogs are answered.
import { focused, isHtml, viewOf } from '../flat.js';
import { done, failed, refuse } from '../guard.js';
import { frame } from '../time.js';
import { focusOn } from './focus.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {import('../types.js').Page} Page
 * @typedef {Extract<import('../types.js').Act, { verb: 'goto' }>} Goto
 * @typedef {Extract<import('../types.js').Act, { verb: 'history' }>} History
 */

/** Schemes that `goto` follows; `javascript:` would run code, and the rest leaves the web. */
const SCHEMES = new Set(['http:', 'https:', 'file:', 'about:']);

/** @param {Element} el @returns {Promise<Outcome>} */
export async function focus(el) {
  const view = viewOf(el);
  if (isHtml(el)) focusOn(el);
  await frame(view);
  const now = focused(view.document);
  return now === el ? done() : failed('it does not take the focus');
}

/**
 * @param {Element} _el
 * @param {Goto} act
 * @param {Page} page
 * @returns {Outcome | null}
 */
export function refusesGoto(_el, { url }, page) {
  const there = URL.canParse(url, page.document.baseURI) ? new URL(url, page.document.baseURI) : undefined;
  if (!there) return refuse('badValue', 'it is no address');
  return SCHEMES.has(there.protocol) ? null : refuse('badValue', `addresses with ${there.protocol} are not followed`);
}

/**
 * @param {Element} _el
 * @param {Goto} act
 * @param {Page} page
 * @returns {Promise<Outcome>}
 */
export async function goto(_el, { url }, page) {
  page.window.location.assign(new URL(url, page.document.baseURI).href);
  await frame(page.window);
  return done();
}

/**
 * @param {Element} _el
 * @param {History} act
 * @param {Page} page
 * @returns {Outcome | null}
 */
export function refusesHistory(_el, { delta }, page) {
  const { navigation } = page.window;
  if (!navigation) return null;
  if (delta < 0 && !navigation.canGoBack && page.window.history.length <= 1) return refuse('badValue', 'there is no earlier page');
  if (delta > 0 && !navigation.canGoForward) return refuse('badValue', 'there is no later page');
  return null;
}

/**
 * @param {Element} _el
 * @param {History} act
 * @param {Page} page
 * @returns {Promise<Outcome>}
 */
export async function history(_el, { delta }, page) {
  page.window.history.go(delta);
  await frame(page.window);
  return done();
}

/**
 * @param {Element} _el
 * @param {import('../types.js').Act} _act
 * @param {Page} page
 * @returns {Promise<Outcome>}
 */
export async function reload(_el, _act, page) {
  page.window.location.reload();
  await frame(page.window);
  return done();
}

/**
 * @param {Element} _el
 * @param {Extract<import('../types.js').Act, { verb: 'dialogs' }>} act
 * @param {Page} page
 * @returns {Outcome}
 */
export function dialogs(_el, { accept, text }, page) {
  page.dialogs.answer({ accept, text });
  return done(accept ? 'accept' : 'dismiss');
}
