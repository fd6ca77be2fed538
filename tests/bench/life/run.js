/**
 * The extension's life: calls lost, workers started, memory and time over everything that ends or moves a worker, a page or a frame.
 *
 * cargo xtask bench life [--tabs N] [--navigations N]. Fails where a call was lost or answered wrongly, a step was done twice, or memory
 * did not come back. Memory is that of the extension's process, after the scenario, against the beginning.
 */
import { launch } from '../../e2e/lib/browser.js';
import { Extension } from '../../e2e/lib/extension.js';
import { extensionMemory } from '../../e2e/lib/memory.js';
import { serve } from '../../e2e/lib/server.js';
import { agent, invoke } from '../../e2e/lib/webmcp.js';
import { median, shown, table } from '../lib/table.js';
import { pageOf } from '../perf/pages.js';
import { headOf, waking } from './waking.js';

/** @import { Page } from 'playwright-core' */

const option = (/** @type {string} */ name, /** @type {number} */ otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const TABS = option('tabs', 50);
const NAVIGATIONS = option('navigations', 200);
const DEATHS = option('deaths', 15);

/** The worker may have grown by this much when all pages are closed again: what the allocator keeps. */
const MOST_GROWN = 120e6;

const COUNTER = `<title>Counter</title><h1>Count</h1><output>0</output><button onclick="this.previousElementSibling.textContent = 1 + Number(this.previousElementSibling.textContent)">Add</button>`;
/** @type {import('../../e2e/lib/server.js').Served} */
const site = await serve({
  '/counter': COUNTER,
  '/other': '<title>Other</title><h1>Other</h1><a href="/counter">Back</a>',
  '/large': pageOf(10_000),
  '/frame': () => `<title>Frame</title><h1>Around</h1><iframe title="In" src="${site.other}/counter"></iframe>`,
  '/prerender': '<title>Prerender</title><script type="speculationrules">{"prerender":[{"source":"list","urls":["/counter"],"eagerness":"immediate"}]}</script><a href="/counter">Go</a>',
});
const browser = await launch({ args: ['--js-flags=--expose-gc'] });
const extension = new Extension(browser);

const ALLOW = [{ decision: /** @type {const} */ ('allow') }, { origin: site.origin, across: '*', decision: /** @type {const} */ ('allow') }];
const ADD = { path: 'page.buttons.Add.click', args: [] };

/** @type {string[][]} */
const rows = [];
let calls = 0;
let lost = 0;
/** @type {string[]} */
const wrong = [];

/** @param {string} path */
async function open(path) {
  const page = await browser.page();
  await page.goto(site.origin + path);
  return page;
}

/**
 * One call; it is lost where no answer comes, or one that is not what it should be.
 * @param {Page} page
 * @param {object} input
 * @param {RegExp} expected
 */
async function call(page, input, expected) {
  calls += 1;
  try {
    const answer = await invoke(page, input);
    if (expected.test(answer)) return;
    wrong.push(`${JSON.stringify(input)}: ${answer.slice(0, 200)}`);
  } catch (error) {
    wrong.push(`${JSON.stringify(input)}: ${error}`);
  }
  lost += 1;
}

/** @param {Page} page @param {number} count */
async function counted(page, count) {
  const is = await page.evaluate(() => document.querySelector('output')?.textContent);
  if (is !== String(count)) wrong.push(`a step was done ${is} times instead of ${count}`);
}

const COUNTED = /^"Counter" /;
const DONE = /^done {5}clicked page\.buttons\.Add/;
/** What a call may say whose worker was ended under it: done, or said what became of it. */
const TOLD = /^done {5}clicked|^fault (unavailable|internal)/;

await extension.rules(ALLOW);
// Against a worker that has answered: before the first call there may be no process yet.
const first = await open('/other');
await invoke(first);
await first.close();
const before = await extensionMemory(browser);

/**
 * @param {string} name
 * @param {() => Promise<string | void>} work What there is to say of it.
 */
async function scenario(name, work) {
  const [callsBefore, lostBefore, startsBefore] = [calls, lost, extension.starts];
  const started = performance.now();
  let said = '';
  try {
    said = (await work()) ?? '';
  } catch (error) {
    wrong.push(`${name}: ${error}`);
  }
  const ms = performance.now() - started;
  const memory = ((await extensionMemory(browser)) - before) / 1e6;
  rows.push([name, String(calls - callsBefore), String(lost - lostBefore), String(extension.starts - startsBefore), shown(ms), `${memory.toFixed(0)} MB`, said]);
}

await scenario('worker dies between calls', async () => {
  const page = await open('/counter');
  for (let n = 1; n <= 5; n++) {
    await call(page, ADD, DONE);
    await extension.stopWorker();
  }
  await counted(page, 5);
  await page.close();
});

await scenario('worker dies in mid-call, 12 moments', async () => {
  const page = await open('/counter');
  await call(page, {}, COUNTED);
  for (let n = 0; n < 12; n++) {
    const pending = call(page, ADD, TOLD);
    await new Promise((resolve) => setTimeout(resolve, n * 12));
    await extension.stopWorker();
    await pending;
  }
  const count = Number(await page.evaluate(() => document.querySelector('output')?.textContent));
  if (count > 12) wrong.push(`12 calls pressed ${count} times`);
  await page.close();
  return `${count} of 12 done`;
});

await scenario('worker dies between the steps of a call', async () => {
  const page = await open('/counter');
  const pending = call(page, { steps: Array.from({ length: 6 }, () => ADD), budget: 2_000 }, /step {5}6 of 6\ndone/);
  for (let n = 0; n < 3; n++) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await extension.stopWorker();
  }
  await pending;
  await counted(page, 6);
  await page.close();
});

