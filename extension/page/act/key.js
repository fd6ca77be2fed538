// Keys. A synthetic key event runs the page's listeners but does nothing by itself, so what the browser would do
// next is done here: typing, implicit submission, clicking with Enter and Space, arrows in native controls, Tab,
// and Escape on dialogs and popovers.
import { focused, isHtml, isInput, isTextArea, modalsOf, viewOf } from '../flat.js';
import { done, isDisabled, refuse } from '../guard.js';
import { frame } from '../time.js';
import { focusOn } from './focus.js';
import { defaultButton, submitBy } from './form.js';
import { arrow } from './arrow.js';
import { isTextControl, write } from './text.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {import('../types.js').Page} Page
 * @typedef {Extract<import('../types.js').Act, { verb: 'press' }>} Press
 * @typedef {{ key: string, code: string, ctrlKey: boolean, altKey: boolean, shiftKey: boolean, metaKey: boolean }} Chord
 */

/** Names that agents use for keys, in lower case. @type {Readonly<Record<string, string>>} */
const NAMES = Object.freeze({
  enter: 'Enter', return: 'Enter', escape: 'Escape', esc: 'Escape', tab: 'Tab', space: ' ', spacebar: ' ',
  backspace: 'Backspace', delete: 'Delete', del: 'Delete', insert: 'Insert',
  up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight',
  arrowup: 'ArrowUp', arrowdown: 'ArrowDown', arrowleft: 'ArrowLeft', arrowright: 'ArrowRight',
  home: 'Home', end: 'End', pageup: 'PageUp', pagedown: 'PageDown', contextmenu: 'ContextMenu',
});
/** Old `keyCode`s, which old listeners still go by. @type {Readonly<Record<string, number>>} */
const CODES = Object.freeze({
  Enter: 13, Escape: 27, Tab: 9, ' ': 32, Backspace: 8, Delete: 46, Insert: 45, ArrowUp: 38, ArrowDown: 40,
  ArrowLeft: 37, ArrowRight: 39, Home: 36, End: 35, PageUp: 33, PageDown: 34, ContextMenu: 93,
});

/** @param {string} text @returns {Chord | null} */
export function chordOf(text) {
  const parts = text === '+' ? ['+'] : text.replace(/\+\+$/, '+Plus').split('+');
  const last = parts.pop() ?? '';
  const mods = new Set(parts.map((part) => part.trim().toLowerCase()));
  const known = ['control', 'ctrl', 'alt', 'option', 'shift', 'meta', 'cmd', 'command', 'controlormeta'];
  if ([...mods].some((mod) => !known.includes(mod))) return null;
  const named = last === 'Plus' ? '+' : (NAMES[last.trim().toLowerCase()] ?? (/^F([1-9]|1[0-2])$/i.test(last) ? last.toUpperCase() : last));
  if (named !== ' ' && named.trim() === '') return null;
  if ([...named].length > 1 && !(named in CODES) && !/^F\d/.test(named)) return null;
  const shiftKey = mods.has('shift');
  const key = shiftKey && /^[a-z]$/.test(named) ? named.toUpperCase() : named;
  return {
    key, code: codeOf(key), shiftKey,
    ctrlKey: mods.has('control') || mods.has('ctrl') || mods.has('controlormeta'),
    altKey: mods.has('alt') || mods.has('option'),
    metaKey: mods.has('meta') || mods.has('cmd') || mods.has('command'),
  };
}

/** @param {string} key */
function codeOf(key) {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  if (/^[0-9]$/.test(key)) return `Digit${key}`;
  return key === ' ' ? 'Space' : key.length > 1 ? key : '';
}

