/**
 * The figures that are kept, and all that is drawn from them: a page and plots for each bench, the whole report, the README's table.
 * Drawing twice gives the same bytes.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../e2e/lib/browser.js';
import { BENCHES } from './benches.js';
import { headline } from './headline.js';
import { markdown } from './page.js';
import { plots } from './plot.js';

/** @import { Table } from '../lib/table.js' */
/** @import { Bench } from './benches.js' */

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {string} command
 * @property {string} when
 * @property {string} machine
 * @property {number} seconds
 * @property {boolean} missed It ended, and a goal of its own was missed.
 * @property {Table[]} tables
 * @property {string} [failed] The day of a later run that broke off.
 */

/** @typedef {{ out: string, readme: string }} Place */

/** @type {Place} */
export const PLACE = { out: join(root, 'www/bench'), readme: join(root, 'README.md') };

const [BEGIN, END] = ['<!-- figures: begin -->', '<!-- figures: end -->'];

/** @param {string} name @param {Place} place */
const fileOf = (name, { out }) => join(out, `${name}.json`);

/** @param {string} name @param {Place} [place] @returns {Run | null} */
export function runOf(name, place = PLACE) {
  const file = fileOf(name, place);
  return existsSync(file) ? /** @type {Run} */ (JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** @param {Run} run @param {Place} [place] */
export function keepRun(run, place = PLACE) {
  mkdirSync(place.out, { recursive: true });
  writeFileSync(fileOf(run.name, place), `${JSON.stringify(run, null, 1)}\n`);
}

/** The figures before stay, and say so. @param {string} name @param {string} when @param {Place} [place] */
export function noteFailure(name, when, place = PLACE) {
  const before = runOf(name, place);
  if (before) keepRun({ ...before, failed: when }, place);
}

/** Everything that is drawn, by file. @param {Place} [place] @returns {Map<string, string>} */
export function drawn(place = PLACE) {
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @type {Array<{ bench: Bench, run: Run }>} */
  const all = BENCHES.flatMap((bench) => {
    const run = runOf(bench.name, place);
    return run ? [{ bench, run }] : [];
  });
  const parts = all.map(({ bench, run }) => {
    const pictures = plots(bench.title, run.tables).map(({ title, svg }, at) => {
      files.set(`${bench.name}-${at + 1}.svg`, svg);
      return { title, file: `${bench.name}-${at + 1}.svg` };
    });
    const text = markdown(bench, run, pictures);
    files.set(`${bench.name}.md`, text);
    return text.trim();
  });
  files.set('headline.md', `${headline(all.map(({ run }) => run))}\n`);
  const said = 'Times on a small machine are noisy; ratios of one run are not. Each part names its command, its day and its machine.';
  files.set('index.md', `${[said, headline(all.map(({ run }) => run)), ...parts].join('\n\n')}\n`);
  return files;
}

/** The README with the figures as they are kept. @param {Place} [place] @returns {string} */
export function readme(place = PLACE) {
  const text = readFileSync(place.readme, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`README.md has no place for figures (${BEGIN} … ${END})`);
  const runs = BENCHES.flatMap(({ name }) => runOf(name, place) ?? []);
  return `${text.slice(0, from + BEGIN.length)}\n${headline(runs)}\n${text.slice(to)}`;
}

/** Writes all of it. @param {Place} [place] @returns {number} How many benches there are. */
export function draw(place = PLACE) {
  mkdirSync(place.out, { recursive: true });
  const files = drawn(place);
  for (const file of readdirSync(place.out)) if (/\.(md|svg)$/.test(file) && !files.has(file)) rmSync(join(place.out, file));
  for (const [file, text] of files) writeFileSync(join(place.out, file), text);
  writeFileSync(place.readme, readme(place));
  return BENCHES.filter(({ name }) => files.has(`${name}.md`)).length;
}
