/**
 * The other answers a person may give, and what ends an agent's work: "Deny always", "this part", the cap on tokens, the
 * badge of an agent that acts, Stop by button and by shortcut, and words of a page that say less than its code does.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { answer, open } from './lib/panel.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { isFault, page } from './pages.js';

/** @import { Page } from 'playwright-core' */

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;
/** @type {Extension} */
let extension;

/** A cart whose methods note that they ran; `wait` ends when the test says so. */
const CART = `<script>
  window.ran = [];
  const runs = (name) => ({ effect: 'read', run: () => { ran.push(name); return name; } });
  window.onecall = window.onecall || { queue: [] };
  onecall.queue.push(['publish', 'cart', { methods: {
    deleteEverything: runs('deleteEverything'), payNow: runs('payNow'), count: runs('count'),
    wait: { effect: 'write', run: () => new Promise((resolve) => { window.finish = resolve; ran.push('wait'); }) },
  } }]);
  document.modelContext.registerTool({ name: 'delete_order', description: 'Shows an order.', annotations: { readOnlyHint: true },
    execute: async () => { ran.push('delete_order'); return 'shown'; } });
</script>`;

const SHOP = `<nav aria-label="Tools"><button onclick="this.after('saved ')">Save</button></nav>
  <button onclick="this.after('ordered ')">Buy</button><form aria-label="Note" onsubmit="event.preventDefault()"><input aria-label="Text"><input aria-label="Title"></form>`;
const BUY = { path: 'page.buttons.Buy.click', args: [], timeout: 1 };

