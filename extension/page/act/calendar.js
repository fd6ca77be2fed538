// Reading a calendar that is drawn on the page: which days it shows, by what their elements say of themselves, or by
// their numbers under a heading with month and year. Changes nothing.
import { isShown } from '../geometry.js';
import { fold } from '../text.js';

/** A day, as `2026-11-30`. @typedef {string} Iso */
/** @typedef {{ box: Element, days: Map<Iso, Element> }} Calendar */

/** Attributes in which calendars keep a day's date. */
const SAYS = ['aria-label', 'data-date', 'data-day', 'data-iso', 'datetime', 'data-timestamp', 'data-time', 'data-value', 'title'];
/** Elements looked at; a calendar has some hundred. */
const MOST = 4_000;
/** Days that make a calendar. */
const LEAST = 20;
/** What turns a calendar. */
const TURNS = 'button,select,[role="button"],[class*="next" i],[aria-label*="next" i]';
/** Longest text that says a date. */
const LENGTH = 60;

/** @param {number} number */
const two = (number) => String(number).padStart(2, '0');

/** @param {number} year @param {number} month from 0 @param {number} day @returns {Iso | undefined} */
function iso(year, month, day) {
  const date = new Date(Date.UTC(year, month, day));
  return date.getUTCMonth() === month && day > 0 ? `${year}-${two(month + 1)}-${two(day)}` : undefined;
}

/** Names of months in the page's language, the browser's and English. @type {Map<string, Map<string, number>>} */
const known = new Map();

/** @param {Document} document @returns {Map<string, number>} folded name to number from 0 */
export function monthsOf(document) {
  const languages = [document.documentElement.lang, document.defaultView?.navigator.language ?? '', 'en'];
  const key = languages.join();
  let names = known.get(key);
  if (names) return names;
  names = new Map();
  for (const language of languages) {
    for (const month of /** @type {const} */ (['long', 'short'])) {
      for (let at = 0; at < 12; at += 1) {
        try {
          for (const more of [{}, { day: /** @type {const} */ ('numeric') }]) {
            const parts = new Intl.DateTimeFormat(language, { month, ...more, timeZone: 'UTC' }).formatToParts(Date.UTC(2026, at, 15));
            const name = parts.find(({ type }) => type === 'month')?.value.toLowerCase().replace(/\.$/, '');
            if (name && !/^\d+$/.test(name)) names.set(name, at);
          }
        } catch {
          // A language that the browser does not know.
        }
      }
    }
  }
  known.set(key, names);
  return names;
}

/**
 * The month that a text names.
 * @param {string} text
 * @param {Map<string, number>} months
 * @returns {number | undefined}
 */
export function monthIn(text, months) {
  for (const word of text.toLowerCase().split(/[^\p{L}\p{M}]+/u)) {
    const month = months.get(word);
    if (month !== undefined) return month;
  }
  return undefined;
}

/**
 * The date that a text says, whole.
 * @param {string} text
 * @param {Map<string, number>} months
 * @returns {Iso | undefined}
 */
export function dateIn(text, months) {
  if (text.length > LENGTH) return undefined;
  const plain = /(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text);
  if (plain) return iso(Number(plain[1]), Number(plain[2]) - 1, Number(plain[3]));
  if (/^\d{12,13}$/.test(text)) {
    const date = new Date(Number(text));
    return iso(date.getFullYear(), date.getMonth(), date.getDate());
  }
  const year = /(?<!\d)(\d{4})(?!\d)/.exec(text)?.[1];
  const month = year ? monthIn(text, months) : undefined;
  const day = /(?<!\d)(\d{1,2})(?!\d)/.exec(text)?.[1];
  return year && day && month !== undefined ? iso(Number(year), month, Number(day)) : undefined;
}

/** @param {Element} el @param {Map<string, number>} months */
function dateOf(el, months) {
  for (const name of SAYS) {
    const said = el.getAttribute(name);
    const found = said && dateIn(said, months);
    if (found) return found;
  }
  return undefined;
}

/**
 * The calendar that is shown in a tree, but for what was shown before it was opened.
 * @param {Document | ShadowRoot} root
 * @param {Set<Element>} before
 * @returns {Calendar | null}
 */
export function calendarIn(root, before) {
  const document = 'defaultView' in root ? root : root.ownerDocument;
  const months = monthsOf(document);
  /** @type {Map<Iso, Element>} */
  const days = new Map();
  const selector = SAYS.map((name) => `[${name}]`).join();
  for (const el of [...root.querySelectorAll(selector)].slice(0, MOST)) {
    const date = before.has(el) ? undefined : dateOf(el, months);
    // The month's own day stands before another month's that shows it too.
    if (date && isShown(el) && (!days.has(date) || isOther(days.get(date)))) days.set(date, el);
  }
  if (days.size >= LEAST) return { box: around([...days.values()]), days };
  return numbered(root, before, months);
}

/** All elements that say a date now: what is not the calendar that will open. @param {Document | ShadowRoot} root */
export function datesShown(root) {
  const selector = [...SAYS.map((name) => `[${name}]`), 'td', 'button', '[role="gridcell"]'].join();
  return new Set([...root.querySelectorAll(selector)].slice(0, MOST).filter(isShown));
}

/** The innermost element around all. @param {Element[]} elements */
function around(elements) {
  const [first, ...rest] = elements;
  let box = /** @type {Element} */ (first);
  for (const el of rest) while (!box.contains(el) && box.parentElement) box = box.parentElement;
  // Its heading and buttons stand beside the days.
  const days = new Set(elements);
  const turns = () => [...box.querySelectorAll(TURNS)].some((el) => !days.has(el) && ![...days].some((day) => day.contains(el) || el.contains(day)));
  for (let n = 0; n < 4 && box.parentElement && box.parentElement.localName !== 'body' && !turns(); n += 1) box = box.parentElement;
  return box;
}

/** A day of the month before or after. @param {Element | undefined} el */
function isOther(el) {
  return el !== undefined && /other|outside|prev|next|muted|adjacent|\b(off|old|new)\b/i.test(el.className?.toString() ?? '');
}

/**
 * Days that are numbers only, under a heading that names month and year.
 * @param {Document | ShadowRoot} root
 * @param {Set<Element>} before
 * @param {Map<string, number>} months
 * @returns {Calendar | null}
 */
function numbered(root, before, months) {
  const cells = [...root.querySelectorAll('td,button,[role="gridcell"],[class*="day" i]')].slice(0, MOST)
    .filter((el) => !before.has(el) && /^\d{1,2}$/.test((el.textContent ?? '').trim()) && isShown(el) && !isOther(el) && !isOther(el.parentElement ?? undefined));
  if (cells.length < LEAST) return null;
  let box = around(cells);
  for (let n = 0; n < 3; n += 1) {
    const heading = headingIn(box, months);
    if (heading) {
      const days = new Map();
      for (const el of cells) {
        const date = iso(heading.year, heading.month, Number(el.textContent));
        if (date && !days.has(date)) days.set(date, el);
      }
      return { box, days };
    }
    if (!box.parentElement) return null;
    box = box.parentElement;
  }
  return null;
}

/** @param {Element} box @param {Map<string, number>} months */
function headingIn(box, months) {
  for (const el of box.querySelectorAll('*')) {
    const text = fold(el.textContent ?? '', LENGTH);
    const year = text.length < 30 ? /(?<!\d)(\d{4})(?!\d)/.exec(text)?.[1] : undefined;
    const month = year ? monthIn(text, months) : undefined;
    if (year && month !== undefined && isShown(el)) return { year: Number(year), month };
  }
  return null;
}
