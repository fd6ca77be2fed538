// Hears what the page says in live regions: alerts, status lines, toasts. A toast that is gone a second later is
// kept here until an answer brings it. Reads text only, never values of controls.
import { fold } from './text.js';
import { isElement, parentOf } from './flat.js';

/** @typedef {import('./types.js').Heard} Heard */

const LIVE = '[role="alert"],[role="status"],[role="log"],[aria-live="polite"],[aria-live="assertive"],output';
/** Regions that are read as a whole when a part changes. */
const WHOLE = '[role="alert"],[role="status"],[aria-atomic="true"],output';

/** Messages kept, and characters of each; a page may say more than anybody wants to read. */
const MOST = 60;
const LENGTH = 300;
/** What was said longer ago is no news, in milliseconds. */
const FRESH = 60_000;
/** Records of one batch that are looked at; a flood says nothing in particular. */
const MOST_RECORDS = 2_000;

export class Ear {
  /** @type {{ at: number, when: number, heard: Heard }[]} */
  #kept = [];
  #count = 0;
  /** @type {WeakMap<Element, string>} what a region said last */
  #said = new WeakMap();

  /** A place in what was heard: what comes later is after it. */
  get place() {
    return this.#count;
  }

  /**
   * What was heard after a place, in order.
   * @param {number} place
   * @returns {Heard[]}
   */
  after(place) {
    const oldest = performance.now() - FRESH;
    return this.#kept.filter(({ at, when }) => at > place && when > oldest).map(({ heard }) => heard);
  }

  /** @param {MutationRecord[]} records */
  hear(records) {
    for (const record of records.slice(0, MOST_RECORDS)) {
      const { target, type } = record;
      const around = isElement(target) ? target : parentOf(target);
      if (!around) continue;
      if (type === 'attributes') {
        // A region that was filled before and is shown now.
        if (around.matches(LIVE)) this.#region(around);
        continue;
      }
      const region = liveAround(around);
      if (region) this.#spoke(region, record);
      else for (const node of record.addedNodes) if (isElement(node)) this.#arrived(node);
    }
  }

  /** @param {Element} node a subtree that came in */
  #arrived(node) {
    if (node.matches(LIVE)) this.#region(node);
    for (const inner of [...node.querySelectorAll(LIVE)].slice(0, 20)) this.#region(inner);
  }

  /** @param {Element} region @param {MutationRecord} record */
  #spoke(region, record) {
    if (region.matches(WHOLE)) return this.#region(region);
    if (record.type === 'characterData') return this.#say(region, textOf(record.target.parentNode ?? record.target));
    const added = [...record.addedNodes].map(textOf).join(' ');
    if (added.trim()) this.#say(region, added);
  }

  /** @param {Element} region */
  #region(region) {
    // Hidden regions say nothing to anybody; one that is gone already was shown a moment ago.
    if (region.isConnected && !region.checkVisibility()) {
      this.#said.delete(region);
      return;
    }
    const text = fold(textOf(region), LENGTH);
    if (text === '') this.#said.delete(region);
    else if (this.#said.get(region) !== text) this.#say(region, text);
  }

  /** @param {Element} region @param {string} said */
  #say(region, said) {
    const text = fold(said, LENGTH);
    if (text === '') return;
    this.#said.set(region, text);
    const from = fromOf(region);
    const last = this.#kept.at(-1)?.heard;
    if (last?.from === from && last.text === text) return;
    this.add({ from, text, at: Date.now(), closed: isInClosed(region) });
  }

  /** Something else said on this page: a JS dialog, a notice of an app. @param {Heard} heard */
  add(heard) {
    this.#count += 1;
    this.#kept.push({ at: this.#count, when: performance.now(), heard });
    if (this.#kept.length > MOST) this.#kept.shift();
  }
}

/** @param {Element} region */
function fromOf(region) {
  const role = region.getAttribute('role');
  if (role === 'alert' || role === 'log') return role;
  return region.getAttribute('aria-live') === 'assertive' ? 'alert' : 'status';
}

/**
 * Does it stand in a closed shadow root? What is said there is not for the page's own script.
 * @param {Element} region
 */
function isInClosed(region) {
  for (let root = region.getRootNode(); root.nodeType === 11 && 'host' in root; ) {
    const shadow = /** @type {ShadowRoot} */ (root);
    if (shadow.mode === 'closed') return true;
    root = shadow.host.getRootNode();
  }
  return false;
}

/** @param {Element} el @returns {Element | null} */
function liveAround(el) {
  /** @type {Element | null} */
  let at = el;
  // `closest` is quick within one tree; then out of its shadow root.
  while (at) {
    const region = at.closest(LIVE);
    if (region) return region.getAttribute('aria-live') === 'off' ? null : region;
    const root = at.getRootNode();
    at = root.nodeType === 11 ? (/** @type {ShadowRoot} */ (root).host ?? null) : null;
  }
  return null;
}

/** @param {Node} node @returns {string} its text, without scripts and styles */
function textOf(node) {
  if (!isElement(node)) return node.nodeType === 3 ? (node.nodeValue ?? '') : '';
  if (/^(script|style|template|noscript|textarea)$/.test(node.localName)) return '';
  let text = '';
  for (const child of node.childNodes) {
    text += isElement(child) ? ` ${textOf(child)} ` : textOf(child);
    if (text.length > 4 * LENGTH) break;
  }
  return text;
}
