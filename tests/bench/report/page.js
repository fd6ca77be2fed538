/**
 * A bench's figures as Markdown: what they mean, plots, tables with the ratios first, and how to repeat them.
 */

/** @import { Table } from '../lib/table.js' */
/** @import { Bench } from './benches.js' */
/** @import { Run } from './kept.js' */

/** Longer tables are folded. */
const LONG = 24;

/**
 * Columns of ratios, by their heads or their cells.
 * @param {Table} table
 * @returns {number[]}
 */
export function ratiosOf({ head, rows }) {
  return head.flatMap((name, at) => (at > 0 && (name.includes('×') || rows.some((row) => / ×$/.test(row[at] ?? ''))) ? [at] : []));
}

/**
 * The table with its ratios right after the first column, each written as one.
 * @param {Table} table
 * @returns {Table}
 */
export function ratiosFirst(table) {
  const ratios = ratiosOf(table);
  const order = table.head.map((_, at) => at).sort((one, other) => rank(one) - rank(other));
  /** @param {number} at */
  function rank(at) {
    if (at === 0) return -1;
    return ratios.includes(at) ? 0 : 1;
  }
  const written = (/** @type {string} */ cell, /** @type {number} */ at) => (ratios.includes(at) && /^[\d.,]+$/.test(cell) ? `${cell} ×` : cell);
  return { ...table, head: order.map((at) => (table.head[at] ?? '').replace(/ ×$/, '')), rows: table.rows.map((row) => order.map((at) => written(row[at] ?? '', at))) };
}

/** @param {Table} table */
function tableOf(table) {
  const { head, rows, title } = ratiosFirst(table);
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;') || '–';
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(cell).join(' | ')} |`;
  const isNumber = (/** @type {number} */ at) => rows.every((row) => /^[\d.,/–-]*( [×a-zA-Z ]+)?$|^(yes|no)$/.test(row[at] ?? ''));
  const text = [line(head), line(head.map((_, at) => (at === 0 || !isNumber(at) ? '---' : '---:'))), ...rows.map((row) => line(head.map((_, at) => row[at] ?? '')))].join('\n');
  const caption = title ? `**${title}**\n\n` : '';
  return rows.length > LONG ? `${caption}<details><summary>All ${rows.length} lines</summary>\n\n${text}\n\n</details>` : caption + text;
}

/**
 * @param {Bench} bench
 * @param {Run} run
 * @param {Array<{ title: string, file: string }>} pictures
 * @returns {string}
 */
export function markdown({ title, about }, run, pictures) {
  const images = pictures.map((picture) => `![${picture.title}; the figures stand in the table below](${picture.file})`);
  const end = [`\`${run.command}\`, ${run.when}${run.seconds > 0 ? `, ${run.seconds} seconds` : ''}, on ${run.machine}.`];
  if (run.missed) end.push('A goal of this bench was missed in this run; the run says which.');
  if (run.failed) end.push(`A run on ${run.failed} broke off; these are the figures before it.`);
  return `${[`## ${title}`, about, ...images, ...run.tables.map(tableOf), end.join(' ')].join('\n\n')}\n`;
}
