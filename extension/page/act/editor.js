// Rich text editors: the text goes in by the first rung of a ladder that the editor takes (paste, execCommand,
// beforeinput), one rung a turn, and what the editor holds is read back after each. Two rungs in one turn would
// put the text in twice.
import { closest, isHtml, viewOf } from '../flat.js';
import { done, failed, refuse } from '../guard.js';
import { frame, pause } from '../time.js';
import { focusOn } from './focus.js';
import { isTextControl, setValue } from './text.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {Extract<import('../types.js').Act, { verb: 'editText' }>} EditText
 */

/** How long an editor may take to show what it was given. */
const MOST_WAIT = 400;
/** Editors that follow the selection look at it at most so often (Slate: every 100 ms). */
const SELECTION_WAIT = 120;
/** Characters read back into an outcome. */
const READ_BACK = 2_000;

/** @param {Element} el @returns {HTMLElement | null} the editing host: the element itself, around it or in it */
function hostOf(el) {
  const around = closest(el, '[contenteditable]:not([contenteditable="false" i])');
  const found = around ?? el.querySelector('[contenteditable]:not([contenteditable="false" i])');
  return found && isHtml(found) && found.isContentEditable ? found : null;
}

/**
 * @param {Element} el
 * @returns {Outcome | null}
 */
export function refuses(el) {
  if (isTextControl(el)) return null;
  if (viewOf(el).document.designMode === 'on') return null;
  return hostOf(el) ? null : refuse('badValue', 'it is no editor that can be typed into');
}

/** What it holds, as a person would read it: line ends and spaces of layout do not count. @param {string} text */
const norm = (text) => text.replace(/[\u200b\ufeff]/g, '').replace(/\u00a0/g, ' ').replace(/\s*\n\s*/g, '\n').replace(/[ \t]+/g, ' ').trim();

/** @param {HTMLElement} host */
function held(host) {
  return norm(host.innerText);
}

/**
 * The first and the last text that can be edited. Editors map text positions to their own; a selection of the host
 * itself means nothing to some of them.
 * @param {HTMLElement} host
 * @returns {[Text, Text] | null}
 */
function ends(host) {
  const walker = host.ownerDocument.createTreeWalker(host, 4, (node) => (node.parentElement?.isContentEditable && node.nodeValue !== '' ? 1 : 2));
  const first = /** @type {Text | null} */ (walker.nextNode());
  if (!first) return null;
  let last = first;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) last = /** @type {Text} */ (node);
  return [first, last];
}

/**
 * Selects all, or puts the caret at the end.
 * @param {HTMLElement} host
 * @param {boolean} all
 */
function place(host, all) {
  const root = /** @type {Document} */ (host.getRootNode());
  const owner = 'getSelection' in root ? root : host.ownerDocument;
  const selection = owner.getSelection();
  if (!selection) return;
  const texts = ends(host);
  if (!texts) {
    selection.selectAllChildren(host);
    if (!all) selection.collapseToEnd();
    return;
  }
  const [first, last] = texts;
  if (all) selection.setBaseAndExtent(first, 0, last, last.length);
  else selection.collapse(last, last.length);
}

/**
 * Asks the editor to select all, as the person's keys would: editors that draw only what is in view (CodeMirror) know
 * more text than the document holds.
 * @param {HTMLElement} host
 * @returns {boolean} true where the editor did it
 */
function selectsAll(host) {
  const mac = /Mac|iPhone|iPad/.test(viewOf(host).navigator.platform);
  const keys = { key: 'a', code: 'KeyA', ctrlKey: !mac, metaKey: mac, bubbles: true, cancelable: true, composed: true, keyCode: 65, which: 65 };
  return !host.dispatchEvent(new KeyboardEvent('keydown', keys));
}

/** @param {HTMLElement} host @param {string} text @returns {void} */
function paste(host, text) {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  host.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true, composed: true }));
}

/** As the person's key would: editors that keep a model of their own take it, and lose their way where the text goes without it. @param {HTMLElement} host */
function erase(host) {
  for (const type of ['keydown', 'keyup']) {
    host.dispatchEvent(new KeyboardEvent(type, { key: 'Backspace', code: 'Backspace', keyCode: 8, which: 8, bubbles: true, cancelable: true, composed: true }));
  }
}

/** @param {HTMLElement} host @param {string} text */
function type(host, text) {
  const { document } = viewOf(host);
  if (text === '') document.execCommand('delete');
  else document.execCommand('insertText', false, text);
}

/** @param {HTMLElement} host @param {string} text */
function announce(host, text) {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  host.dispatchEvent(new InputEvent('beforeinput', {
    bubbles: true, cancelable: true, composed: true, inputType: text === '' ? 'deleteContentBackward' : 'insertText', data: text || null, dataTransfer: data,
  }));
}

/**
 * Waits for the editor to hold something else than before; editors write a microtask, a frame or more later.
 * @param {HTMLElement} host
 * @param {string} before
 * @param {string} expected
 */
async function changed(host, before, expected) {
  const end = Date.now() + MOST_WAIT;
  let now = held(host);
  for (;;) {
    if (now === expected && expected !== before) return now;
    await frame(viewOf(host));
    const next = held(host);
    // It changed and stands still: this is what it holds.
    if (next === now && next !== before) return next;
    if (Date.now() >= end) return next;
    now = next;
  }
}

/**
 * @param {Element} el
 * @param {EditText} act
 * @param {import('../types.js').Page} page
 * @returns {Promise<Outcome>}
 */
export async function editText(el, { text, append }, page) {
  if (isTextControl(el)) return setValue(el, { verb: 'setValue', text: append ? el.value + text : text, secret: false }, page);
  const host = hostOf(el) ?? viewOf(el).document.body;
  const before = held(host);
  const expected = append ? norm(before + text) : norm(text);
  if (before === expected) return done(expected.slice(0, READ_BACK));
  focusOn(host);
  const rungs = text === '' ? [erase, announce, type] : [paste, type, announce];
  for (const rung of rungs) {
    if (!host.isConnected) return failed('the editor was taken away while it was written to');
    const own = !append && selectsAll(host);
    if (!own) place(host, !append);
    await pause(SELECTION_WAIT);
    // The editor may have moved the selection on focus; it is set again in the task that writes.
    if (!own) place(host, !append);
    rung(host, text);
    const now = await changed(host, before, expected);
    if (now !== before) {
      await frame(viewOf(host));
      const kept = held(host);
      return done(kept.slice(0, READ_BACK), !matches(kept, expected, append));
    }
  }
  return failed('the editor took the text by none of the ways that a script has (paste, insertText, beforeinput)');
}

/**
 * Block ends become one or two line ends, from editor to editor.
 * @param {string} now
 * @param {string} expected
 * @param {boolean} append
 */
function matches(now, expected, append) {
  const flat = (/** @type {string} */ s) => s.replace(/\s+/g, append ? '' : ' ');
  return flat(now) === flat(expected);
}
