/**
 * Numbers of a measurement: medians, and tables as text. Where a report is being made, tables are kept for it too.
 */
import { appendFileSync } from 'node:fs';

/** @typedef {{ head: string[], rows: string[][] }} Table */

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

/**
 * Columns as wide as they need to be; the first is set left, the others right.
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {string}
 */
export function table(head, rows) {
  const kept = process.env.ONECALL_BENCH_OUT;
  if (kept) appendFileSync(kept, `${JSON.stringify({ head, rows })}\n`);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (/** @type {string[]} */ row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ').trimEnd();
  return [line(head), widths.map((width) => '─'.repeat(width)).join('──'), ...rows.map(line)].join('\n');
}
