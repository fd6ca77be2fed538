/**
 * Code mode: tasks in the bundled shop as one script against single calls: calls, tokens (question and answer) and time, both in one
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
import { TASKS } from './tasks.js';

/** @import { Page } from 'playwright-core' */
/** @import { Caller } from './tasks.js' */

/** @typedef {{ calls: number, tokens: number, ms: number, answer: string, state: unknown }} Cost */

const args = process.argv.slice(2);
const option = (/** @type {string} */ name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const rounds = Number(option('--rounds') ?? 3);
const only = option('--only');

const site = await place({ page: { kind: 'shop' }, scriptTag: false, headed: false });
const browser = await launch();
// Some of it costs money; who may allow that is not what is measured.
await new Extension(browser).rules([{ decision: 'allow' }]);

/**
 * @param {(call: Caller) => Promise<string>} work
 * @param {string} [state]
 * @returns {Promise<Cost>}
 */
async function cost(work, state) {
  const tab = await browser.page();
  await tab.goto(site.url);
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
  const after = state ? await tab.evaluate(state) : null;
  await tab.close();
  return { ...total, answer, state: after };
}

const head = ['task', 'calls', 'script', 'tokens', 'script', 'ratio', 'ms', 'script'];
const lines = [];
let wrong = 0;
for (const task of TASKS.filter(({ name }) => !only || name.includes(only))) {
  /** @type {Cost[]} */
  const single = [];
  /** @type {Cost[]} */
  const scripted = [];
  for (let round = 0; round < rounds; round += 1) {
    single.push(await cost(task.calls, task.state));
    scripted.push(await cost((call) => call({ path: 'run', args: [task.script], timeout: 60 }), task.state));
  }
  const [a, b] = [single[0], scripted[0]];
  if (!a || !b) continue;
  const result = (/** @type {Cost} */ one) => task.wanted.exec(one.answer)?.[0];
  const same = a.state === b.state && (task.state ? result(a) && !b.answer.startsWith('fault') : b.answer.includes(a.answer));
  if (!same || b.tokens > a.tokens) {
    wrong += 1;
    console.log(`${task.name}: not the same or dearer\n  calls:  ${a.answer.slice(0, 400)} (${a.state})\n  script: ${b.answer.slice(0, 600)} (${b.state})`);
  }
  const ms = (/** @type {Cost[]} */ costs) => String(Math.round(median(costs.map((one) => one.ms))));
  lines.push([task.name, String(a.calls), String(b.calls), counted(a.tokens), counted(b.tokens), `${(a.tokens / b.tokens).toFixed(1)} ×`, ms(single), ms(scripted)]);
}
console.log(table(head, lines));

const tab = await browser.page();
await tab.goto(site.url);
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
await site.close();
process.exitCode = wrong > 0 ? 1 : 0;
