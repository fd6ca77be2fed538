/**
 * Role and name of every element against Chromium's own accessibility tree, node by node.
 *
 * cargo xtask bench oracle [DIR …] [--most N]. Without DIR: the pages of the corpora, the fixtures of
 * govuk-frontend and the pages in tests/suite. A DIR is searched for HTML files. Scripts are off and the network is blocked.
 * Elements that Chromium ignores are not compared; names of table rows are counted apart, as Chromium gives them none.
 * Prints each difference, the most frequent kinds first (`--most N`: of each kind only so many), and agreement per set.
 */
import { resolve } from 'node:path';

import { launch } from '../../e2e/lib/browser.js';
import { capture, captureScript, MARK, told } from '../lib/facts.js';
import { folder, some } from '../lib/folder.js';
import { table } from '../lib/table.js';
import { pagesOf, standard } from './pages.js';

/** @import { CDPSession } from 'playwright-core' */
/** @import { Facts } from '../lib/facts.js' */
/** @import { OraclePage } from './pages.js' */

/**
 * @typedef {{ handle: number, tag: string, role: string, name: string }} Verdict
 * @typedef {{ nodes: number, roles: number, names: number, rows: number, rowNames: number, missing: number }} Total
 * @typedef {{ page: string, what: 'role' | 'name', key: string, text: string }} Difference
 */

/** The goals, in per cent. */
const GOALS = { role: 99.7, name: 99.5 };

const args = process.argv.slice(2);
const most = args.includes('--most') ? Number(args[args.indexOf('--most') + 1]) : Infinity;
const dirs = args.filter((arg, at) => !arg.startsWith('--') && args[at - 1] !== '--most');
const pages = dirs.length > 0 ? dirs.flatMap(named) : standard();

const { facts, verdicts } = await ask(pages);
compare(pages, verdicts, told('oracle', facts));

/**
 * The pages of a folder that the caller named.
 * @param {string} dir
 * @returns {OraclePage[]}
 */
function named(dir) {
  const top = resolve(dir);
  folder(top, true);
  const found = pagesOf(top);
  some(top, found.length, 'HTML file');
  return found;
}

/**
 * @param {OraclePage[]} pages
 * @returns {Promise<{ facts: Facts[], verdicts: Map<string, Verdict[]> }>}
 */
async function ask(pages) {
  const browser = await launch({ extension: false, context: { javaScriptEnabled: false, offline: true } });
  const script = await captureScript();
  /** @type {Facts[]} */
  const facts = [];
  /** @type {Map<string, Verdict[]>} */
  const verdicts = new Map();
  try {
    const page = await browser.page();
    await page.route(/^https?:/, (route) => route.abort());
    const session = await browser.context.newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('Accessibility.enable');
    for (const one of pages) {
      if (one.url) await page.goto(one.url, { waitUntil: 'domcontentloaded' });
      else await page.setContent(one.html ?? '', { waitUntil: 'domcontentloaded' });
      facts.push({ page: one.name, parts: await capture(session, script) });
      verdicts.set(one.name, await chromium(session));
    }
  } finally {
    await browser.close();
  }
  return { facts, verdicts };
}

/**
 * What Chromium says to each element that it does not ignore.
 * @param {CDPSession} session
 * @returns {Promise<Verdict[]>}
 */
async function chromium(session) {
  // Flat: what is nested a thousand deep would be too much for the protocol as a tree.
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  /** @type {Map<number, { handle: number, tag: string }>} */
  const elements = new Map();
  /** @type {string[]} */
  const frames = [];
  for (const node of nodes) {
    const at = (node.attributes ?? []).indexOf(MARK);
    if (at >= 0) elements.set(node.backendNodeId, { handle: Number(node.attributes?.[at + 1]), tag: node.localName });
    if (node.contentDocument && node.frameId) frames.push(node.frameId);
  }
  /** @type {Verdict[]} */
  const verdicts = [];
  for (const frameId of [undefined, ...frames]) {
    const { nodes } = await session.send('Accessibility.getFullAXTree', frameId ? { frameId } : {}).catch(() => ({ nodes: [] }));
    for (const node of nodes) {
      const element = elements.get(node.backendDOMNodeId ?? 0);
      if (!element || node.ignored) continue;
      verdicts.push({ ...element, role: String(node.role?.value ?? ''), name: String(node.name?.value ?? '') });
    }
  }
  return verdicts;
}

/**
 * Chromium's own names of roles, as ARIA has them: what ARIA has no role for is nothing.
 * @param {string} role
 * @returns {string}
 */
