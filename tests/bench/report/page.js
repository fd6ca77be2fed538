/**
 * A bench's tables as Markdown, and its ratios as a picture.
 */

/** @import { Table } from '../lib/table.js' */

/**
 * @param {{ name: string, title: string, command: string, when: string, tables: Table[], picture: boolean }} report
 * @returns {string}
 */
export function markdown({ name, title, command, when, tables, picture }) {
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|') || '–';
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(cell).join(' | ')} |`;
  const shown = tables.map(({ head, rows }) => [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map((row) => line(head.map((_, at) => row[at] ?? '')))].join('\n'));
  const image = picture ? [`![Ratios of ${title.toLowerCase()}; the figures stand in the table below](bench/${name}.svg)`] : [];
  return `${[`## ${title}`, ...image, ...shown, `\`${command}\`, ${when}.`].join('\n\n')}\n`;
}

/** Wide enough for bars that can be compared. */
const BAR = 360;
const STEP = 26;

/**
 * The ratios of the first table that has some: `12.7 ×`.
 * @param {string} title
 * @param {Table[]} tables
 * @returns {string | undefined}
 */
export function plot(title, tables) {
  for (const { head, rows } of tables) {
    const column = head.findIndex((_, at) => at > 0 && rows.some((row) => /^[\d.,]+ ×$/.test(row[at] ?? '')));
    if (column < 0) continue;
    const bars = rows.flatMap((row) => {
      const ratio = Number((row[column] ?? '').replace(/ ×$/, '').replaceAll(',', ''));
      return ratio > 0 ? [{ label: row[0] ?? '', ratio }] : [];
    });
    return svg(`${title}: ${head[column]}`, bars);
  }
  return undefined;
}

/**
 * @param {string} title
 * @param {Array<{ label: string, ratio: number }>} bars
 * @returns {string}
 */
function svg(title, bars) {
  // A letter of 13 px is about 7 wide.
  const left = Math.max(...bars.map(({ label }) => label.length * 6.6), 60) + 16;
  const most = Math.max(...bars.map(({ ratio }) => ratio), 1);
  const lines = bars.map(({ label, ratio }, at) => {
    const y = 34 + at * STEP;
    const width = Math.max(2, (ratio / most) * BAR);
    return `<text x="${left - 10}" y="${y + 13}" text-anchor="end">${escaped(label)}</text><rect x="${left}" y="${y}" width="${width.toFixed(1)}" height="17" rx="3"/><text x="${(left + width + 8).toFixed(1)}" y="${y + 13}">${ratio} ×</text>`;
  });
  const height = 44 + bars.length * STEP;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + BAR + 90} ${height}" role="img" aria-label="${escaped(title)}">
<style>text{font:13px system-ui,sans-serif;fill:#3c4858}rect{fill:#2f74d0}@media (prefers-color-scheme:dark){text{fill:#c3ccd8}rect{fill:#5a9bf0}}</style>
<text x="0" y="16" font-weight="600">${escaped(title)}</text>
${lines.join('\n')}
</svg>
`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