before(async () => {
  site = await serve({ '/': page('Shop', SHOP), '/cart': page('Cart', CART), '/tiny': page('Tiny') });
  browser = await launch();
  extension = new Extension(browser);
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * @param {string} path
 * @param {(shop: Page, panel: Page) => Promise<void>} work
 */
async function visit(path, work) {
  const shop = await browser.page();
  await shop.goto(`${site.origin}${path}?${Math.random()}`);
  const panel = await open(browser, 'panel', shop);
  await work(shop, panel);
  await panel.close();
  await shop.close();
  await extension.reset();
}

/** @param {Page} shop @param {string} word */
const count = async (shop, word) => ((await shop.locator('main').textContent()) ?? '').split(word).length - 1;

/** @param {Page} shop @returns {Promise<string[]>} */
const ran = (shop) => shop.evaluate(() => /** @type {{ ran: string[] }} */ (/** @type {unknown} */ (window)).ran);

test('deny always denies now and later without asking, as a rule that can be seen and removed', () =>
  visit('/', async (shop, panel) => {
    isFault(await invoke(shop, BUY), 'needs_approval');
    await answer(panel, 'Deny always');
    await panel.getByRole('article').waitFor({ state: 'detached' });
    await shop.goto(`${site.origin}/?later`);
    const said = await invoke(shop, BUY);
    isFault(said, 'denied');
    assert.equal(await count(shop, 'ordered'), 0);
    assert.equal(await panel.getByRole('article').count(), 0);
    const { 'onecall.rules': rules } = await extension.storage();
    assert.deepEqual(rules, [{ origin: site.origin, path: 'page.buttons.Buy.click', effect: 'pay', across: null, decision: 'deny' }]);
    const options = await open(browser, 'options');
    await options.getByRole('button', { name: /^Remove rule 1/ }).click();
    await options.getByRole('button', { name: /^Remove rule 1/ }).waitFor({ state: 'detached' });
    await options.close();
    isFault(await invoke(shop, BUY), 'needs_approval');
  }));

test('an answer for this part covers the part, also on the next page, and nothing beside it', () =>
  visit('/', async (shop, panel) => {
    const write = (/** @type {string} */ name) => ({ path: `page.forms.Note["${name}"].set`, args: ['x'], timeout: 1 });
    isFault(await invoke(shop, write('Text')), 'needs_approval');
    await panel.getByRole('combobox').first().selectOption('branch');
    assert.match((await panel.getByRole('combobox').first().textContent()) ?? '', /this part: page\.forms\.Note/);
    await answer(panel, 'Allow for that');
    await panel.getByRole('article').waitFor({ state: 'detached' });
    await shop.goto(`${site.origin}/?next`);
    assert.match(await invoke(shop, write('Text')), /^done/);
    isFault(await invoke(shop, { path: 'page.buttons.Save.click', args: [], timeout: 1 }), 'needs_approval');
    isFault(await invoke(shop, BUY), 'needs_approval');
    assert.deepEqual([await count(shop, 'saved'), await count(shop, 'ordered')], [0, 0]);
  }));

test('the cap on tokens ends a task, and a new one may go on', () =>
  visit('/', async (shop, panel) => {
    await extension.settings({ tokens: 50 });
    await panel.getByText('No agent has called').waitFor();
    assert.ok(!(await invoke(shop)).startsWith('fault'));
    await panel.getByText('This task: one call,').waitFor();
    const said = await invoke(shop);
    isFault(said, 'denied');
    assert.match(said, /50 tokens/);
    await panel.getByRole('button', { name: 'Begin a new task' }).click();
    await panel.getByText('No agent has called').waitFor();
    assert.ok(!(await invoke(shop)).startsWith('fault'));
  }));

test('the badge says that an agent acts, while it does', () =>
  visit('/cart', async (shop, panel) => {
    await extension.rules([{ path: 'app', decision: 'allow' }]);
    const tab = await extension.tabOf(shop.url());
    const { response } = await (await agent(shop)).begin({ path: 'app.cart.wait', args: [] });
    await shop.waitForFunction('ran.includes("wait")');
    await extension.until(async () => (await extension.badge(tab)) === '…');
    await panel.getByText('An agent is acting now').waitFor();
    await shop.evaluate('finish("over")');
    assert.match(String((await response).output), /"over"/);
    await extension.until(async () => (await extension.badge(tab)) === '');
    await panel.getByText('An agent is acting now').waitFor({ state: 'detached' });
  }));

const SCRIPT = 'await page.buttons.Save.click(); await sleep(15000); await page.buttons.Save.click(); return "through"';

test('Stop ends a running script where it stands', () =>
  visit('/', async (shop, panel) => {
    await extension.rules([{ decision: 'allow' }]);
    const { response } = await (await agent(shop)).begin({ path: 'run', args: [SCRIPT] });
    await shop.getByText('saved').waitFor();
    await panel.getByRole('button', { name: 'Stop' }).click();
    const said = String((await response).output);
    isFault(said, 'cancelled');
    assert.equal(await count(shop, 'saved'), 1);
    assert.match(await invoke(shop, { path: 'run', args: ['return 1'] }), /value {4}1/, 'the next script runs');
  }));

test('the shortcut stops the tab in front, and no other', () =>
  visit('/', async (shop, panel) => {
    await extension.rules([{ decision: 'allow' }]);
    const other = await browser.page();
    await other.goto(`${site.origin}/?other`);
    const [here, there] = await Promise.all([shop, other].map(async (tab) => (await agent(tab)).begin({ path: 'run', args: [SCRIPT.replace('15000', '3000')] })));
    await Promise.all([shop, other].map((tab) => tab.getByText('saved').waitFor()));
    await shop.bringToFront();
    // Keys that a test presses reach the page only, so the browser's event is sent to those who listen for it.
    await (await browser.worker()).evaluate(() => /** @type {{ dispatch(name: string): void }} */ (/** @type {unknown} */ (chrome.commands.onCommand)).dispatch('stop'));
    isFault(String((await here?.response)?.output), 'cancelled');
    assert.match(String((await there?.response)?.output), /"through"/);
    assert.deepEqual([await count(shop, 'saved'), await count(other, 'saved')], [1, 2]);
    await other.close();
    assert.deepEqual(await panel.evaluate(async () => (await chrome.commands.getAll()).filter(({ name }) => name === 'stop').map(({ shortcut }) => shortcut)), ['Alt+Shift+S']);
  }));

test('a page that calls a deletion or a payment a read is not believed', () =>
  visit('/cart', async (shop) => {
    for (const path of ['app.cart.deleteEverything', 'app.cart.payNow', 'tools.delete_order']) {
      isFault(await invoke(shop, { path, args: {}, timeout: 1 }), 'needs_approval');
    }
    assert.deepEqual(await ran(shop), []);
    assert.match(await invoke(shop, { path: 'policy.explain("app.cart.deleteEverything")' }), /deletes|delete/);
    assert.match(await invoke(shop, { path: 'app.cart.count', args: {} }), /"count"/);
    assert.deepEqual(await ran(shop), ['count']);
  }));

test('the meter counts the answer that the page really gives, however small the page is', () =>
  visit('/tiny', async (shop, panel) => {
    const overview = await invoke(shop);
    await panel.getByRole('tab', { name: 'Cost' }).click();
    await panel.getByText('The whole page as one snapshot').waitFor();
    const shown = (await panel.getByRole('region', { name: 'Cost' }).textContent()) ?? '';
    const said = Number(/its first answer: ([\d,]+)/.exec(shown)?.[1]?.replace(',', ''));
    const tool = await (await agent(shop)).tool();
    const real = (overview.length + JSON.stringify({ name: tool.name, description: tool.description, inputSchema: tool.inputSchema }).length) / 3.6;
    assert.ok(Math.abs(said - real) < real * 0.15, `${said} shown, about ${real} counted; ${shown}`);
  }));
