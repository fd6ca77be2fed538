// Text that style sheets put before and after an element.

import { counterText } from './counters.js';
import { defaultView, ownerDocument } from './dom.js';

/** @typedef {import('./counters.js').Counters} Counters */

/** Longest generated text that is sent. */
const MOST = 1_000;
/** One item of a `content` value. */
const ITEM = /"((?:[^"\\]|\\.)*)"|(counters?\([^)]*\))|(open-quote)|(close-quote)|(\/)|url\((?:"(?:[^"\\]|\\.)*"|[^)]*)\)|[\w-]+\((?:[^()]|\([^()]*\))*\)|[\w-]+/gi;

/**
 * The text before or after an element; empty for none.
 * @param {Element} element
 * @param {'::before' | '::after'} where
 * @param {() => Counters} counters asked for only where it is needed
 * @returns {string}
 */
export function generatedText(element, where, counters) {
  const style = defaultView(ownerDocument(element))?.getComputedStyle(element, where);
  const content = style?.content ?? 'none';
  if (content === 'none' || content === 'normal' || content === '""' || content === '') return '';
  if (style?.display === 'none' || style?.visibility !== 'visible') return '';
  const text = textOf(content, element, where, counters, style?.quotes ?? 'auto');
  if (text === '') return '';
  // What has a box of its own stands apart from the text beside it, and so does an alternative text.
  const apart = /^(?:block|flex|grid|table|list-item|flow-root|inline-block|inline-flex|inline-grid|inline-table)$/.test(style?.display ?? '');
  return (apart || /url\(|" \/ |\) \/ /.test(content) ? ` ${text} ` : text).slice(0, MOST);
}

/**
 * @param {string} content
 * @param {Element} element
 * @param {'::before' | '::after'} where
 * @param {() => Counters} counters
 * @param {string} quotes
 * @returns {string}
 */
function textOf(content, element, where, counters, quotes) {
  let text = '';
  for (const [, string, counter, open, close, slash] of content.matchAll(ITEM)) {
    if (string !== undefined) text += unescaped(string);
    else if (counter !== undefined) text += counterText(counters().get(element)?.[where], counter);
    else if (open !== undefined) text += quoteOf(quotes, 0);
    else if (close !== undefined) text += quoteOf(quotes, 1);
    // What follows is the alternative to all before.
    else if (slash !== undefined) text = '';
  }
  return text;
}

/** @param {string} string */
function unescaped(string) {
  return string.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/giu, (_, hex, char) => (hex ? String.fromCodePoint(Math.min(Number.parseInt(hex, 16) || 0xfffd, 0x10ffff)) : char));
}

/**
 * @param {string} quotes
 * @param {0 | 1} side
 * @returns {string}
 */
function quoteOf(quotes, side) {
  if (quotes === 'none') return '';
  const pairs = [...quotes.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((pair) => unescaped(pair[1] ?? ''));
  return pairs[side] ?? (side === 0 ? '\u201c' : '\u201d');
}