function plain(role) {
  if (role === 'RootWebArea') return 'document';
  if (role === 'MathMLMath') return 'math';
  // SVG-AAM's role for the root of a drawing, which Chromium has under a name of its own.
  if (role === 'graphics-document') return 'generic';
  return /^[A-Z]/.test(role) || role === 'none' || role === 'presentation' || role === '' ? 'generic' : role === 'img' ? 'image' : role;
}

/** @param {string} text */
function fold(text) {
  return text.replace(/\s+/g, ' ').trim().slice(0, 1_900);
}

/**
 * @param {OraclePage[]} pages
 * @param {Map<string, Verdict[]>} verdicts
 * @param {ReturnType<typeof told>} tellings
 */
function compare(pages, verdicts, tellings) {
  /** @type {Map<string, Total>} */
  const totals = new Map();
  /** @type {Difference[]} */
  const differences = [];
  for (const { name: page, set } of pages) {
    const total = totals.get(set) ?? { nodes: 0, roles: 0, names: 0, rows: 0, rowNames: 0, missing: 0 };
    totals.set(set, total);
    const telling = tellings.get(page);
    if (telling && telling.odd.length > 0) differences.push({ page, what: 'role', key: 'odd facts', text: telling.odd.join(', ') });
    const ours = new Map(telling?.nodes.map((node) => [node[0], node]));
    for (const verdict of verdicts.get(page) ?? []) count(page, verdict, ours.get(verdict.handle), total, differences);
  }
  report(totals, differences);
}

/**
 * @param {string} page
 * @param {Verdict} verdict
 * @param {import('../lib/facts.js').Told | undefined} ours
 * @param {Total} total
 * @param {Difference[]} differences
 */
function count(page, verdict, ours, total, differences) {
  const { handle, tag } = verdict;
  const where = `${page} <${tag}> ${handle}`;
  const [, role = '', name = ''] = ours ?? [];
  const [theirs, mine] = [plain(verdict.role), plain(role)];
  total.nodes += 1;
  if (!ours) total.missing += 1;
  if (theirs === mine) total.roles += 1;
  else differences.push({ page, what: 'role', key: `<${tag}> ${mine}, Chromium ${verdict.role}`, text: where });
  const same = fold(name) === fold(verdict.name);
  if (theirs === 'row' || mine === 'row') {
    total.rows += 1;
    total.rowNames += same ? 1 : 0;
  } else if (same) total.names += 1;
  else differences.push({ page, what: 'name', key: `<${tag}> ${mine}`, text: `${where}\n    ours     ${JSON.stringify(fold(name).slice(0, 300))}\n    Chromium ${JSON.stringify(fold(verdict.name).slice(0, 300))}` });
}

/**
 * @param {Map<string, Total>} totals
 * @param {Difference[]} differences
 */
function report(totals, differences) {
  for (const what of /** @type {const} */ (['role', 'name'])) {
    /** @type {Map<string, Difference[]>} */
    const groups = new Map();
    for (const difference of differences) if (difference.what === what) groups.set(difference.key, [...(groups.get(difference.key) ?? []), difference]);
    const sorted = [...groups].sort((a, b) => b[1].length - a[1].length);
    if (sorted.length > 0) console.log(`\ndifferences of ${what}`);
    for (const [key, group] of sorted) console.log(`${String(group.length).padStart(6)}  ${key}\n        ${group.slice(0, most).map((one) => one.text).join('\n        ')}`);
  }
  const sum = [...totals.values()].reduce((sum, one) => ({ nodes: sum.nodes + one.nodes, roles: sum.roles + one.roles, names: sum.names + one.names, rows: sum.rows + one.rows, rowNames: sum.rowNames + one.rowNames, missing: sum.missing + one.missing }), { nodes: 0, roles: 0, names: 0, rows: 0, rowNames: 0, missing: 0 });
  const percent = (/** @type {number} */ part, /** @type {number} */ whole) => (whole === 0 ? '' : ((100 * part) / whole).toFixed(2));
  const line = (/** @type {string} */ set, /** @type {Total} */ one) => [set, String(one.nodes), percent(one.roles, one.nodes), percent(one.names, one.nodes - one.rows), String(one.rows), percent(one.rowNames, one.rows), String(one.missing)];
  console.log(`\n${table(['set', 'elements', 'role %', 'name %', 'rows', 'row name %', 'not captured'], [...[...totals].map(([set, one]) => line(set, one)), line('all', sum)])}`);
  if (sum.nodes === 0 || (100 * sum.roles) / sum.nodes < GOALS.role || (100 * sum.names) / (sum.nodes - sum.rows) < GOALS.name) process.exitCode = 1;
}