/** @param {Chord} chord @param {'keydown' | 'keypress' | 'keyup'} type */
function event({ key, code, ...mods }, type) {
  const number = CODES[key] ?? (/^F\d/.test(key) ? 111 + Number(key.slice(1)) : key.toUpperCase().charCodeAt(0));
  const keyCode = type === 'keypress' ? (key === 'Enter' ? 13 : key.charCodeAt(0)) : number;
  return new KeyboardEvent(type, {
    key, code, ...mods, bubbles: true, cancelable: true, composed: true,
    // Not in the type, but taken: old listeners read them.
    ...{ keyCode, which: keyCode, charCode: type === 'keypress' ? keyCode : 0 },
  });
}

/**
 * @param {Element} _el
 * @param {Press} act
 * @returns {Outcome | null}
 */
export function refuses(_el, { key }) {
  return chordOf(key) ? null : refuse('badValue', 'no such key; e.g. Enter, Escape, ArrowDown, Control+a, x');
}

/**
 * @param {Element} el the document element where no element is meant: then what has the focus gets it
 * @param {Press} act
 * @param {Page} page
 * @returns {Promise<Outcome>}
 */
export async function press(el, { key }, page) {
  const chord = chordOf(key);
  if (!chord) return refuse('badValue', 'no such key');
  const whole = el === page.document.documentElement;
  const had = focused(page.document);
  if (!whole && isHtml(el)) focusOn(el);
  if (had !== el && isTextControl(el) && el.selectionEnd !== null) el.setSelectionRange(el.value.length, el.value.length);
  const now = focused(page.document);
  // The element meant gets the key, also where something inside it has the focus already.
  const target = whole ? (now ?? page.document.body ?? el) : now && el.contains(now) ? now : el;
  const view = viewOf(target);
  if (target.dispatchEvent(event(chord, 'keydown')) && target.isConnected) {
    const types = !chord.ctrlKey && !chord.altKey && !chord.metaKey && ([...chord.key].length === 1 || chord.key === 'Enter');
    if (!types || target.dispatchEvent(event(chord, 'keypress'))) follow(target, chord);
  }
  const then = focused(page.document);
  (target.isConnected ? target : (then ?? page.document.body)).dispatchEvent(event(chord, 'keyup'));
  await frame(view);
  return done(isTextControl(target) && !page.isSecret(target) ? target.value : null);
}

/**
 * What the browser does after a key that the page let through.
 * @param {Element} el
 * @param {Chord} chord
 */
function follow(el, chord) {
  const { key } = chord;
  if (key === 'Tab' && !chord.ctrlKey && !chord.altKey) return tab(el, chord.shiftKey);
  if (key === 'Escape') return escape(el);
  if (key === 'Enter' && !chord.ctrlKey && !chord.altKey && !chord.metaKey) return enter(el, chord.shiftKey);
  if ((chord.ctrlKey || chord.metaKey) && key.toLowerCase() === 'a') return selectAll(el);
  if (key.startsWith('Arrow') || /^(Home|End|PageUp|PageDown)$/.test(key)) return arrow(el, chord);
  if (chord.ctrlKey || chord.altKey || chord.metaKey) return undefined;
  if (key === ' ' && space(el)) return undefined;
  if ([...key].length === 1 || key === 'Backspace' || key === 'Delete') type(el, key);
  return undefined;
}

/** @param {Element} el */
const editable = (el) => ((isTextControl(el) && !el.readOnly) || (isHtml(el) && el.isContentEditable)) && !isDisabled(el);

/** @param {Element} el @param {string} key */
function type(el, key) {
  if (!editable(el)) return;
  const { document } = viewOf(el);
  // Where the caret cannot be read or set (number, e-mail), it is taken to be at the end.
  if (isInput(el) && el.selectionEnd === null) typeAtEnd(el, key);
  else if (key === 'Backspace') document.execCommand('delete');
  else if (key === 'Delete') document.execCommand('forwardDelete');
  else if (!isTextControl(el) || el.maxLength < 0 || el.value.length < el.maxLength || el.selectionStart !== el.selectionEnd) {
    document.execCommand('insertText', false, key);
  }
}

