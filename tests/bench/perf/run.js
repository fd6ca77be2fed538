/**
 * Capture, model, calls and messages at 1,000, 10,000 and 66,000 elements beside a plain walk; overviews of real pages.
 *
 * cargo xtask bench perf [--rounds N] [--pages] [--only core|acts|extension|overviews]. Absolute times depend on the machine; read the ratios. `--pages` lists
 * each page of the corpora.
 */
import { join } from 'node:path';

import { launch, root } from '../../e2e/lib/browser.js';
import { serve } from '../../e2e/lib/server.js';
import { agent } from '../../e2e/lib/webmcp.js';
import { counted, tokens } from '../../lib/tokens.js';
import { Cpu } from '../lib/cpu.js';
import { median, shown, table } from '../lib/table.js';
import { measureActs } from './acts.js';
import { measureMessages } from './message.js';
import { measureOverviews } from './overviews.js';
import { pageOf } from './pages.js';

/** @import { Page } from 'playwright-core' */
/** @import { Route, Served } from '../../e2e/lib/server.js' */
/** @import { Launched } from '../../e2e/lib/browser.js' */

const SIZES = [1_000, 10_000, 66_000];

/** How often what is warm is repeated. */
const WARM = 10;

const args = process.argv.slice(2);
const rounds = args.includes('--rounds') ? Number(args[args.indexOf('--rounds') + 1]) || 5 : 5;

const part = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
const wanted = (/** @type {string} */ name) => part === undefined || part === name;

/** For the one figure that is taken by the clock: isolated documents have clocks of microseconds instead of tenths of milliseconds. */
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

/** @type {Record<string, Route>} */
const routes = Object.fromEntries(SIZES.map((size) => [`/${size}`, { body: pageOf(size), headers: ISOLATED }]));
const served = await serve(routes, { '/': root });
try {
  if (wanted('core')) await core(served);
  if (wanted('acts')) await measureActs(SIZES);
  if (wanted('extension')) await extension(served);
  if (wanted('overviews')) await overviews();
} finally {
  await served.close();
}

/**
 * A fresh page for each variant and round, so that neither finds what the other warmed.
 * @template T
 * @param {Launched} browser
 * @param {string} url
 * @param {(page: Page, cpu: Cpu) => Promise<T>} measure
 * @returns {Promise<T>}
 */
async function inFreshPage(browser, url, measure) {
  const page = await browser.page();
  await page.goto(url);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.evaluate("import('/tests/bench/perf/inpage.js').then((module) => { globalThis.bench = module })");
  const result = await measure(page, await Cpu.of(page));
  await page.close();
  return result;
}

/**
 * The plain walk, the first time and when its code is warm.
 * @param {Page} _page
 * @param {Cpu} cpu
 */
async function walk(_page, cpu) {
  const cold = await cpu.time('bench.plainWalk(1)');
  await cpu.time('bench.plainWalk(3)');
  return { cold, steady: (await cpu.time(`bench.plainWalk(${WARM})`)) / WARM };
}

/**
 * @param {Page} page
 * @param {Cpu} cpu
 */
async function phases(page, cpu) {
  const load = await cpu.time('bench.loadCore()');
  const capture = await cpu.time('bench.captureAll(1)');
  const build = await cpu.time('bench.build(1)');
  await cpu.time('bench.captureAll(3); bench.build(3)');
  const captureAgain = (await cpu.time(`bench.captureAll(${WARM})`)) / WARM;
  const buildAgain = (await cpu.time(`bench.build(${WARM})`)) / WARM;
  await cpu.time('bench.warmKit(3)');
  const warmKit = (await cpu.time(`bench.warmKit(${WARM})`)) / WARM;
  const number = async (/** @type {string} */ what) => Number(await page.evaluate(`bench.${what}`));
  const warmCore = await number('warmCore(31)');
  const changed = async (/** @type {string} */ path) => /** @type {{ kit: number, core: number }} */ (await page.evaluate(`bench.changed(15, ${JSON.stringify(path)})`));
  const changes = { row: await changed('page.tables["Table 2"].rows[3]'), overview: await changed(''), text: await changed('page.text[0:5]') };
  const size = tokens(String(await page.evaluate('bench.overview()')));
  return { load, capture, build, captureAgain, buildAgain, warmKit, warmCore, changes, size, bytes: await number('bytes()'), elements: await number('elements()') };
}

