/**
 * Roles, names and descriptions against the cases of web-platform-tests, and what Chromium says to each.
 *
 * cargo xtask bench aam [DIR] [--all]. DIR holds pages whose elements are marked with `data-case`, each with a JSON file
 * of the same name (corpora/README.md). Prints totals per kind and each miss; `--all` prints what only Chromium misses too.
 * Fails where a case that is not tentative is missed although Chromium passes it.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { launch, root } from '../../e2e/lib/browser.js';
import { capture, captureScript, evaluate, told } from '../lib/facts.js';
import { folder, some } from '../lib/folder.js';
import { table } from '../lib/table.js';

/** @import { CDPSession } from 'playwright-core' */
/** @import { Facts } from '../lib/facts.js' */

/**
 * @typedef {{ case: string, kind: 'role' | 'label' | 'description', name: string, expected: string[] }} Case
 * @typedef {{ source: string, tentative: boolean, cases: Case[] }} Sheet
 * @typedef {{ page: string, area: string, tentative: boolean, said: Case, handle: number, chromium: string }} Question
 */

const args = process.argv.slice(2);
const all = args.includes('--all');
const corpora = process.env.ONECALL_CORPORA ?? join(root, '../shared/corpora');
const given = args.find((arg) => !arg.startsWith('--'));
const dir = resolve(given ?? join(corpora, 'aam'));

folder(dir, given !== undefined);

/** Roles that are one role under two names. */
const SAME = new Map([['img', 'image'], ['presentation', 'none']]);
/** Where one of them is expected, all of them will do. */
const NOTHING = new Set(['generic', 'none', '']);

const { sheets, odd } = read();
some(dir, sheets.length, 'page with a JSON file of cases beside it', odd);
const { facts, questions } = await ask();
score(questions, told('aam', facts));

/**
 * The sheets of cases whose page is there, and what is left out.
 * @returns {{ sheets: { name: string, sheet: Sheet }[], odd: string[] }}
 */
function read() {
  /** @type {{ name: string, sheet: Sheet }[]} */
  const sheets = [];
  /** @type {string[]} */
  const odd = [];
  for (const file of readdirSync(dir).sort()) {
    const name = file.replace(/\.(?:json|html)$/, '');
    if (file.endsWith('.html') && !existsSync(join(dir, `${name}.json`))) odd.push(`${file}, as there is no ${name}.json`);
    if (!file.endsWith('.json')) continue;
    const sheet = sheetIn(readFileSync(join(dir, file), 'utf8'));
    if (!sheet) odd.push(`${file}, as it is no sheet of cases`);
    else if (!existsSync(join(dir, `${name}.html`))) odd.push(`${file}, as there is no ${name}.html`);
    else sheets.push({ name, sheet });
  }
  return { sheets, odd };
}

/**
 * @param {string} text
 * @returns {Sheet | null} null where it is none.
 */
function sheetIn(text) {
  try {
    const sheet = JSON.parse(text);
    const isCase = (/** @type {Case} */ one) => typeof one?.case === 'string' && ['role', 'label', 'description'].includes(one.kind) && Array.isArray(one.expected);
    return Array.isArray(sheet?.cases) && sheet.cases.every(isCase) ? sheet : null;
  } catch {
    return null;
  }
}

/** @returns {Promise<{ facts: Facts[], questions: Question[] }>} */
async function ask() {
  const browser = await launch({ extension: false, args: ['--enable-blink-features=ComputedAccessibilityInfo'], context: { offline: true } });
  const script = await captureScript();
  /** @type {Facts[]} */
  const facts = [];
  /** @type {Question[]} */
  const questions = [];
  try {
    const page = await browser.page();
    const session = await browser.context.newCDPSession(page);
    for (const { name, sheet } of sheets) {
      await page.goto(pathToFileURL(join(dir, `${name}.html`)).href);
      const said = await chromium(session, sheet.cases);
      facts.push({ page: name, parts: await capture(session, script) });
      /** @type {Record<string, string | null>} */
      const handles = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll('[data-case]')].map((element) => [element.getAttribute('data-case'), element.getAttribute('data-onecall-handle')])));
      sheet.cases.forEach((one, at) => {
        if (said[at] === null) {
          console.log(`left out: case ${one.case} of ${name}, as its page has no element marked with it`);
          return;
        }
        const area = name.split('__')[0] ?? '';
        questions.push({ page: name, area, tentative: sheet.tentative, said: one, handle: Number(handles[one.case] ?? 0), chromium: said[at] ?? '' });
      });
    }
  } finally {
    await browser.close();
  }
  return { facts, questions };
}

