/**
 * A person is asked and answers: in the panel, late, after the worker's death, once, for a page, for a site, for a form;
 * Stop; caps; off. Real calls over the browser's protocol, real clicks on the extension's own pages.
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

const SHOP = `<button onclick="this.after('clicked ')">Buy</button><button onclick="this.after('saved ')">Save</button>
  <form aria-label="Sign in" onsubmit="event.preventDefault()"><input aria-label="Email"><input aria-label="Password" type="password"></form>`;
const TILL = `<script>window.onecall = { queue: [['publish', 'till', { properties: { open: { type: 'integer', get: () => 5 } },
  methods: { close: { effect: 'write', run: () => { document.querySelector('main').append(' closed '); return 'closed'; } } } }]] };</script>`;
const CLICK = { path: 'page.buttons.Buy.click', args: [] };
const SAVE = { path: 'page.buttons.Save.click', args: [] };

before(async () => {
  site = await serve({ '/': page('Shop', SHOP), '/other': page('Other', SHOP + TILL) });
  browser = await launch();
  extension = new Extension(browser);
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * @param {(shop: Page, panel: Page) => Promise<void>} work
 */
async function visit(work) {
  const shop = await browser.page();
  await shop.goto(`${site.origin}/?${Math.random()}`);
  const panel = await open(browser, 'panel', shop);
  await work(shop, panel);
  await panel.close();
  await shop.close();
  await extension.reset();
}

/** As shown: the text of a script in the page does not count. @param {Page} shop @param {string} word */
const count = async (shop, word) => (await shop.locator('main').innerText()).split(word).length - 1;

test('allow once lets the call go on, and the next is asked about again', () =>
  visit(async (shop, panel) => {
    const { response } = await (await agent(shop)).begin(CLICK);
    const card = panel.getByRole('article');
    await card.waitFor();
    const text = (await card.textContent()) ?? '';
    for (const part of ['spend money', 'page.buttons.Buy.click', site.origin, 'the words on it', 'the default']) assert.ok(text.includes(part), `${part} in ${text}`);
    await answer(panel, 'Allow once');
    assert.match(String((await response).output), /^done {5}clicked page\.buttons\.Buy/);
    await card.waitFor({ state: 'detached' });
    const second = await (await agent(shop)).begin(CLICK);
    await card.waitFor();
    await answer(panel, 'Deny');
    isFault(String((await second.response).output), 'denied');
    assert.equal(await count(shop, 'clicked'), 1);
  }));

test('a late answer runs the operation once, also after the worker died, and its result stands at approvals', () =>
  visit(async (shop, panel) => {
    const said = await invoke(shop, { ...CLICK, timeout: 1 });
    isFault(said, 'needs_approval');
    const [id] = /ap-\d+/.exec(said) ?? [''];
    assert.ok(said.includes(`approvals["${id}"].wait()`), said);
    assert.equal(await count(shop, 'clicked'), 0);
    await extension.stopWorker();
    await answer(panel, 'Allow once');
    const result = await invoke(shop, { path: `approvals["${id}"].wait()` });
    assert.match(result, /done[^]*clicked page\.buttons\.Buy/);
    assert.equal(await count(shop, 'clicked'), 1);
    await extension.stopWorker();
    assert.match(await invoke(shop, { path: `approvals["${id}"].result` }), /clicked page\.buttons\.Buy/);
    assert.equal(await count(shop, 'clicked'), 1);
  }));

test('an answer for the page counts until it is left, one for the site also after', () =>
  visit(async (shop, panel) => {
    const first = await (await agent(shop)).begin(SAVE);
    await answer(panel, 'Allow for that');
    await first.response;
    assert.match(await invoke(shop, SAVE), /^done/);
    isFault(await invoke(shop, { ...CLICK, timeout: 1 }), 'needs_approval');
    await answer(panel, 'Deny');
    await shop.goto(`${site.origin}/other`);
    const again = await (await agent(shop)).begin(SAVE);
    await panel.getByRole('combobox').first().selectOption('site');
    await answer(panel, 'Allow for that');
    await again.response;
    await shop.goto(`${site.origin}/?later`);
    assert.match(await invoke(shop, SAVE), /^done/);
    isFault(await invoke(shop, { ...CLICK, timeout: 1 }), 'needs_approval');
  }));

test('one request covers the filling of a form; its password is shown to nobody', () =>
  visit(async (shop, panel) => {
    const begun = await (await agent(shop)).begin({ path: 'page.forms["Sign in"].fill', args: { Email: 'ann@shop.test', Password: 'tiger' } });
    const card = panel.getByRole('article');
    await card.waitFor();
    const text = (await card.textContent()) ?? '';
    assert.ok(text.includes('ann@shop.test') && text.includes('•••') && !text.includes('tiger'), text);
    assert.ok(!JSON.stringify(await extension.everything()).includes('tiger'));
    await answer(panel, 'Allow once');
    assert.match(String((await begun.response).output), /2 of 2 fields/);
    assert.equal(await shop.getByLabel('Password').inputValue(), 'tiger');
  }));