/** @param {Served} served */
async function core({ origin }) {
  const browser = await launch({ extension: false });
  /** @type {string[][]} */
  const times = [];
  /** @type {string[][]} */
  const ratios = [];
  /** @type {string[][]} */
  const changed = [];
  try {
    for (const size of SIZES) {
      /** @type {Array<Awaited<ReturnType<typeof walk>>>} */
      const walks = [];
      /** @type {Array<Awaited<ReturnType<typeof phases>>>} */
      const runs = [];
      for (let round = 0; round < rounds; round += 1) {
        walks.push(await inFreshPage(browser, `${origin}/${size}`, walk));
        runs.push(await inFreshPage(browser, `${origin}/${size}`, phases));
      }
      const of = (/** @type {(run: Awaited<ReturnType<typeof phases>>) => number} */ read) => median(runs.map(read));
      const cold = median(walks.map((walk) => walk.cold));
      const steady = median(walks.map((walk) => walk.steady));
      const elements = counted(of((run) => run.elements));
      times.push([
        elements, shown(cold), shown(steady), shown(of((run) => run.load)), shown(of((run) => run.capture)), shown(of((run) => run.build)),
        shown(of((run) => run.captureAgain)), shown(of((run) => run.buildAgain)), shown(of((run) => run.warmKit)), shown(of((run) => run.warmCore)), counted(of((run) => run.bytes) / 1000),
      ]);
      const { row, overview, text } = /** @type {Record<'row' | 'overview' | 'text', (run: Awaited<ReturnType<typeof phases>>) => { kit: number, core: number }>} */ ({ row: (run) => run.changes.row, overview: (run) => run.changes.overview, text: (run) => run.changes.text });
      changed.push([elements, shown(of((run) => row(run).kit)), ...[row, overview, text].map((read) => shown(of((run) => read(run).core)))]);
      const first = of((run) => run.capture + run.build) / cold;
      const again = of((run) => run.captureAgain + run.buildAgain) / steady;
      ratios.push([elements, first.toFixed(2), again.toFixed(2), counted(of((run) => run.size))]);
    }
  } finally {
    await browser.close();
  }
  console.log(`\nScript tag, milliseconds of the page's main thread, medians of ${rounds} fresh pages. Walk: plain JS, role and simple name. Build: the core takes the facts, makes the model and writes the overview.\n`);
  console.log(table(['elements', 'walk cold', 'steady', 'load core', 'capture cold', 'build cold', 'capture', 'build', 'warm: kit', 'warm: core', 'facts kB'], times));
  console.log('\nA call after one text has changed, milliseconds by the clock: what the kit reads again, and what the core does for a row, the overview, the first texts.\n');
  console.log(table(['elements', 'kit', 'row', 'overview', 'text'], changed));
  console.log('\nFirst overview (capture and build, without loading the core) as a multiple of the walk; at most 3 is wanted.\n');
  console.log(table(['elements', 'cold', 'steady', 'overview tokens'], ratios));
}

/** @param {Served} served */
async function extension({ origin }) {
  const browser = await launch();
  /** @type {string[][]} */
  const rows = [];
  try {
    for (const size of SIZES) {
      /** @type {number[][]} */
      const took = [];
      for (let round = 0; round < rounds; round += 1) {
        const page = await browser.page();
        await page.goto(`${origin}/${size}`);
        took.push(await calls(page));
        await page.close();
      }
      const at = (/** @type {number} */ index) => shown(median(took.map((times) => times[index] ?? NaN)));
      rows.push([counted(size), at(0), at(1)]);
    }
    console.log('\nExtension, milliseconds as the client sees them over CDP.\n');
    console.log(table(['elements', 'first overview', 'warm call'], rows));
    const page = await browser.page();
    await page.goto(`${origin}/1000`);
    const sizes = [0, 10_000, 100_000, 1_000_000, 4_000_000];
    const messages = await measureMessages(page, sizes);
    console.log('\nA message to the worker and its reply, milliseconds by payload.\n');
    console.log(table(['bytes', 'there and back'], sizes.map((size, at) => [counted(size), shown(messages[at] ?? NaN)])));
  } finally {
    await browser.close();
  }
}

/**
 * First overview, and the median of warm calls.
 * @param {Page} page
 * @returns {Promise<number[]>}
 */
async function calls(page) {
  const client = await agent(page);
  await client.tool('call');
  const one = async (/** @type {object} */ input) => {
    const begun = performance.now();
    await client.call(input);
    return performance.now() - begun;
  };
  const first = await one({});
  const warm = [];
  for (let time = 0; time < 15; time += 1) warm.push(await one({ path: 'page.title' }));
  return [first, median(warm)];
}

async function overviews() {
  const corpora = process.env.ONECALL_CORPORA;
  if (!corpora) {
    console.log('\nOverviews of real pages: skipped, no corpora here.');
    return;
  }
  const found = await measureOverviews(corpora);
  const sorted = [...found].sort((a, b) => b.overview - a.overview);
  const listed = args.includes('--pages') ? sorted : sorted.slice(0, 8);
  console.log(`\nOverviews of the ${found.length} saved pages (the ${listed.length} largest), at most 400 tokens are wanted.\n`);
  console.log(table(['page', 'elements', 'overview tokens', 'tree tokens', 'ms'], listed.map((row) => [row.page, counted(row.elements), counted(row.overview), counted(row.tree), shown(row.ms)])));
  const over = found.filter((row) => row.overview > 400).length;
  console.log(
    `\nmedian overview ${counted(median(found.map((row) => row.overview)))} tokens, largest ${counted(sorted[0]?.overview ?? 0)}, over 400: ${over} of ${found.length}; ` +
      `median tree ${counted(median(found.map((row) => row.tree)))} tokens`,
  );
}
