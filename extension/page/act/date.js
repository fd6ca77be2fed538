// Dates in text fields that open a calendar: the day is clicked there, as a person would, after turning to its month.
// Where no calendar opens the text is written. It must never click what is outside the calendar that the field opened.
import { isInput, isSelect, isTextArea, viewOf } from '../flat.js';
import { isShown } from '../geometry.js';
import { done, isDisabled, refuse } from '../guard.js';
import { frame, pause } from '../time.js';
import { calendarIn, datesShown, monthIn, monthsOf } from './calendar.js';
import { focusOn } from './focus.js';
import { clickOn } from './pointer.js';
import { choose } from './select.js';
import { isTextControl, setValue, write } from './text.js';

/**
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {import('../types.js').Page} Page
 * @typedef {import('./calendar.js').Calendar} Calendar
 * @typedef {Extract<import('../types.js').Act, { verb: 'pickDate' }>} PickDate
 */

/** How long a calendar may take to open or to turn, in milliseconds. */
const MOST_OPEN = 500;
const LOOK = 40;
/** What fields for the time are called. */
const HOURS = /hour|stunde|heure|hora/i;
const MINUTES = /minute|minuto/i;
/** Months that are turned one by one; further ones only by lists of months and years. */
const MOST_TURNS = 60;

/** @param {Element} el @returns {Outcome | null} */
export function refuses(el) {
  return isTextControl(el) ? null : refuse('badValue', 'it is no text control');
}

/**
 * @param {Element} el
 * @param {PickDate} act
 * @param {Page} page
 * @returns {Promise<Outcome>}
 */
export async function pickDate(el, { iso }, page) {
  if (!isTextControl(el)) return refuse('badValue', 'it is no text control');
  const document = viewOf(el).document;
  const before = datesShown(document);
  focusOn(el);
  clickOn(el);
  const look = () => calendarIn(document, before);
  let calendar = await until(look);
  if (!calendar) return el.readOnly ? refuse('readonly') : setValue(el, { verb: 'setValue', text: iso, secret: false }, page);
  const [day = '', time] = iso.split(/[T ]/);
  calendar = await turnTo(calendar, day, look);
  const cell = calendar?.days.get(day);
  if (!calendar || !cell) return leave(el, document, 'the calendar does not get to this day');
  if (isDisabled(cell) || /disabled/i.test(cell.className?.toString() ?? '')) return leave(el, document, 'the calendar does not offer this day');
  const held = el.value;
  clickOn(cell);
  await frame(viewOf(el));
  if (time) setTime(calendar.box, time);
  await until(() => el.value !== held);
  if (look()) close(el, document);
  await frame(viewOf(el));
  return done(el.value, !reads(el.value, day, time));
}

/**
 * @template T
 * @param {() => T} look
 * @returns {Promise<T>}
 */
async function until(look) {
  const end = Date.now() + MOST_OPEN;
  for (;;) {
    const found = look();
    if (found || Date.now() >= end) return found;
    await pause(LOOK);
  }
}

/** @param {Element} el @param {Document} document @param {string} why */
function leave(el, document, why) {
  close(el, document);
  return refuse('badValue', why);
}

/** As a person closes it: by Escape, else by a press beside it. @param {Element} el @param {Document} document */
function close(el, document) {
  el.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true, composed: true }));
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
  document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, composed: true }));
}

/** Does a text, in whatever form, say this day? @param {string} text @param {string} day @param {string | undefined} time */
function reads(text, day, time) {
  const [year = '', , date = ''] = day.split('-');
  const numbers = text.match(/\d+/g) ?? [];
  const has = (/** @type {string} */ wanted) => numbers.some((number) => Number(number) === Number(wanted));
  if (time && !has(time.slice(3, 5))) return false;
  return numbers.length > 0 && has(date) && (has(year) || has(year.slice(2)) || numbers.length < 3);
}

/**
 * Turns the calendar to the month of a day.
 * @param {Calendar} calendar
 * @param {string} day
 * @param {() => Calendar | null} look
 * @returns {Promise<Calendar | null>}
 */
