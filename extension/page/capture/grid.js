// Whether style makes a table look like data: lines around its cells, cells set off by colour, rows striped. It is only
// asked where markup does not say so. The measures are those by which Chromium tells data from layout.

import { attributeNames, firstElementChild, getAttribute, styleOf } from './dom.js';

/** Rows and cells that are looked at. */
const ROWS = 20;
const CELLS = 200;
/** Rows that must alternate to be stripes. */
const STRIPES = 5;

/**
 * @param {Element} element
 * @returns {boolean}
 */
export function looksLikeData(element) {
  const table = /** @type {HTMLTableElement} */ (element);
  if (!table.rows || firstElementChild(table) === null || isSaid(table)) return false;
  const rows = Array.from(table.rows).slice(0, ROWS);
  const style = styleOf(table);
  if (!style) return false;
  const spaced = !/^0px(?: 0px)?$/.test(style.borderSpacing) && style.borderCollapse !== 'collapse';
  const counts = { cells: 0, framed: 0, top: 0, right: 0, bottom: 0, left: 0, coloured: 0 };
  for (const cell of rows.flatMap((row) => Array.from(row.cells)).slice(0, CELLS)) {
    if (cell.offsetWidth < 1 || cell.offsetHeight < 1) continue;
    const own = styleOf(cell);
    if (own) count(counts, own, spaced, style.backgroundColor);
  }
  if (counts.cells < 2) return false;
  const half = Math.floor(counts.cells / 2);
  return Math.max(counts.framed, counts.top, counts.right, counts.bottom, counts.left, counts.coloured) >= half || isStriped(rows);
}

/**
 * Markup has decided already.
 * @param {HTMLTableElement} table
 */
function isSaid(table) {
  return attributeNames(table).some((name) => name === 'role' || name === 'summary' || name === 'rules') || table.querySelector('th,thead,tfoot,caption,col') !== null || (getAttribute(table, 'border') ?? '0') !== '0';
}

/**
 * @param {{cells: number, framed: number, top: number, right: number, bottom: number, left: number, coloured: number}} counts
 * @param {CSSStyleDeclaration} style
 * @param {boolean} spaced
 * @param {string} background
 */
function count(counts, style, spaced, background) {
  const [top, right, bottom, left] = [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth].map((width) => Number.parseFloat(width) > 0);
  counts.cells += 1;
  if ((top && bottom) || (left && right)) counts.framed += 1;
  if (top) counts.top += 1;
  if (right) counts.right += 1;
  if (bottom) counts.bottom += 1;
  if (left) counts.left += 1;
  if (spaced && style.backgroundColor !== background && style.backgroundColor !== 'rgba(0, 0, 0, 0)') counts.coloured += 1;
}

/** @param {HTMLTableRowElement[]} rows */
function isStriped(rows) {
  const colours = rows.slice(0, STRIPES).map((row) => styleOf(row)?.backgroundColor ?? '');
  return colours.length > 2 && colours[0] !== colours[1] && colours.every((colour, at) => colour === colours[at % 2]);
}