/**
 * What Chromium itself says to each case.
 * @param {CDPSession} session
 * @param {Case[]} cases
 * @returns {Promise<(string | null)[]>} null where the page has no such element.
 */
async function chromium(session, cases) {
  await session.send('Accessibility.enable');
  const { root: top } = await session.send('DOM.getDocument', { depth: 0 });
  const answers = [];
  for (const one of cases) {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: top.nodeId, selector: `[data-case=${JSON.stringify(one.case)}]` });
    if (nodeId === 0) {
      answers.push(null);
      continue;
    }
    if (one.kind === 'description') {
      const { nodes } = await session.send('Accessibility.getPartialAXTree', { nodeId, fetchRelatives: false });
      answers.push(String(nodes[0]?.description?.value ?? ''));
      continue;
    }
    const { object } = await session.send('DOM.resolveNode', { nodeId });
    const field = one.kind === 'role' ? 'computedRole' : 'computedName';
    const { result } = await session.send('Runtime.callFunctionOn', { objectId: object.objectId ?? '', functionDeclaration: `function () { return this.${field}; }`, returnByValue: true });
    answers.push(String(result.value ?? ''));
  }
  return answers;
}

/**
 * @param {Case} said
 * @param {string} got
 * @returns {boolean}
 */
function matches(said, got) {
  return said.expected.some((wanted) => {
    if (said.kind !== 'role') return fold(wanted) === fold(got);
    const [a, b] = [SAME.get(wanted) ?? wanted, SAME.get(got) ?? got];
    return NOTHING.has(a) ? NOTHING.has(b) : a === b;
  });
}

/** @param {string} text */
function fold(text) {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * @param {Question[]} questions
 * @param {ReturnType<typeof told>} tellings
 */
function score(questions, tellings) {
  /** @type {Map<string, { cases: number, ours: number, chromium: number, lost: number }>} */
  const totals = new Map();
  /** @type {string[]} */
  const misses = [];
  let lost = 0;
  const rows = new Map([...tellings].map(([page, telling]) => [page, new Map(telling.nodes.map((node) => [node[0], node]))]));
  for (const { page, area, tentative, said, handle, chromium } of questions) {
    const node = rows.get(page)?.get(handle);
    // What capture leaves out is not in the tree: it has neither role nor name.
    const got = node ? { role: node[1], label: node[2], description: node[3] }[said.kind] : '';
    const [ours, theirs] = [matches(said, got), matches(said, chromium)];
    const key = `${area} ${said.kind}${tentative ? ' (tentative)' : ''}`;
    const total = totals.get(key) ?? { cases: 0, ours: 0, chromium: 0, lost: 0 };
    totals.set(key, total);
    total.cases += 1;
    total.ours += ours ? 1 : 0;
    total.chromium += theirs ? 1 : 0;
    total.lost += theirs && !ours ? 1 : 0;
    if (theirs && !ours && !tentative) lost += 1;
    if (!ours || (all && !theirs)) {
      misses.push(`${ours ? 'only Chromium misses' : theirs ? 'MISS' : 'miss (Chromium too)'} ${page} #${said.case} ${said.name}\n  wanted ${said.expected.map((text) => JSON.stringify(text)).join(' or ')}\n  ours ${JSON.stringify(got)}, Chromium ${JSON.stringify(chromium)}`);
    }
  }
  const odd = [...tellings.values()].filter((telling) => telling.odd.length > 0);
  for (const telling of odd) misses.push(`odd facts ${telling.page}: ${telling.odd.join(', ')}`);
  if (misses.length > 0) console.log(`${misses.join('\n')}\n`);
  const lines = [...totals].sort().map(([key, total]) => [key, String(total.cases), String(total.ours), String(total.chromium), String(total.lost)]);
  const sum = (/** @type {'cases' | 'ours' | 'chromium' | 'lost'} */ field) => String([...totals.values()].reduce((sum, total) => sum + total[field], 0));
  console.log(table(['kind', 'cases', 'ours', 'Chromium', 'only we miss'], [...lines, ['all', sum('cases'), sum('ours'), sum('chromium'), sum('lost')]]));
  if (lost > 0 || odd.length > 0) process.exitCode = 1;
}
