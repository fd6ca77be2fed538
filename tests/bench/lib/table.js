/**
 * Numbers of a measurement: medians, and tables as text. Where a report is being made, tables are kept for it too.
 */
import { appendFileSync } from 'node:fs';

/** @typedef {{ head: string[], rows: string[][], title?: string }} Table */

/**
 * @param {number[]} numbers
 * @returns {number} NaN where there are none.
 */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? NaN) + high) / 2;
}

/**
 * Milliseconds for a table.
 * @param {number} ms
 * @returns {string}
 */
export function shown(ms) {
  return ms < 1 ? ms.toFixed(3) : ms < 100 ? ms.toFixed(1) : ms.toFixed(0);
}

/** What a report reads as the sign that a bench came to its end; what is thrown leaves it out. */
export const END = { ended: true };

let ending = false;

/**
 * Keeps a table for the report that is being made, if one is.
 * @param {Table} made
 */
export function keep(made) {
  const file = process.env.ONECALL_BENCH_OUT;
  if (!file) return;
  appendFileSync(file, `${JSON.stringify(made)}\n`);
  if (ending) return;
  ending = true;
  process.once('beforeExit', () => appendFileSync(file, `${JSON.stringify(END)}\n`));
}

/**
 * Columns as wide as they need to be; the first is set left, the others right.
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {string} [title] What a report puts above it.
 * @returns {string}
 */
export function table(head, rows, title) {
  keep({ head, rows, ...(title ? { title } : {}) });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (/** @type {string[]} */ row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ').trimEnd();
  return [line(head), widths.map((width) => '─'.repeat(width)).join('──'), ...rows.map(line)].join('\n');
}