async function turnTo(calendar, day, look) {
  /** @type {Calendar | null} */
  let now = calendar;
  for (let turns = 0; now && turns < MOST_TURNS; turns += 1) {
    if (ofMonth(now, day)) return now;
    const shown = [...now.days.keys()].join();
    if (!(turns === 0 && leap(now.box, day)) && !step(now, day)) return now;
    await until(() => {
      now = look();
      return now !== null && [...now.days.keys()].join() !== shown;
    });
    if (now && [...now.days.keys()].join() === shown) return now.days.has(day) ? now : null;
  }
  return now?.days.has(day) ? now : null;
}

/** Is the day's whole month there, and the day not only one at the margin? @param {Calendar} calendar @param {string} day */
function ofMonth({ days }, day) {
  const month = day.slice(0, 7);
  return days.has(day) && [...days.keys()].filter((one) => one.startsWith(month)).length >= 28;
}

/**
 * By lists or number fields of months and years.
 * @param {Element} box
 * @param {string} day
 * @returns {boolean} true where there were some
 */
function leap(box, day) {
  const [year = '', month = ''] = day.split('-');
  let found = false;
  for (const control of box.querySelectorAll('select,input')) {
    if (!isShown(control)) continue;
    if (isSelect(control)) {
      const at = [...control.options].findIndex((option, index) => option.text.trim() === year || (monthIn(option.text, monthsOf(box.ownerDocument)) === Number(month) - 1 && index < 13));
      if (at >= 0 && at !== control.selectedIndex) {
        choose(control, [at]);
        found = true;
      }
    } else if (isInput(control) && /^\d{4}$/.test(control.value) && control.value !== year) {
      put(control, year);
      found = true;
    }
  }
  return found;
}

/** @param {HTMLInputElement} control @param {string} text */
function put(control, text) {
  focusOn(control);
  write(control, text);
  for (const type of ['input', 'change', 'keyup']) control.dispatchEvent(type === 'keyup' ? new KeyboardEvent(type, { bubbles: true }) : new Event(type, { bubbles: true }));
}

/**
 * To the next or previous month.
 * @param {Calendar} calendar
 * @param {string} day
 * @returns {boolean} false where there is no way
 */
function step({ box, days }, day) {
  const sorted = [...days.keys()].sort();
  const middle = sorted[Math.floor(sorted.length / 2)] ?? '';
  const words = day > middle ? /next|forward|right|nächst|weiter|suivant|siguiente|successiv|volgend|följande|nast|след|次|下/i : /prev|back|left|vorig|vorher|zurück|précédent|anterior|precedente|vorige|föregå|poprz|пред|前|上/i;
  const said = (/** @type {Element} */ el) => `${el.getAttribute('aria-label') ?? ''} ${el.getAttribute('title') ?? ''} ${el.className?.toString() ?? ''}`;
  const all = [...box.querySelectorAll('button,a,[role="button"],[class*="next" i],[class*="prev" i]')]
    .filter((el) => ![...days.values()].some((cell) => cell === el || cell.contains(el)) && words.test(said(el)) && isShown(el) && !isDisabled(el));
  // A month, not a year, where both can be turned.
  const way = all.find((el) => /month/i.test(said(el))) ?? all.find((el) => !/year/i.test(said(el))) ?? all[0];
  if (!way) return false;
  clickOn(way);
  return true;
}

/**
 * Hours and minutes beside the days.
 * @param {Element} box
 * @param {string} time
 */
function setTime(box, time) {
  const [hour = '', minute = ''] = time.split(':');
  const said = (/** @type {Element} */ el) => `${el.getAttribute('aria-label') ?? ''} ${el.className} ${el.getAttribute('name') ?? ''}`;
  const wants = (/** @type {Element} */ el) => (HOURS.test(said(el)) ? hour : MINUTES.test(said(el)) ? minute : '');
  /** @type {Element[]} */
  let controls = [];
  let around = box;
  for (let n = 0; n < 4 && controls.length === 0; n += 1) {
    controls = [...around.querySelectorAll('input,select')].filter((control) => wants(control) && isShown(control));
    if (!around.parentElement || around.parentElement.localName === 'body') break;
    around = around.parentElement;
  }
  for (const control of controls) {
    const wanted = wants(control);
    if (isSelect(control)) {
      const at = [...control.options].findIndex((option) => Number(option.text) === Number(wanted));
      if (at >= 0) choose(control, [at]);
    } else if (isInput(control) && !isTextArea(control)) {
      put(control, wanted);
      control.dispatchEvent(new FocusEvent('blur'));
      control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    }
  }
}
