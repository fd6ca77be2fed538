/**
 * Acting in real apps: calls, tokens (o200k) and success through `call`, and of the same task through the tools of
 * `@playwright/mcp` with a scripted client, side by side in one run. Ratios first.
 *
 * cargo xtask bench act [--app NAME[,NAME …]] [--show]. Success is what the app itself holds in the end. Fails where a task does not
 * succeed through `call`.
 */
import { launch } from '../../e2e/lib/browser.js';
import { Extension } from '../../e2e/lib/extension.js';
import { freePort } from '../../e2e/lib/server.js';
import { agent } from '../../e2e/lib/webmcp.js';
import { counted, tokens } from '../../lib/tokens.js';
import { table } from '../lib/table.js';
import { addressOf, holds, serveApps } from './apps.js';
import { Peer } from './peer.js';
import { TASKS } from './tasks.js';

/** @import { Task } from './tasks.js' */
/** @typedef {{ calls: number, tokens: number, why: string }} Side `why` is empty where it succeeded. */

const args = process.argv.slice(2);
const only = args.includes('--app') ? args[args.indexOf('--app') + 1]?.split(',') : undefined;
const show = args.includes('--show');
const tasks = TASKS.filter(({ app }) => !only || only.includes(app));

const site = await serveApps(tasks);
const port = await freePort();
const browser = await launch();
// A browser of its own, in which no page offers tools: they would stand in the snapshots.
const plain = await launch({ extension: false, webmcp: false, args: [`--remote-debugging-port=${port}`] });
await new Extension(browser).rules([{ origin: site.origin, decision: 'allow' }]);
const peer = await Peer.start(port);

try {
  /** @type {string[][]} */
  const rows = [];
  const sums = { ours: 0, theirs: 0, calls: 0, other: 0 };
  for (const task of tasks) {
    const url = addressOf(site, task);
    const [ours, theirs] = [await ourSide(task, url), await theirSide(task, url)];
    if (ours.why) process.exitCode = 1;
    if (!ours.why && !theirs.why) {
      sums.ours += ours.tokens;
      sums.theirs += theirs.tokens;
      sums.calls += ours.calls;
      sums.other += theirs.calls;
    }
    rows.push([
      `${task.app}: ${task.what}`, ratio(theirs.tokens, ours.tokens, ours.why || theirs.why), String(ours.calls), counted(ours.tokens), ours.why ? 'no' : 'yes',
      String(theirs.calls), counted(theirs.tokens), theirs.why ? 'no' : 'yes',
    ]);
    for (const [who, { why }] of /** @type {const} */ ([['call', ours], ['playwright', theirs]])) if (why) console.log(`${task.app} through ${who}: ${why.slice(0, 400)}`);
  }
  console.log(table(['app: task', 'tokens saved', 'calls', 'tokens', 'done', 'PW calls', 'tokens', 'done'], rows));
  if (sums.ours > 0) {
    console.log(`\nall that both did: ${ratio(sums.theirs, sums.ours, '')} fewer tokens (${counted(sums.ours)} to ${counted(sums.theirs)}), ${sums.calls} calls to ${sums.other}; definitions apart (Playwright's tools: ${counted(peer.definitions)} tokens)`);
  }
} finally {
  await peer.stop();
  await browser.close();
  await plain.close();
  await site.close();
}

/** @param {number} theirs @param {number} ours @param {string} why @returns {string} */
function ratio(theirs, ours, why) {
  return why ? '–' : `${(theirs / ours).toFixed(1)} ×`;
}

/** @param {Task} task @param {string} url @returns {Promise<Side>} */
async function ourSide(task, url) {
  const page = await browser.page();
  await page.goto(url);
  const native = await agent(page);
  const side = { calls: 0, tokens: 0, why: '' };
  try {
    await task.ours(async (path, given) => {
      const input = Array.isArray(path) ? { steps: path } : { ...(path === undefined ? {} : { path }), ...(given === undefined ? {} : { args: given }) };
      const answer = await native.call(input);
      side.calls += 1;
      side.tokens += tokens(JSON.stringify(input)) + tokens(answer);
      if (show) console.log(`> ${JSON.stringify(input)}\n${answer}`);
      if (/^fault /m.test(answer)) throw new Error(answer);
      return answer;
    });
    side.why = await holds(page, task);
  } catch (error) {
    side.why = String(error);
  }
  await page.close();
  return side;
}

/** @param {Task} task @param {string} url @returns {Promise<Side>} */
async function theirSide(task, url) {
  await peer.open(url);
  let why = '';
  const page = plain.context.pages().find((open) => open.url() === url);
  try {
    await task.theirs(peer);
    why = page ? await holds(page, task) : 'its page was not found';
  } catch (error) {
    why = String(error);
  }
  if (show) console.log(peer.lines.join('\n'));
  return { calls: peer.calls, tokens: peer.tokens, why };
}
