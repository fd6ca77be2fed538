/**
 * Reading a page, side by side with `@playwright/mcp` and `chrome-devtools-mcp`, in one browser and the same tab.
 *
 * cargo xtask bench read [--rounds N] [--only made|saved] [--most N] [--all]. Milliseconds are the client's, tokens (o200k) those of question
 * and answer; what each side's tools cost to define is said apart. A fact counts only where value and address were really there.
 * Fails where a goal is missed: 5 times faster than Playwright's snapshot at 10,000 elements, 50 times fewer tokens to the facts
 * of the 500-row table, no page worse. `--all` lists each saved page.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { launch, root } from '../../e2e/lib/browser.js';
import { freePort, serve } from '../../e2e/lib/server.js';
import { agent } from '../../e2e/lib/webmcp.js';
import { counted, tokens } from '../../lib/tokens.js';
import { median, shown, table } from '../lib/table.js';
import { pageOf } from '../perf/pages.js';
import { error, isIn, link, order, product, row } from './facts.js';
import { errorPage, shopPage, tablePage } from './pages.js';
import { rivals } from './rivals.js';

/** @import { Page } from 'playwright-core' */
/** @import { Agent } from '../../e2e/lib/webmcp.js' */
/** @import { Route } from '../../e2e/lib/server.js' */
/** @import { Fact } from './facts.js' */
/** @import { Answer, Rival } from './rivals.js' */

/**
 * @typedef {{ name: string, path: string, fact: Fact | null }} Subject
 * @typedef {{ first: number, warm: number, size: number, known: number | null }} Side Milliseconds, tokens, tokens until the fact is known.
 * @typedef {{ page: string, what: string, ours: Side, playwright: Side, devtools: Side, found: number | null }} Result
 */

