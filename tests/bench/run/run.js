/**
 * Code mode: tasks in the bundled shop, and the tasks of `bench act`, as one script against single calls: calls, tokens (question and answer) and time, both in one
 * browser, on a fresh page each. Then what the first script costs more than the next.
 *
 * cargo xtask bench run [--rounds N] [--only WORDS]. Fails where a script needs more tokens than the calls, or the two do not come to the same.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { launch, root } from '../../e2e/lib/browser.js';
import { Extension } from '../../e2e/lib/extension.js';
import { agent } from '../../e2e/lib/webmcp.js';
import { place } from '../../demo/place.js';
import { counted, tokens } from '../../lib/tokens.js';
import { median, table } from '../lib/table.js';
import { addressOf, holds, serveApps } from '../act/apps.js';
import { TASKS as ACTS } from '../act/tasks.js';
import { noted } from './act.js';
import { TASKS } from './tasks.js';

/** @import { Page } from 'playwright-core' */
/** @import { Caller } from './tasks.js' */

/** @typedef {{ calls: number, tokens: number, ms: number, answer: string, state: unknown }} Cost */

const args = process.argv.slice(2);
const option = (/** @type {string} */ name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const rounds = Number(option('--rounds') ?? 3);
const only = option('--only');

const browser = await launch();
// Some of it costs money; who may allow that is not what is measured.
await new Extension(browser).rules([{ decision: 'allow' }]);
const shop = await place({ page: { kind: 'shop' }, scriptTag: false, headed: false });
const chosen = (/** @type {string} */ name) => !only || name.includes(only);
const acts = ACTS.filter(({ app }) => chosen(app));
const apps = await serveApps(acts);

/**
 * @param {string} url
 * @param {(call: Caller) => Promise<string>} work
 * @param {(tab: Page) => Promise<unknown>} look What the page holds in the end.
 * @returns {Promise<Cost>}
 */
async function cost(url, work, look) {
  const tab = await browser.page();
  await tab.goto(url);
  const client = await agent(tab);
  await client.call({});
  const total = { calls: 0, tokens: 0, ms: 0, answer: '', state: /** @type {unknown} */ (null) };
  const answer = await work(async (input) => {
    const began = performance.now();
    const said = await client.call(input);
    total.ms += performance.now() - began;
    total.calls += 1;
    total.tokens += tokens(JSON.stringify(input)) + tokens(said);
    return said;
  });
  const after = await look(tab);
  await tab.close();
  return { ...total, answer, state: after };
}

const head = ['task', 'tokens saved', 'calls', 'tokens', 'ms', 'as script', 'tokens', 'ms'];
/** @type {string[][]} */
const lines = [];
let wrong = 0;

/**
 * @param {string} name
 * @param {Cost[]} single
 * @param {Cost[]} scripted
 * @param {(single: Cost, scripted: Cost) => boolean} same
 */
function row(name, single, scripted, same) {
  const [a, b] = [single[0], scripted[0]];
  if (!a || !b) return;
  if (!same(a, b) || b.tokens > a.tokens) {
    wrong += 1;
    console.log(`${name}: not the same or dearer\n  calls:  ${a.answer.slice(0, 400)} (${a.state})\n  script: ${b.answer.slice(0, 600)} (${b.state})`);
  }
  const ms = (/** @type {Cost[]} */ costs) => String(Math.round(median(costs.map((one) => one.ms))));
  lines.push([name, `${(a.tokens / b.tokens).toFixed(1)} ×`, String(a.calls), counted(a.tokens), ms(single), String(b.calls), counted(b.tokens), ms(scripted)]);
}

/** @param {string} script @returns {(call: Caller) => Promise<string>} */
const asScript = (script) => (call) => call({ path: 'run', args: [script], timeout: 60 });

for (const task of TASKS.filter(({ name }) => chosen(name))) {
  const look = async (/** @type {Page} */ tab) => (task.state ? tab.evaluate(task.state) : null);
  /** @type {Cost[]} */
  const single = [];
  /** @type {Cost[]} */
  const scripted = [];
  for (let round = 0; round < rounds; round += 1) {
    single.push(await cost(shop.url, task.calls, look));
    scripted.push(await cost(shop.url, asScript(task.script), look));
  }
  row(task.name, single, scripted, (a, b) => a.state === b.state && (task.state ? task.wanted.test(a.answer) && !b.answer.startsWith('fault') : b.answer.includes(a.answer)));
}

for (const task of acts) {
  const look = (/** @type {Page} */ tab) => holds(tab, task);
  const url = addressOf(apps, task);
  /** @type {Cost[]} */
  const single = [];
  /** @type {Cost[]} */
  const scripted = [];
  for (let round = 0; round < rounds; round += 1) {
    const calls = await cost(url, (call) => noted(task, call), look);
    single.push(calls);
    scripted.push(await cost(url, asScript(calls.answer), look));
  }
  row(`${task.app}: ${task.what}`, single, scripted, (a, b) => a.state === '' && b.state === '');
}
console.log(table(head, lines));

const tab = await browser.page();
await tab.goto(shop.url);
const client = await agent(tab);
await client.call({});
const timed = async () => {
  const began = performance.now();
  await client.call({ path: 'run', args: ['return 1'] });
  return performance.now() - began;
};
const first = await timed();
const next = [];
for (let time = 0; time < 10; time += 1) next.push(await timed());
console.log(`\nfirst script of a page ${first.toFixed(0)} ms, the next ${median(next).toFixed(1)} ms (extension, over the browser's protocol)`);
for (const file of ['onecall-script.js', 'quickjs.wasm']) {
  const bytes = readFileSync(join(root, 'www/dist', file));
  console.log(`${file.padEnd(20)} ${counted(gzipSync(bytes, { level: 9 }).length)} bytes gzip, loaded with the first script`);
}
await browser.close();
await shop.close();
await apps.close();
process.exitCode = wrong > 0 ? 1 : 0;
