/**
 * The demo: an agent's session on a page, played from the browser's side over CDP as real clients do, with each call's
 * answer, tokens and time, beside what the same page costs as the browser's accessibility tree.
 */
import { Person } from '../e2e/lib/person.js';
import { launch } from '../e2e/lib/browser.js';
import { agent } from '../e2e/lib/webmcp.js';
import { accessibilityTree } from '../lib/axtree.js';
import { counted, tokens } from '../lib/tokens.js';
import { isFault } from './answer.js';
import { explore } from './explore.js';
import { readOptions } from './options.js';
import { place } from './place.js';
import { shop } from './shop.js';

/** @import { Page } from 'playwright-core' */
/** @import { Agent, Tool } from '../e2e/lib/webmcp.js' */
/** @import { Options } from './options.js' */
/** @import { Call } from './shop.js' */

/** @typedef {{ calls: number, sent: number, read: number, ms: number, wrong: string[] }} Totals */

/** Milliseconds between calls where somebody watches. */
const SLOWLY = 1200;

const options = readOptions(process.argv.slice(2));
if (typeof options === 'string') {
  console.log(options);
  process.exitCode = 2;
} else {
  process.exitCode = await run(options);
}

/**
 * @param {Options} options
 * @returns {Promise<number>} The exit code.
 */
async function run(options) {
  const placed = await place(options);
  const browser = await launch({ extension: !options.scriptTag, headless: !options.headed });
  try {
    if (!options.scriptTag) {
      // Until the extension has its panel, this is how a person lets an agent act on a site.
      const rules = [{ origin: new URL(placed.url).origin, decision: 'allow' }];
      await (await browser.worker()).evaluate(
        (/** @type {unknown} */ allowed) => chrome.storage.local.set({ 'onecall.rules': allowed }),
        options.page.kind === 'url' ? [] : rules,
      );
    }
    const page = await browser.page();
    await page.goto(placed.url);
    if (options.scriptTag && options.page.kind === 'url') await page.addScriptTag({ type: 'module', url: placed.script });
    const wrong = await play(page, options);
    if (options.headed) {
      console.log('\nThe browser stays open; close its window to end.');
      await new Promise((done) => browser.context.on('close', done));
    }
    return wrong.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await placed.close();
  }
}

/**
 * @param {Page} page
 * @param {Options} options
 * @returns {Promise<string[]>} What was not as expected.
 */
async function play(page, options) {
  const client = await agent(page);
  const tool = await client.tool('call');
  const definition = tokens(JSON.stringify({ name: tool.name, description: tool.description, inputSchema: tool.inputSchema }));
  const cdp = await page.context().newCDPSession(page);
  const tree = tokens(await accessibilityTree(cdp));
  console.log(`\n${await page.title()}\n${page.url()}\n`);
  console.log(`The page's tools, as the browser lists them: ${client.tools.map(({ name }) => name).join(', ')}`);
  console.log(`\n${tool.description}\n`);
  console.log(`${counted(definition)} tokens for the definition of ${tool.name}. The page as the browser's accessibility tree: ${counted(tree)} tokens.`);

  /** @type {Totals} */
  const totals = { calls: 0, sent: 0, read: 0, ms: 0, wrong: [] };
  const session = options.page.kind === 'shop' ? shop() : explore();
  // With the script tag the page asks the person at it; with the extension the rules above say yes.
  if (options.scriptTag && options.page.kind === 'shop') void allowAll(page);
  for (let step = session.next(); !step.done; ) {
    const answer = await one(client, step.value, totals);
    if (options.headed) await new Promise((done) => setTimeout(done, SLOWLY));
    step = session.next(answer);
  }
  summary(totals, definition, tree);
  return totals.wrong;
}

/**
 * The person at the page reads each question and allows it, with the mouse.
 * @param {Page} page
 */
async function allowAll(page) {
  const person = new Person(page);
  try {
    for (;;) {
      console.log(`\n    The page asks the person: ${await person.reads()}`);
      await person.clicks('Allow once');
      console.log('    The person clicks "Allow once".');
    }
  } catch (error) {
    if (!page.isClosed()) console.error(error);
  }
}

/**
 * @param {Agent} client
 * @param {Call} call
 * @param {Totals} totals
 * @returns {Promise<string>}
 */
async function one(client, { says, input, expect }, totals) {
  totals.calls += 1;
  const sent = tokens(JSON.stringify(input));
  const begun = performance.now();
  const answer = await client.call(input);
  const ms = performance.now() - begun;
  const read = tokens(answer);
  totals.sent += sent;
  totals.read += read;
  totals.ms += ms;
  console.log(`\n${String(totals.calls).padStart(2)}  ${says}\n    call(${JSON.stringify(input)})\n`);
  console.log(answer.split('\n').map((line) => `    │ ${line}`).join('\n'));
  console.log(`    ${counted(sent)} tokens sent, ${counted(read)} read · ${ms.toFixed(1)} ms${isFault(answer) ? ' · a fault' : ''}`);
  if (expect && !expect.test(answer)) {
    totals.wrong.push(`${totals.calls} (${says})`);
    console.log(`    NOT AS EXPECTED: the answer does not match ${expect}`);
  }
  return answer;
}

/**
 * @param {Totals} totals
 * @param {number} definition
 * @param {number} tree
 */
function summary({ calls, sent, read, ms, wrong }, definition, tree) {
  const all = definition + sent + read;
  console.log(`\n${'─'.repeat(72)}`);
  console.log(`Onecall     ${counted(calls)} calls · ${counted(all)} tokens in all (definition ${counted(definition)}, sent ${counted(sent)}, read ${counted(read)}) · ${counted(ms)} ms`);
  console.log(`The tree    ${counted(tree)} tokens for one look at the page, without an act; ${(tree / all).toFixed(1)} × the whole session`);
  if (wrong.length > 0) console.log(`Not as expected: calls ${wrong.join(', ')}`);
}
