/**
 * Fields, hints, errors, tables and summary lists of govuk-frontend's fixtures, against the options they were rendered from.
 *
 * cargo xtask bench govuk [--all]. Counts per kind of fact and component; lists each miss (`--all`: each page's finding
 * too). Fails where one is missed.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { launch, root } from '../../e2e/lib/browser.js';
import { asked, capture, captureScript } from '../lib/facts.js';
import { table } from '../lib/table.js';
import { expected, fold } from './expected.js';

/** @import { Facts } from '../lib/facts.js' */
/** @import { Entry, Expected, Field, Option, Options, Table } from './expected.js' */

/**
 * @typedef {Field & { hint: string | null, error: string | null }} FoundField
 * @typedef {{ caption: string, columns: string[], rows: { key: string, cells: string[] }[] }} FoundTable
 * @typedef {{ items: Entry[] }} FoundList
 * @typedef {{ page: string, fields: FoundField[], tables: FoundTable[], lists: FoundList[] }} Found
 * @typedef {{ name: string, component: string, options: Options, html: string }} Fixture
 */

/** Characters of a label that the core gives. */
const LABEL = 200;

const all = process.argv.includes('--all');
const dist = join(root, 'node_modules/govuk-frontend/dist/govuk');
const fixtures = read();
/** @type {Map<string, [right: number, all: number]>} */
const totals = new Map();
/** @type {string[]} */
const misses = [];
const found = /** @type {Map<string, Found>} */ (asked('things', 'govuk', await ask()));
for (const fixture of fixtures) judge(fixture, found.get(fixture.name));
report();

/** @returns {Fixture[]} */
function read() {
  const files = readdirSync(join(dist, 'components'), { recursive: true, encoding: 'utf8' }).filter((file) => basename(file) === 'fixtures.json');
  return files.sort().flatMap((file) => {
    const component = dirname(file);
    /** @type {{ fixtures: { name: string, options: Options, html: string }[] }} */
    const { fixtures: some } = JSON.parse(readFileSync(join(dist, 'components', file), 'utf8'));
    return some.map(({ name, options, html }) => ({ name: `${component}: ${name}`, component, options, html }));
  });
}

/** @returns {Promise<Facts[]>} */
async function ask() {
  const sheet = readFileSync(join(dist, 'govuk-frontend.min.css'), 'utf8').replaceAll('</style', '<\\/style');
  const browser = await launch({ extension: false, context: { javaScriptEnabled: false, offline: true } });
  const script = await captureScript();
  /** @type {Facts[]} */
  const facts = [];
  try {
    const page = await browser.page();
    const session = await browser.context.newCDPSession(page);
    for (const { name, html } of fixtures) {
      await page.setContent(`<!doctype html><html lang="en"><head><style>${sheet}</style></head><body class="govuk-template__body">${html}</body></html>`);
      facts.push({ page: name, parts: await capture(session, script) });
    }
  } finally {
    await browser.close();
  }
  return facts;
}

/**
 * @param {Fixture} fixture
 * @param {Found | undefined} said
 */
function judge({ name, component, options }, said) {
  const wanted = expected(component, options);
  const check = (/** @type {string} */ what, /** @type {boolean} */ right, /** @type {string} */ text) => {
    const total = totals.get(what) ?? [0, 0];
    totals.set(what, [total[0] + Number(right), total[1] + 1]);
    if (!right) misses.push(`${name}: ${what} ${text}`);
  };
  const left = [...(said?.fields ?? [])];
  for (const field of wanted.fields) {
    const at = left.findIndex((one) => one.label === fold(field.label.slice(0, LABEL)));
    check('label', at >= 0, `${JSON.stringify(field.label)} among ${JSON.stringify(left.map((one) => one.label))}`);
    const [one] = at >= 0 ? left.splice(at, 1) : [];
    if (one) judgeField(field, one, check);
  }
  for (const [at, one] of wanted.tables.entries()) judgeTable(one, said?.tables[at], check);
  const entries = (said?.lists ?? []).flatMap((list) => list.items);
  for (const entry of wanted.entries) {
    const one = entries.find(({ key, text }) => fold(key) === entry.key && fold(text) === entry.text);
    check('summary', one !== undefined, `${JSON.stringify(entry)} among ${JSON.stringify(entries).slice(0, 600)}`);
  }
  if (all) console.log(name, JSON.stringify(said));
}

/**
 * @param {Field} wanted
 * @param {FoundField} one
 * @param {(what: string, right: boolean, text: string) => void} check
 */
function judgeField(wanted, one, check) {
  const same = (/** @type {string} */ what, /** @type {unknown} */ is, /** @type {unknown} */ should) => {
    check(what, is === should, `of ${JSON.stringify(wanted.label)} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`);
  };
  if (wanted.kind !== undefined) same('kind', one.kind, wanted.kind);
  if (wanted.value !== undefined) same('value', fold(one.value ?? ''), fold(wanted.value));
  if (wanted.disabled !== undefined) same('disabled', one.disabled, wanted.disabled);
  // A prefix for screen readers may be part of an error.
  if (wanted.error) check('error', (one.error ?? '').endsWith(wanted.error), `of ${JSON.stringify(wanted.label)} is ${JSON.stringify(one.error)}, not ${JSON.stringify(wanted.error)}`);
  else same('no error', one.error ?? '', '');
  if (wanted.hint) check('hint', (one.hint ?? '').includes(wanted.hint), `of ${JSON.stringify(wanted.label)} is ${JSON.stringify(one.hint)}, not ${JSON.stringify(wanted.hint)}`);
  for (const [at, option] of (wanted.options ?? []).entries()) {
    const is = one.options?.[at];
    same('option', fold(is?.label ?? ''), option.label);
    same('selected', is?.selected, isSelected(wanted.options ?? [], at, wanted.kind));
    same('option disabled', is?.disabled, option.disabled);
    if (option.hint) same('option hint', is?.hint ?? '', option.hint);
  }
}

/**
 * A select shows its first option where none is chosen; of several radio buttons the last one that says so is chosen.
 * @param {Option[]} options
 * @param {number} at
 * @param {string | undefined} kind
 */
function isSelected(options, at, kind) {
  const last = options.findLastIndex((option) => option.selected);
  if (last >= 0) return at === last;
  return kind === 'select' && at === options.findIndex((option) => !option.disabled);
}

/**
 * @param {Table} wanted
 * @param {FoundTable | undefined} one
 * @param {(what: string, right: boolean, text: string) => void} check
 */
function judgeTable(wanted, one, check) {
  if (wanted.caption) check('caption', one?.caption === wanted.caption, JSON.stringify(one?.caption));
  for (const [at, column] of wanted.columns.entries()) {
    if (column) check('column', (one?.columns[at] ?? '').replace(/#\d+$/, '') === column, `${JSON.stringify(column)} is ${JSON.stringify(one?.columns[at])}`);
  }
  for (const [at, row] of wanted.rows.entries()) {
    for (const [column, text] of row.entries()) {
      const is = one?.rows[at]?.cells[column];
      check('cell', is === text, `${at + 1}/${column + 1} is ${JSON.stringify(is)}, not ${JSON.stringify(text)}`);
    }
  }
}

function report() {
  console.log(`govuk-frontend: ${fixtures.length} fixtures\n`);
  console.log(table(['what', 'right', 'all'], [...totals].map(([what, [right, total]]) => [what, String(right), String(total)])));
  for (const miss of misses) console.log(`miss  ${miss}`);
  if (misses.length > 0) process.exitCode = 1;
}
