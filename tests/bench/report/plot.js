/**
 * Ratios as plots: a bar for each line of a table, on a scale in which twice as much is the same length everywhere. What is less
 * than once goes to the other side. Wide enough to be read on a phone.
 */
import { ratiosFirst, ratiosOf } from './page.js';

/** @import { Table } from '../lib/table.js' */

/** @typedef {{ label: string, ratio: number }} Bar */

/** More lines than this say nothing as bars. */
const MOST = 20;
const WIDTH = 560;
const STEP = 40;
const TOP = 52;
/** Room at the right for the number. */
const NUMBER = 64;

/**
 * A plot for each table with ratios, of its last column of them.
 * @param {string} title
 * @param {Table[]} tables
 * @returns {Array<{ title: string, svg: string }>}
 */
export function plots(title, tables) {
  return tables.flatMap((table) => {
    const columns = ratiosOf(table).length;
    if (columns === 0 || table.rows.length > MOST || table.rows.length < 2) return [];
    const { head, rows } = ratiosFirst(table);
    const bars = rows.flatMap((row) => {
      const ratio = Number((row[columns] ?? '').replace(/ ×$/, '').replaceAll(',', ''));
      return ratio > 0 ? [{ label: row[0] ?? '', ratio }] : [];
    });
    const named = `${table.title?.split(':')[0] ?? title}: ${head[columns]} (times)`;
    return bars.length > 1 ? [{ title: named, svg: svg(named, bars) }] : [];
  });
}

/**
 * @param {string} title
 * @param {Bar[]} bars
 * @returns {string}
 */
function svg(title, bars) {
  const most = Math.max(...bars.map(({ ratio }) => ratio), 2);
  const least = Math.min(...bars.map(({ ratio }) => ratio), 1);
  const span = Math.log2(most) - Math.log2(least);
  const x = (/** @type {number} */ ratio) => 4 + ((Math.log2(ratio) - Math.log2(least)) / span) * (WIDTH - NUMBER - 8);
  const height = TOP + bars.length * STEP + 10;
  const ticks = [1, 2, 5, 10, 20, 50, 100, 200, 500].filter((tick) => tick === 1 || (tick <= most && (span < 5 || /^1/.test(String(tick)))));
  const grid = ticks.map((tick) => `<line class="${tick === 1 ? 'one' : 'tick'}" x1="${x(tick).toFixed(1)}" x2="${x(tick).toFixed(1)}" y1="40" y2="${height - 6}"/><text class="scale" x="${x(tick).toFixed(1)}" y="36" text-anchor="${tick === least ? 'start' : 'middle'}">${tick} ×</text>`);
  const lines = bars.map(({ label, ratio }, at) => {
    const y = TOP + at * STEP;
    const [from, to] = ratio >= 1 ? [x(1), x(ratio)] : [x(ratio), x(1)];
    return `<text x="9" y="${y + 9}">${escaped(label)}</text><rect class="${ratio >= 1 ? 'more' : 'less'}" x="${from.toFixed(1)}" y="${y + 15}" width="${Math.max(to - from, 2).toFixed(1)}" height="13" rx="3"/><text class="value" x="${(to + 7).toFixed(1)}" y="${y + 26}">${ratio} ×</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>text{font:13px system-ui,sans-serif;fill:#1b2430}.title{font-weight:600;font-size:14px}.scale{font-size:11px;fill:#536173}.value{font-weight:600}.more{fill:#2f74d0}.less{fill:#c77d1c}.one{stroke:#536173}.tick{stroke:#d9dfe7}@media (prefers-color-scheme:dark){text{fill:#e4e9f0}.scale{fill:#a0adbd}.more{fill:#5a9bf0}.less{fill:#e0a050}.one{stroke:#a0adbd}.tick{stroke:#303947}}</style>
<text class="title" x="0" y="15">${escaped(title)}</text>
${grid.join('\n')}
${lines.join('\n')}
</svg>
`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
