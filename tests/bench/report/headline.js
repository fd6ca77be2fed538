/**
 * The few figures that stand for each bench, ratios first: for the README and the top of the report. Each is read from a table of the
 * bench; where a table has no such line, the figure is left out.
 */

/** @import { Table } from '../lib/table.js' */
/** @import { Run } from './kept.js' */

/** @param {string | undefined} cell */
const number = (cell) => Number((cell ?? '').replace(/ ×$/, '').replaceAll(',', ''));

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/**
 * A cell by the first cell of its row and the head of its column.
 * @param {Table | undefined} table
 * @param {string} row
 * @param {string} column
 * @param {number} [nth] Of columns with the same head.
 */
function cell(table, row, column, nth = 0) {
  const at = table?.head.flatMap((name, index) => (name === column ? [index] : []))[nth] ?? -1;
  return table?.rows.find(([first]) => first === row)?.[at];
}

/** @param {Table | undefined} table @param {string} column */
const all = (table, column) => (table ? table.rows.map((row) => number(row[table.head.indexOf(column)])).filter((value) => value > 0) : []);

/** What is said of each bench: a ratio or a share, and what it is of. @type {Record<string, (tables: Table[]) => Array<[string, string]>>} */
const SAID = {
  read(tables) {
    const sizes = tables.find(({ head }) => head.includes('fewer ×'));
    const times = tables.find(({ head }) => head.includes('first ×'));
    const row = '500-row table';
    return [
      [`${number(cell(sizes, row, 'fewer ×'))} × fewer tokens`, `to a fact and an address that works in a table of 500 rows: ${cell(sizes, row, 'ours: fact')}, where Playwright MCP takes ${cell(sizes, row, 'playwright', 1)}`],
      [`${number(cell(times, '10,000 elements', 'first ×'))} × faster`, `to the first view of a page of 10,000 elements: ${cell(times, '10,000 elements', 'ours')} ms, Playwright MCP ${cell(times, '10,000 elements', 'playwright')} ms`],
    ];
  },
  act: ([table]) => [[`${median(all(table, 'tokens saved')).toFixed(1)} × fewer tokens`, `for the same tasks in ${table?.rows.length} apps as with Playwright MCP (median)`]],
  tools: ([table]) => [[`${number(cell(table, '126', 'fewer ×'))} × fewer tokens`, `for a page with 126 tools: ${number(cell(table, '126', 'as call')) + number(cell(table, '126', 'overview'))} instead of ${cell(table, '126', 'flat')}`]],
  run: ([table]) => [[`${median(all(table, 'tokens saved')).toFixed(1)} × fewer tokens`, 'as one script than as single calls (median of all tasks)']],
  search: ([table]) => [[`${median(all(table, 'NDCG × plain')).toFixed(2)} × the ranking of plain BM25`, `(median NDCG@10 of ${table?.rows.length} public sets)`]],
  miniwob: ([table]) => [[`${cell(table, 'tasks', 'solved')} of ${cell(table, 'tasks', 'of')}`, `MiniWoB++ tasks solved by scripts that speak only \`call\`, with ${cell(table, 'tasks', 'calls a try')} calls a try`]],
  life: ([table]) => [[`${cell(table, 'all', 'lost')} of ${cell(table, 'all', 'calls')} calls lost`, `over ${cell(table, 'all', 'workers started')} ends of the extension's worker, many tabs, reloads and crashes`]],
};

/**
 * @param {Run[]} runs
 * @returns {string} A table in Markdown.
 */
export function headline(runs) {
  const lines = runs.flatMap(({ name, tables }) => SAID[name]?.(tables) ?? []).filter((said) => !/undefined|NaN/.test(said.join(' ')));
  return ['| figure | of what |', '| --- | --- |', ...lines.map(([figure, what]) => `| **${figure}** | ${what} |`)].join('\n');
}