const GOALS = { faster: 5, fewer: 50 };
/** Only the page's own markup and inline styles: saved pages run no scripts and load nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const PLAYWRIGHT = /\[ref=/;
const DEVTOOLS = /uid=\d/;

const args = process.argv.slice(2);
const all = args.includes('--all');
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
const rounds = args.includes('--rounds') ? Number(args[args.indexOf('--rounds') + 1]) || 3 : 3;
const most = args.includes('--most') ? Number(args[args.indexOf('--most') + 1]) : Infinity;
const saved = join(process.env.ONECALL_CORPORA ?? join(root, '../shared/corpora'), 'pages');

/** @type {Record<string, Route>} */
const routes = { '/orders': tablePage(500), '/shop': shopPage(60), '/errors': errorPage(), '/1000': pageOf(1_000), '/10000': pageOf(10_000) };
/** @type {Subject[]} */
const made = [
  { name: '500-row table', path: '/orders', fact: order },
  { name: '60-card shop', path: '/shop', fact: product },
  { name: 'form with errors', path: '/errors', fact: error },
  { name: '1,000 elements', path: '/1000', fact: row('Table 2', 'R-2-20') },
  { name: '10,000 elements', path: '/10000', fact: row('Table 2', 'R-2-200') },
];
const names = existsSync(saved) ? readdirSync(saved, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort() : [];
for (const name of names) routes[`/saved/${name}`] = () => ({ body: readFileSync(join(saved, name, 'source.html')), headers: { 'content-security-policy': POLICY } });
if (names.length === 0) console.log(`skipped: the saved pages, as there is no ${saved}`);
/** @type {Subject[]} */
const pages = names.map((name) => ({ name, path: `/saved/${name}`, fact: null }));

const served = await serve(routes);
const port = await freePort();
const browser = await launch({ args: [`--remote-debugging-port=${port}`] });
/** @type {string[]} */
const missed = [];
try {
  const page = browser.context.pages()[0] ?? (await browser.page());
  await page.goto(`${served.origin}/errors`);
  const others = await rivals(port);
  const client = await agent(page);
  console.log(`tool definitions, tokens: Onecall ${counted(await definition(client))}, Playwright ${counted(others.playwright.definitions)}, DevTools ${counted(others.devtools.definitions)}`);
  if (only !== 'saved') report('Made pages', await measure(made, rounds), true);
  if (only !== 'made') report('Saved pages', await measure(pages.slice(0, most), 1), all);
  await others.playwright.stop();
  await others.devtools.stop();

  /**
   * @param {Subject[]} subjects
   * @param {number} times
   */
  async function measure(subjects, times) {
    /** @type {Result[]} */
    const results = [];
    for (const subject of subjects) {
      /** @type {Result[]} */
      const runs = [];
      for (let time = 0; time < times; time += 1) runs.push(await readOnce(subject, page, client, others));
      const first = runs[0];
      if (!first) continue;
      const middle = (/** @type {(run: Result) => Side} */ side) => ({ ...side(first), first: median(runs.map((run) => side(run).first)), warm: median(runs.map((run) => side(run).warm)) });
      results.push({ ...first, ours: middle((run) => run.ours), playwright: middle((run) => run.playwright), devtools: middle((run) => run.devtools) });
    }
    return results;
  }
} finally {
  await browser.close();
  await served.close();
}
if (missed.length > 0) {
  console.log(`\n${missed.join('\n')}`);
  process.exitCode = 1;
}

/**
 * Loads the page once and lets each side read it, ours in the fresh document.
 * @param {Subject} subject
 * @param {Page} page
 * @param {Agent} client
 * @param {{ playwright: Rival, devtools: Rival }} others
 * @returns {Promise<Result>}
 */
async function readOnce(subject, page, client, { playwright, devtools }) {
  await page.goto(`${served.origin}${subject.path}`, { waitUntil: 'domcontentloaded' });
  await client.tool('call');
  const first = await asked(client, {});
  const warm = await asked(client, {});
  const fact = subject.fact ?? (await linkOf(page));
  const known = fact && (await knows(client, first, fact, subject.name));
  const views = [];
  for (const [rival, tool, address] of /** @type {const} */ ([[playwright, 'browser_snapshot', PLAYWRIGHT], [devtools, 'take_snapshot', DEVTOOLS]])) {
    const cold = withoutTool(await rival.call(tool));
    const again = await rival.call(tool);
    views.push({ first: cold.ms, warm: again.ms, size: cold.tokens, known: fact && isIn(cold.text, fact, address) ? cold.tokens : null });
  }
  const [snapshot, tree] = /** @type {[Side, Side]} */ (views);
  const search = fact && withoutTool(await playwright.call('browser_find', { text: fact.search }));
  return {
    page: subject.name,
    what: fact?.what ?? 'no link with words of its own',
    ours: { first: first.ms, warm: warm.ms, size: first.tokens, known },
    playwright: snapshot,
    devtools: tree,
    found: search && fact && isIn(search.text, fact, PLAYWRIGHT) ? search.tokens : null,
  };
}

/**
 * @param {Agent} client
 * @param {object} input
 * @returns {Promise<Answer>}
 */
async function asked(client, input) {
  const begun = performance.now();
  const text = await client.call(input);
  return { text, ms: performance.now() - begun, tokens: tokens(JSON.stringify(input)) + tokens(text) };
}

/**
 * Tokens of the overview and of the calls after it, where the value came and the address works.
 * @param {Agent} client
 * @param {Answer} overview
 * @param {Fact} fact
 * @param {string} page
 * @returns {Promise<number | null>}
 */
async function knows(client, overview, fact, page) {
  let spent = overview.tokens;
  let said = overview.text;
  for (const input of fact.calls) {
    const answer = await asked(client, input);
    spent += answer.tokens;
    said += `\n${answer.text}`;
  }
  if (fact.act !== '') {
    const described = await client.call({ path: `${fact.act}.$help` });
    const right = said.includes(fact.value) && said.includes(fact.control) && !described.startsWith('fault');
    if (!right) missed.push(`${page}: ${fact.what} is not known from\n${said.slice(overview.text.length)}\n${described}`);
    return right ? spent : null;
  }
  // A search gives the address; what it leads to is one more call.
  const hits = [...said.slice(overview.text.length).matchAll(/^\d+ (.+?)\.open\(\) {2}/gm)].map((hit) => hit[1] ?? '');
  const found = hits.find((hit) => hit.endsWith(`[${JSON.stringify(fact.name)}]`) || hit.endsWith(`.${fact.name}`)) ?? hits[0] ?? '';
  const read = await asked(client, { path: found });
  const right = read.text.includes(fact.value);
  if (!right) missed.push(`${page}: ${fact.what} is not known from\n${said.slice(overview.text.length)}\n${read.text}`);
  return right ? spent + read.tokens : null;
}

/**
 * The link in the middle of those that alone have their words, outside of navigation.
 * @param {Page} page
 * @returns {Promise<Fact | null>}
 */
async function linkOf(page) {
  const found = await page.evaluate(() => {
    const links = [...document.querySelectorAll('a[href]')].map((link) => ({ link, text: /** @type {HTMLElement} */ (link).innerText?.replace(/\s+/g, ' ').trim() ?? '' }));
    const times = new Map();
    for (const { text } of links) times.set(text, (times.get(text) ?? 0) + 1);
    const rest = links.filter(({ link, text }) => text.length >= 8 && text.length <= 60 && times.get(text) === 1 && !link.closest('nav,[role=navigation],header,footer,[aria-hidden=true],[inert]') && link.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && link.getClientRects().length > 0 && /^(?:https?:|\/)/.test(link.getAttribute('href') ?? ''));
    const middle = rest[Math.floor(rest.length / 2)];
    return middle ? { text: middle.text, href: new URL(/** @type {HTMLAnchorElement} */ (middle.link).href).pathname } : null;
  });
  return found && link(found.text, found.href);
}

/**
 * An answer without the definition of our own tool, which is no part of the page.
 * @param {Answer} answer
 * @returns {Answer}
 */
function withoutTool(answer) {
  const text = answer.text.replace(/^- \d+ webmcp tool.*\n/m, '').replace(/^- webmcp tools[^]*?\n\n/m, '');
  return { ...answer, text, tokens: answer.tokens - tokens(answer.text) + tokens(text) };
}

/** @param {Agent} client */
async function definition(client) {
  const { name, description, inputSchema } = await client.tool('call');
  return tokens(JSON.stringify({ name, description, inputSchema }));
}

/**
 * @param {string} title
 * @param {Result[]} results
 * @param {boolean} listed
 */
function report(title, results, listed) {
  if (results.length === 0) return;
  const count = (/** @type {number | null} */ number) => (number === null ? '–' : counted(number));
  /** @param {Result} one */
  const times = (one) => [one.page, ...[one.ours, one.playwright, one.devtools].flatMap((side) => [shown(side.first), shown(side.warm)]), (one.playwright.first / one.ours.first).toFixed(1), (one.playwright.warm / one.ours.warm).toFixed(1)];
  /** @param {Result} one */
  const sizes = (one) => [one.page, ...[one.ours, one.playwright, one.devtools].map((side) => counted(side.size)), count(one.ours.known), count(one.playwright.known), count(one.devtools.known), count(one.found), one.ours.known && one.playwright.known ? (one.playwright.known / one.ours.known).toFixed(1) : '–'];
  const whole = (/** @type {(one: Result) => number} */ read) => median(results.map(read));
  const rows = listed ? results : [];
  const middle = { page: 'median', what: '', found: null, ours: mean('ours'), playwright: mean('playwright'), devtools: mean('devtools') };
  console.log(`\n${title}, milliseconds: first overview or snapshot in a fresh document, and once more; the last two say how many times faster than Playwright's.\n`);
  console.log(table(['page', 'ours', 'warm', 'playwright', 'warm', 'devtools', 'warm', 'first ×', 'warm ×'], [...rows, middle].map((one) => ('what' in one ? times(one) : [])), `${title}: milliseconds of the first overview or snapshot in a fresh document, and once more (warm)`));
  console.log(`\n${title}, tokens: overview or snapshot, then until the fact is known; 'search' is Playwright's own search for the right word instead of a snapshot.\n`);
  console.log(table(['page', 'overview', 'playwright', 'devtools', 'ours: fact', 'playwright', 'devtools', 'search', 'fewer ×'], [...rows, middle].map(sizes), `${title}: tokens of the overview or snapshot, and until the fact is known (search: Playwright's own)`));
  for (const one of listed ? results : []) console.log(`  ${one.page}: ${one.what}`);
  for (const one of results) judge(one);

  /** @param {'ours' | 'playwright' | 'devtools'} side */
  function mean(side) {
    const known = results.map((one) => one[side].known).filter((number) => number !== null);
    return { first: whole((one) => one[side].first), warm: whole((one) => one[side].warm), size: whole((one) => one[side].size), known: known.length > 0 ? median(known) : null };
  }
}

/** @param {Result} one */
function judge(one) {
  const worse = [one.playwright, one.devtools].some((side) => side.size < one.ours.size || (side.known !== null && one.ours.known !== null && side.known < one.ours.known));
  if (worse) missed.push(`${one.page}: another side needs fewer tokens`);
  if (one.page === '10,000 elements' && one.playwright.first / one.ours.first < GOALS.faster) missed.push(`${one.page}: only ${(one.playwright.first / one.ours.first).toFixed(1)} times faster than Playwright`);
  if (one.page === '500-row table' && (one.playwright.known ?? 0) / (one.ours.known ?? Infinity) < GOALS.fewer) missed.push(`${one.page}: not ${GOALS.fewer} times fewer tokens than Playwright`);
}
