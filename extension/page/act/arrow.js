// Arrow keys, Home, End and the page keys in native controls and pages, where a synthetic key does nothing.
import { isHtml, isInput, isSelect, viewOf } from '../flat.js';
import { focusOn } from './focus.js';
import { choose } from './select.js';
import { isTextControl, write } from './text.js';

/** @typedef {import('./key.js').Chord} Chord */

/**
 * @param {Element} el
 * @param {Chord} chord
 */
export function arrow(el, chord) {
  if (isSelect(el)) return inSelect(el, chord.key);
  if (isInput(el) && el.type === 'radio') return inRadios(el, chord.key);
  if (isInput(el) && (el.type === 'range' || el.type === 'number')) return inNumber(el, chord.key);
  if (isTextControl(el)) return inText(el, chord);
  if (isHtml(el) && el.isContentEditable) return inEditor(el, chord);
  return inPage(el, chord.key);
}

/** @param {HTMLSelectElement} el @param {string} key */
function inSelect(el, key) {
  const free = [...el.options].flatMap((option, at) => (option.disabled || option.closest('optgroup:disabled') ? [] : [at]));
  const now = free.indexOf(el.selectedIndex);
  const to = key === 'Home' || key === 'PageUp' ? 0 : key === 'End' || key === 'PageDown' ? free.length - 1
    : now + (key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1);
  const at = free[to];
  if (at !== undefined && at !== el.selectedIndex) choose(el, [at]);
}

/** @param {HTMLInputElement} el @param {string} key */
function inRadios(el, key) {
  if (!key.startsWith('Arrow')) return;
  const root = el.form ?? /** @type {Document | ShadowRoot} */ (el.getRootNode());
  const group = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll('input[type="radio"]')])
    .filter((radio) => radio.name === el.name && radio.form === el.form && !radio.matches(':disabled'));
  const step = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1;
  const next = group[(group.indexOf(el) + step + group.length) % group.length];
  if (!next || next === el) return;
  focusOn(next);
  next.click();
}

/** @param {HTMLInputElement} el @param {string} key */
function inNumber(el, key) {
  if (el.readOnly) return;
  const before = el.value;
  const rtl = viewOf(el).getComputedStyle(el).direction === 'rtl' ? -1 : 1;
  const steps = { ArrowUp: 1, ArrowDown: -1, ArrowRight: el.type === 'range' ? rtl : 0, ArrowLeft: el.type === 'range' ? -rtl : 0, PageUp: 10, PageDown: -10 }[key] ?? 0;
  if (steps > 0) el.stepUp(steps);
  else if (steps < 0) el.stepDown(-steps);
  else if (el.type === 'range') write(el, key === 'Home' ? el.min || '0' : el.max || '100');
  const now = el.value;
  if (now === before) return;
  // Frameworks watch the prototype's setter, which stepping passes by.
  write(el, before);
  write(el, now);
  el.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  el.dispatchEvent(new Event('change', { bubbles: true }));
}

/** @param {HTMLInputElement | HTMLTextAreaElement} el @param {Chord} chord */
function inText(el, { key, shiftKey }) {
  const { selectionStart: start, selectionEnd: end } = el;
  if (start === null || end === null) return;
  const ends = { Home: 0, ArrowUp: 0, PageUp: 0, End: el.value.length, ArrowDown: el.value.length, PageDown: el.value.length };
  const collapsed = start === end;
  const to = ends[/** @type {keyof typeof ends} */ (key)]
    ?? (key === 'ArrowLeft' ? (collapsed || shiftKey ? Math.max(0, start - 1) : start) : (collapsed || shiftKey ? Math.min(el.value.length, end + 1) : end));
  el.setSelectionRange(shiftKey ? Math.min(to, start) : to, shiftKey ? Math.max(to, end) : to);
  // The caret stays in view, as in the browser.
  if (to === 0) el.scrollTop = 0;
  else if (to === el.value.length) el.scrollTop = el.scrollHeight;
}

/** @param {HTMLElement} el @param {Chord} chord */
function inEditor(el, { key, shiftKey, ctrlKey }) {
  const selection = viewOf(el).getSelection();
  const [direction, unit] = {
    ArrowLeft: ['left', ctrlKey ? 'word' : 'character'], ArrowRight: ['right', ctrlKey ? 'word' : 'character'],
    ArrowUp: ['backward', 'line'], ArrowDown: ['forward', 'line'],
    Home: ['backward', ctrlKey ? 'documentboundary' : 'lineboundary'], End: ['forward', ctrlKey ? 'documentboundary' : 'lineboundary'],
  }[key] ?? [];
  if (direction && unit) selection?.modify(shiftKey ? 'extend' : 'move', direction, unit);
}

/** Scrolls what around the element can scroll. @param {Element} el @param {string} key */
function inPage(el, key) {
  const view = viewOf(el);
  const page = view.document.scrollingElement ?? view.document.documentElement;
  /** @type {Element} */
  let scroller = page;
  for (let at = el.parentElement; at && at !== page; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(view.getComputedStyle(at).overflowY)) {
      scroller = at;
      break;
    }
  }
  const most = scroller.scrollHeight;
  const [x, y] = {
    ArrowUp: [0, -40], ArrowDown: [0, 40], ArrowLeft: [-40, 0], ArrowRight: [40, 0],
    PageUp: [0, -0.9 * scroller.clientHeight], PageDown: [0, 0.9 * scroller.clientHeight], Home: [0, -most], End: [0, most],
  }[key] ?? [0, 0];
  scroller.scrollBy({ left: x, top: y, behavior: 'instant' });
}