await scenario('worker dies while a person is asked', async () => {
  await extension.rules([]);
  const page = await open('/counter');
  const pending = call(page, { ...ADD, timeout: 3 }, /^fault (needs_approval|timed_out)/);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await extension.stopWorker();
  await pending;
  await counted(page, 0);
  await extension.rules(ALLOW);
  await page.close();
});

await scenario('worker dies, 10,000 elements', async () => {
  const page = await open('/large');
  await call(page, {}, /./);
  const time = async () => {
    const started = performance.now();
    await call(page, { path: 'page.title' }, /./);
    return performance.now() - started;
  };
  const [warm, cold] = [[await time()], /** @type {number[]} */ ([])];
  for (let n = 0; n < 7; n++) {
    warm.push(await time());
    await extension.stopWorker();
    cold.push(await time());
  }
  await page.close();
  // A time of this machine at this moment, with Playwright attached to each worker: told, and no reason to fail.
  return `${shown(median(warm))} ms warm, ${(median(cold) - median(warm)).toFixed(0)} ms more (below: without a debugger)`;
});

await scenario(`${TABS} tabs`, async () => {
  /** @type {Page[]} */
  const pages = [];
  for (let n = 0; n < TABS; n++) pages.push(await open('/counter'));
  await Promise.all(pages.map((page) => call(page, {}, COUNTED)));
  await Promise.all(pages.map((page) => call(page, ADD, DONE)));
  const open50 = ((await extensionMemory(browser)) - before) / 1e6;
  for (const page of pages) await page.close();
  return `${open50.toFixed(0)} MB while open`;
});

await scenario(`${NAVIGATIONS} navigations in a row`, async () => {
  const page = await open('/counter');
  for (let n = 0; n < NAVIGATIONS; n++) {
    await page.goto(`${site.origin}/${n % 2 ? 'counter' : 'other'}`);
    if (n % 10 === 9) await call(page, {}, COUNTED);
  }
  await page.close();
});

await scenario('reloads of the extension under open tabs', async () => {
  const pages = [await open('/counter'), await open('/counter'), await open('/other')];
  await call(pages[0] ?? (await open('/counter')), {}, COUNTED);
  for (let n = 0; n < 2; n++) {
    const seen = await Promise.all(pages.map(async (page) => (await agent(page)).history.length));
    await extension.reload();
    await extension.rules(ALLOW);
    for (const [at, page] of pages.entries()) {
      const side = await agent(page);
      await side.until('the new tool', () => (side.history.length >= (seen[at] ?? 0) + 2 ? true : undefined));
      await call(page, {}, /^"(Counter|Other)" /);
    }
  }
  for (const page of pages) await page.close();
});

await scenario('pages open before it is switched on', async () => {
  await extension.enable(false);
  const pages = [await open('/counter'), await open('/frame')];
  await extension.enable(true);
  await extension.rules(ALLOW);
  for (const page of pages) await call(page, {}, /^"(Counter|Frame)" /);
  if (pages[1]) await call(pages[1], { path: 'page.frames.In.text' }, /Count/);
  for (const page of pages) await page.close();
});