/** @param {HTMLInputElement} el @param {string} key */
function typeAtEnd(el, key) {
  if (key === 'Delete') return;
  const [text, inputType] = key === 'Backspace' ? [el.value.slice(0, -1), 'deleteContentBackward'] : [el.value + key, 'insertText'];
  write(el, text);
  el.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType, data: key === 'Backspace' ? null : key }));
}

/** @param {Element} el @returns {boolean} true where the key was a click */
function space(el) {
  const clicks = el.localName === 'button' || el.localName === 'summary' || (isInput(el) && /^(checkbox|radio|button|submit|reset|image)$/.test(el.type));
  if (clicks && isHtml(el) && !isDisabled(el)) el.click();
  return clicks;
}

/** @param {Element} el @param {boolean} shift */
function enter(el, shift) {
  const { document } = viewOf(el);
  if (isDisabled(el)) return;
  if (isTextArea(el)) type(el, '\n');
  else if (isInput(el) && !/^(button|submit|reset|image|file|color)$/.test(el.type)) implicitSubmit(el);
  else if (isHtml(el) && el.isContentEditable) document.execCommand(shift ? 'insertLineBreak' : 'insertParagraph');
  else if (isHtml(el) && el.matches('a[href],button,summary,input')) el.click();
}

/**
 * Enter in a field: the default button is pressed; a form without one submits if it has a single text field.
 * @param {HTMLInputElement} el
 */
function implicitSubmit(el) {
  const { form } = el;
  if (!form) return;
  const button = defaultButton(form);
  if (button) {
    if (!isDisabled(button)) submitBy(form, button);
    return;
  }
  const fields = [...form.querySelectorAll('input')].filter((field) => isTextControl(field) && field.type !== 'range' && field.type !== 'color');
  if (fields.length <= 1) submitBy(form, undefined);
}

/** @param {Element} el */
function escape(el) {
  const { document } = viewOf(el);
  const popover = [...document.querySelectorAll('[popover]:popover-open')].filter((open) => /^(auto|hint|)$/i.test(open.getAttribute('popover') ?? '')).at(-1);
  if (popover) {
    /** @type {HTMLElement} */ (popover).hidePopover();
    return;
  }
  const dialog = /** @type {(HTMLDialogElement & { requestClose?: () => void }) | undefined} */ (modalsOf(document).at(-1));
  if (!dialog || dialog.getAttribute('closedby') === 'none') return;
  if (dialog.requestClose) dialog.requestClose();
  else if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}

/** @param {Element} el */
function selectAll(el) {
  if (isTextControl(el)) el.select();
  else viewOf(el).document.execCommand('selectAll');
}

/**
 * To the next or previous element that takes the focus.
 * @param {Element} el
 * @param {boolean} back
 */
function tab(el, back) {
  const { document } = viewOf(el);
  const modal = modalsOf(document).at(-1);
  const all = [...(modal ?? document).querySelectorAll('*')].filter((at) => isHtml(at) && at.tabIndex >= 0 && at.checkVisibility({ visibilityProperty: true })
    && !at.matches(':disabled') && !at.closest('[inert]') && (at === el || !isOtherRadio(at)));
  const order = /** @type {HTMLElement[]} */ (all)
    .map((at, place) => ({ at, place, index: at.tabIndex || Infinity }))
    .sort((a, b) => a.index - b.index || a.place - b.place).map(({ at }) => at);
  const here = order.indexOf(/** @type {HTMLElement} */ (el));
  const next = order[here < 0 ? (back ? order.length - 1 : 0) : here + (back ? -1 : 1)];
  if (next) focusOn(next);
  else if (isHtml(el)) el.blur();
}

/** Of a radio group only the checked one is reached by Tab. @param {Element} el */
const isOtherRadio = (el) => isInput(el) && el.type === 'radio' && !el.checked && el.name !== ''
  && [...(el.form ?? el.ownerDocument).querySelectorAll('input[type="radio"]:checked')].some((radio) => /** @type {HTMLInputElement} */ (radio).name === el.name);

