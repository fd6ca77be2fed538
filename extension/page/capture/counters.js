// CSS counters, as they stand before and after elements. Only computed where some generated text counts, which is rare:
// the whole document is gone through then, as counting goes by document order.

import { firstElementChild, nextElementSibling, parentOf, styleOf, defaultView, ownerDocument } from './dom.js';

/** @typedef {Record<string, number[]>} Standing values by name, the innermost last */
/** @typedef {WeakMap<Element, {'::before'?: Standing, '::after'?: Standing}>} Counters */

/** Elements that are gone through. */
const MOST = 20_000;
/** Nesting that is followed. */
const DEPTH = 1_000;

/**
 * @typedef {object} Run
 * @property {Map<string, {value: number, depth: number}[]>} open counters that are in scope, innermost last
 * @property {Counters} found
 * @property {(element: Element) => boolean} mayCount
 * @property {number} left
 */

/**
 * Counters in a document.
 * @param {Element} top
 * @param {(element: Element) => boolean} mayCount false where no rule that counts can match
 * @returns {Counters}
 */
export function countersOf(top, mayCount) {
  /** @type {Run} */
  const run = { open: new Map(), found: new WeakMap(), mayCount, left: MOST };
  visit(run, top, 0);
  return run.found;
}

/**
 * @param {Run} run
 * @param {Element} element
 * @param {number} depth
 */
function visit(run, element, depth) {
  if (--run.left < 0 || depth > DEPTH) return;
  const counts = run.mayCount(element);
  if (counts) {
    const style = styleOf(element);
    if (style?.display === 'none') return;
    if (style) apply(run, style, depth);
    pseudo(run, element, '::before', depth + 1);
  }
  for (let child = firstElementChild(element); child; child = nextElementSibling(child)) visit(run, child, depth + 1);
  if (counts) pseudo(run, element, '::after', depth + 1);
  // What was begun inside ends here.
  for (const [name, open] of run.open) {
    while ((open.at(-1)?.depth ?? -1) > depth) open.pop();
    if (open.length === 0) run.open.delete(name);
  }
}

/**
 * @param {Run} run
 * @param {Element} element
 * @param {'::before' | '::after'} where
 * @param {number} depth
 */
function pseudo(run, element, where, depth) {
  const style = defaultView(ownerDocument(element))?.getComputedStyle(element, where);
  if (!style || style.content === 'none' || style.content === 'normal' || style.display === 'none') return;
  apply(run, style, depth);
  if (!style.content.includes('counter')) return;
  const known = run.found.get(element) ?? {};
  known[where] = Object.fromEntries([...run.open].map(([name, open]) => [name, open.map((one) => one.value)]));
  run.found.set(element, known);
}

/**
 * @param {Run} run
 * @param {CSSStyleDeclaration} style
 * @param {number} depth
 */
function apply(run, style, depth) {
  for (const [name, value] of changes(style.counterReset, 0)) {
    const open = run.open.get(name) ?? [];
    // A sibling's counter of the same name ends where a new one begins.
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    open.push({ value, depth });
    run.open.set(name, open);
  }
  for (const [name, value] of changes(style.counterIncrement, 1)) innermost(run, name, depth).value += value;
  for (const [name, value] of changes(style.counterSet, 0)) innermost(run, name, depth).value = value;
}

/**
 * @param {Run} run
 * @param {string} name
 * @param {number} depth
 */
function innermost(run, name, depth) {
  const open = run.open.get(name) ?? [];
  run.open.set(name, open);
  let last = open.at(-1);
  if (!last) {
    last = { value: 0, depth };
    open.push(last);
  }
  return last;
}

/**
 * @param {string} value
 * @param {number} usual
 * @returns {[string, number][]}
 */
function changes(value, usual) {
  if (!value || value === 'none') return [];
  return [...value.matchAll(/([^\s\d+-][^\s]*)(?:\s+([+-]?\d+))?/g)].map((match) => [match[1] ?? '', match[2] === undefined ? usual : Number(match[2])]);
}

/**
 * What `counter(…)` or `counters(…)` says.
 * @param {Standing | undefined} standing
 * @param {string} call
 * @returns {string}
 */
export function counterText(standing, call) {
  const name = /\(\s*([^\s,)]+)/.exec(call)?.[1] ?? '';
  const separator = /"((?:[^"\\]|\\.)*)"/.exec(call)?.[1] ?? '';
  const style = /,\s*([\w-]+)\s*\)$/.exec(call)?.[1] ?? 'decimal';
  const values = standing?.[name] ?? [0];
  if (call.toLowerCase().startsWith('counters(')) return values.map((value) => numeral(value, style)).join(separator);
  return numeral(values.at(-1) ?? 0, style);
}

/**
 * @param {number} value
 * @param {string} style
 * @returns {string}
 */
function numeral(value, style) {
  switch (style) {
    case 'none':
      return '';
    case 'decimal-leading-zero':
      return String(value).padStart(2, '0');
    case 'lower-alpha':
    case 'lower-latin':
      return alphabetic(value);
    case 'upper-alpha':
    case 'upper-latin':
      return alphabetic(value).toUpperCase();
    case 'lower-roman':
      return roman(value).toLowerCase();
    case 'upper-roman':
      return roman(value);
    case 'disc':
      return '\u2022';
    default:
      return String(value);
  }
}

/** @param {number} value */
function alphabetic(value) {
  if (value < 1) return String(value);
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26)) text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}

/** @param {number} value */
function roman(value) {
  if (value < 1 || value > 3_999) return String(value);
  const steps = /** @type {const} */ ([[1000, 'M'], [900, 'CM'], [500, 'D'], [400, 'CD'], [100, 'C'], [90, 'XC'], [50, 'L'], [40, 'XL'], [10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I']]);
  let text = '';
  let rest = value;
  for (const [step, letters] of steps) {
    while (rest >= step) {
      text += letters;
      rest -= step;
    }
  }
  return text;
}