await scenario('back and forward, 10 times', async () => {
  const page = await open('/counter');
  await call(page, {}, COUNTED);
  await page.goto(`${site.origin}/other`);
  for (let n = 0; n < 10; n++) {
    await page.goBack({ waitUntil: 'commit' });
    await call(page, {}, COUNTED);
    await page.goForward({ waitUntil: 'commit' });
    await call(page, {}, /^"Other" /);
  }
  await page.close();
});

await scenario('a prerendered page', async () => {
  const asked = site.requests.length;
  const page = await open('/prerender');
  const until = performance.now() + 3_000;
  while (!site.requests.slice(asked).includes('GET /counter') && performance.now() < until) await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await Promise.all([page.waitForURL('**/counter'), page.click('a')]);
  await call(page, {}, COUNTED);
  await call(page, ADD, DONE);
  const was = await page.evaluate(() => /** @type {{ activationStart?: number }} */ (/** @type {unknown} */ (performance.getEntriesByType('navigation')[0])).activationStart ?? 0);
  await page.close();
  return was > 0 ? 'activated' : 'the browser did not prerender';
});

await scenario('a crashed frame', async () => {
  const page = await open('/frame');
  await call(page, { path: 'page.frames.In.text' }, /Count/);
  const frame = page.frames().find((one) => one.url().startsWith(site.other));
  if (!frame) throw new Error('no frame');
  const cdp = await browser.context.newCDPSession(frame);
  cdp.send('Page.crash').catch(() => undefined);
  await call(page, {}, /^"Frame" /);
  await call(page, { path: 'page.frames.In.text' }, /^fault unavailable {2}page\.frames\.In cannot be read: nothing in it answers/);
  // Playwright takes the page for crashed too; it is not.
  const { session } = await agent(page);
  const expression = "new Promise((resolve) => { const frame = document.querySelector('iframe'); frame.onload = resolve; frame.src = frame.src; })";
  await session.send('Runtime.evaluate', { expression, awaitPromise: true });
  await call(page, { path: 'page.frames.In.text' }, /Count/);
  await page.close();
});

await scenario('a page that floods', async () => {
  const [page, other] = [await open('/counter'), await open('/counter')];
  await call(page, {}, COUNTED);
  await page.evaluate(async () => {
    const { modelContext } = /** @type {any} */ (document);
    const tool = (await modelContext.getTools()).find((/** @type {{ name: string }} */ one) => one.name === 'call');
    await Promise.all(Array.from({ length: 2_000 }, () => modelContext.executeTool(tool, { path: 'page.text' })));
  });
  await call(page, ADD, DONE);
  await call(other, ADD, DONE);
  await page.close();
  await other.close();
});

await scenario('two windows', async () => {
  const page = await open('/counter');
  const cdp = await browser.context.newCDPSession(page);
  const opened = browser.context.waitForEvent('page');
  await cdp.send('Target.createTarget', { url: `${site.origin}/counter`, newWindow: true });
  const second = await opened;
  await second.waitForLoadState();
  await Promise.all([call(page, ADD, DONE), call(second, ADD, DONE)]);
  await counted(page, 1);
  await counted(second, 1);
  await page.close();
  await second.close();
});

const grown = (await extensionMemory(browser)) - before;
await browser.close();
await site.close();

const woken = await waking(DEATHS);
console.log(table(headOf(DEATHS), woken.rows));
console.log();
console.log(table(['extension', 'calls', 'lost', 'workers started', 'memory at the end'], [['all', String(calls), String(lost), String(extension.starts), `${(grown / 1e6).toFixed(0)} MB more`]]));
console.log();
console.log(table(['scenario', 'calls', 'lost', 'workers', 'ms', 'memory', 'note'], rows));
console.log(`\n${calls} calls, ${lost} lost · ${extension.starts} workers started · ${(grown / 1e6).toFixed(0)} MB more than at the beginning (at most ${MOST_GROWN / 1e6})`);
if (grown > MOST_GROWN) wrong.push(`memory did not come back: ${(grown / 1e6).toFixed(0)} MB`);
for (const one of wrong) console.log(`wrong  ${one}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