test('Stop ends the call, withdraws the request and takes back what was allowed for the page', () =>
  visit(async (shop, panel) => {
    const first = await (await agent(shop)).begin(SAVE);
    await answer(panel, 'Allow for that');
    await first.response;
    const second = await (await agent(shop)).begin(CLICK);
    await panel.getByRole('article').waitFor();
    await panel.getByRole('button', { name: 'Stop' }).click();
    isFault(String((await second.response).output), 'cancelled');
    await panel.getByRole('article').waitFor({ state: 'detached' });
    isFault(await invoke(shop, { ...SAVE, timeout: 1 }), 'needs_approval');
    assert.deepEqual([await count(shop, 'clicked'), await count(shop, 'saved')], [0, 1]);
  }));

test('badge and notification tell of a request while no page of ours is open', async () => {
  const shop = await browser.page();
  await shop.goto(`${site.origin}/?badge`);
  isFault(await invoke(shop, { ...CLICK, timeout: 1 }), 'needs_approval');
  const tab = await extension.tabOf(shop.url());
  assert.equal(await extension.badge(tab), '1');
  assert.equal((await extension.notifications()).length, 1);
  const panel = await open(browser, 'panel', shop);
  await answer(panel, 'Deny');
  await panel.getByRole('article').waitFor({ state: 'detached' });
  await extension.until(async () => (await extension.badge(tab)) === '' && (await extension.notifications()).length === 0);
  await panel.close();
  await shop.close();
  await extension.reset();
});

test('caps and the switch for a site are kept by the worker', () =>
  visit(async (shop, panel) => {
    await extension.settings({ calls: 2 });
    await invoke(shop);
    await invoke(shop);
    const said = await invoke(shop);
    isFault(said, 'denied');
    assert.match(said, /2 calls/);
    // What the person tries in the panel is no agent's: it works now, and costs no task anything.
    await panel.getByRole('button', { name: 'Overview' }).click();
    await panel.getByLabel('Answer').getByText('"Shop"').waitFor();
    await panel.getByText('This task: 2 calls').waitFor();
    await extension.settings({ off: [site.origin] });
    isFault(await invoke(shop), 'unavailable');
  }));

test('a tab that the person shares is used from another, under its own site\'s rules', () =>
  visit(async (shop, panel) => {
    assert.match(await invoke(shop, { path: 'tabs' }), /^tabs {2}none but this one/);
    isFault(await invoke(shop, { path: 'tabs[1].page' }), 'not_found');
    const other = await browser.page();
    await other.goto(`${site.origin}/other`);
    const popup = await open(browser, 'popup', other);
    await popup.getByLabel('Agents in other tabs').check();
    await popup.getByText('as tabs[1]').waitFor();
    assert.match(await invoke(shop, { path: 'tabs' }), /tabs\[1\] {2}"Other"/);
    assert.match(await invoke(shop, { path: 'tabs[1].page.buttons' }), /^in {7}tabs\[1\][^]*Buy/);
    const begun = await (await agent(shop)).begin({ path: 'tabs[1].page.buttons.Buy.click', args: [] });
    await answer(panel, 'Allow once');
    assert.match(String((await begun.response).output), /done {5}clicked/);
    assert.deepEqual([await count(other, 'clicked'), await count(shop, 'clicked')], [1, 0]);
    assert.match(await invoke(shop, { path: 'tabs[1].app.till.open' }), /^in {7}tabs\[1\][^]*app\.till\.open {2}5/);
    const closing = await (await agent(shop)).begin({ path: 'tabs[1].app.till.close', args: [] });
    await answer(panel, 'Allow once');
    assert.match(String((await closing.response).output), /done {5}called app\.till\.close\n[^]*gave {5}"closed"/);
    assert.deepEqual([await count(other, 'closed'), await count(shop, 'closed')], [1, 0]);
    await popup.getByLabel('Agents in other tabs').uncheck();
    await popup.getByText('as tabs[1]').waitFor({ state: 'detached' });
    isFault(await invoke(shop, { path: 'tabs[1].page' }), 'not_found');
    await popup.close();
    await other.close();
  }));

test('a tab of another site is told of and used only where the person lets the two sites: the page itself may be the caller', () =>
  visit(async (shop, panel) => {
    const other = await browser.page();
    await other.goto(`${site.other}/other`);
    const popup = await open(browser, 'popup', other);
    await popup.getByLabel('Agents in other tabs').check();
    await popup.getByText('as tabs[').waitFor();
    const [name = ''] = /tabs\[\d+\]/.exec((await popup.locator('main').textContent()) ?? '') ?? [];
    // What the page's own script would get.
    const asked = (/** @type {object} */ input) => shop.evaluate(async (given) => {
      const { modelContext } = /** @type {any} */ (document);
      const tool = (await modelContext.getTools()).find((/** @type {{ name: string }} */ one) => one.name === 'call');
      return String(await modelContext.executeTool(tool, given));
    }, input);
    const secrets = new RegExp(`Other|${site.other}`);
    for (const path of ['tabs', `${name}.page`, `${name}.page.text`, `${name}.page.url`, 'approvals', 'events', 'find("sign in")']) {
      const said = await asked({ path, timeout: 1 });
      assert.doesNotMatch(said, secrets, `${path}: ${said}`);
    }
    isFault(await asked({ path: `${name}.page.text`, timeout: 1 }), 'needs_approval');
    const card = panel.getByRole('article');
    await card.first().waitFor();
    assert.ok(((await card.first().textContent()) ?? '').includes(site.other), 'the person is told of which site the tab is');
    await answer(panel, 'Allow once');
    await card.waitFor({ state: 'detached' });
    assert.match(await asked({ path: `${name}.page.buttons` }), /Buy/);
    await popup.close();
    await other.close();
  }));
