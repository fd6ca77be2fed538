/**
 * The extension's life: its worker ends at any moment, it is reloaded under open pages, pages are reloaded, left, brought
 * back and closed. No call is lost and none is answered twice.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { DIST, isFault, isOverview, MODULE, page } from './pages.js';

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {Extension} */
let extension;
/** @type {import('./lib/server.js').Served} */
let site;

const CONFIRM = `<button onclick="this.textContent = confirm('Sure?')">Ask</button>`;

before(async () => {
  site = await serve({ '/one': page('One'), '/two': page('Two'), '/both': page('Both', MODULE), '/confirm': page('Confirm', CONFIRM) }, DIST);
  browser = await launch();
  extension = new Extension(browser);
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/** @param {string} path */
async function open(path) {
  const tab = await browser.page();
  await tab.goto(site.origin + path);
  return tab;
}

test('the worker may end between two calls', async () => {
  const tab = await open('/one');
  isOverview(await invoke(tab), 'One');
  for (let time = 0; time < 3; time++) {
    await extension.stopWorker();
    isOverview(await invoke(tab), 'One');
  }
  assert.deepEqual((await agent(tab)).history, ['call'], 'the tool stays as it was');
  await tab.close();
});

test('the worker may end before the first call of a page', async () => {
  await invoke(await open('/two'));
  const tab = await open('/one');
  await (await agent(tab)).tool();
  await extension.stopWorker();
  isOverview(await invoke(tab), 'One');
  await tab.close();
});

test('a page costs no worker until it is called', async () => {
  // What the pages of the tests before still say may start it once; a page that costs a worker would each time.
  let started = 0;
  for (let time = 0; time < 3; time++) {
    await extension.stopWorker();
    const tab = await open('/one');
    await (await agent(tab)).tool();
    if (await extension.running()) started += 1;
    isOverview(await invoke(tab), 'One');
    assert.equal(await extension.running(), true);
    await tab.close();
  }
  assert.ok(started < 3, `started by ${started} of 3`);
});

test('a reloaded page has its tool again, with the same bytes', async () => {
  const tab = await open('/one');
  const browserSide = await agent(tab);
  const before = await browserSide.tool();
  isOverview(await invoke(tab), 'One');
  await tab.reload();
  isOverview(await invoke(tab), 'One');
  const afterwards = await browserSide.tool();
  assert.deepEqual(
    { description: afterwards.description, schema: afterwards.inputSchema },
    { description: before.description, schema: before.inputSchema },
  );
  await tab.close();
});

test('a page that comes back from the back/forward cache works as before', async () => {
  const tab = await open('/one');
  isOverview(await invoke(tab), 'One');
  await tab.evaluate(() => {
    window.addEventListener('pageshow', (event) => Object.assign(window, { cameBack: event.persisted }));
  });
  await tab.goto(`${site.origin}/two`);
  isOverview(await invoke(tab), 'Two');
  await tab.goBack({ waitUntil: 'commit' });
  assert.equal(await tab.evaluate(() => 'cameBack' in window && window.cameBack), true, 'it was in the cache');
  isOverview(await invoke(tab), 'One');
  isOverview(await invoke(tab), 'One');
  await tab.goForward({ waitUntil: 'commit' });
  isOverview(await invoke(tab), 'Two');
  await tab.close();
});

test('the worker may end while the page is in the back/forward cache', async () => {
  const tab = await open('/one');
  isOverview(await invoke(tab), 'One');
  await tab.goto(`${site.origin}/two`);
  await extension.stopWorker();
  await tab.goBack({ waitUntil: 'commit' });
  isOverview(await invoke(tab), 'One');
  await tab.close();
});

test('a page that is closed in mid-call takes nothing with it', async () => {
  const tab = await open('/one');
  const other = await open('/two');
  isOverview(await invoke(other), 'Two');
  const { response } = await (await agent(tab)).begin({ path: 'page.waitFor', args: { text: 'never' } });
  await tab.close();
  await assert.rejects(Promise.race([response, Promise.reject(new Error('the page is closed'))]));
  isOverview(await invoke(other), 'Two');
  await other.close();
});

test('after a reload of the extension the old tool goes and the new one comes, in open pages too', async () => {
  const used = await open('/one');
  const unused = await open('/two');
  isOverview(await invoke(used), 'One');
  await (await agent(unused)).tool();
  await extension.reload();
  for (const [tab, title] of /** @type {const} */ ([[used, 'One'], [unused, 'Two']])) {
    const browserSide = await agent(tab);
    await browserSide.until('the new tool', () => (browserSide.history.length >= 3 ? true : undefined));
    assert.deepEqual(browserSide.history, ['call', '-call', 'call']);
    isOverview(await invoke(tab), title);
    await tab.close();
  }
});

test('after a reload of the extension, JS dialogs of acts in open pages are still answered', async () => {
  const tab = await open('/confirm');
  isOverview(await invoke(tab), 'Confirm');
  await extension.reload();
  await extension.rules([{ origin: site.origin, decision: 'allow' }]);
  const browserSide = await agent(tab);
  await browserSide.until('the new tool', () => (browserSide.history.length >= 3 ? true : undefined));
  assert.match(await invoke(tab, { path: 'page.buttons.Ask.click', args: [] }), /^event .*"Sure\?"/m);
  await tab.close();
});

test('switched off, a call is told so and the tool goes; switched on, it comes back to open pages', async () => {
  const tab = await open('/one');
  isOverview(await invoke(tab), 'One');
  const browserSide = await agent(tab);
  await extension.enable(false);
  // With its port open the content script notices by itself; without one, at the next call.
  await extension.enable(true);
  await browserSide.until('the new tool', () => (browserSide.history.length >= 3 ? true : undefined));
  assert.deepEqual(browserSide.history, ['call', '-call', 'call']);
  isOverview(await invoke(tab), 'One');
  await tab.close();
});

test('switched off while no port is open, the next call says so and the tool goes', async () => {
  const tab = await open('/one');
  const browserSide = await agent(tab);
  await browserSide.tool();
  await extension.enable(false);
  isFault(await invoke(tab), 'unavailable');
  await browserSide.until('no tool', () => (browserSide.tools.length === 0 ? true : undefined));
  await extension.enable(true);
  isOverview(await invoke(tab), 'One');
  await tab.close();
});

test('a reload of the extension in mid-call answers the call', async () => {
  const tab = await open('/one');
  isOverview(await invoke(tab), 'One');
  const { response } = await (await agent(tab)).begin({ path: 'page.waitFor', args: { text: 'never' } });
  await extension.reload();
  const { status, output } = await response;
  assert.equal(status, 'Completed');
  isFault(String(output), 'unavailable');
  isOverview(await invoke(tab), 'One');
  await tab.close();
});

test('the extension comes to a page where the script tag answers already: one call, the extension’s', async () => {
  const tab = await open('/both');
  const browserSide = await agent(tab);
  isOverview(await invoke(tab), 'Both');
  await extension.reload();
  await browserSide.until('the new tool', () => (browserSide.history.length >= 3 ? true : undefined));
  isOverview(await invoke(tab), 'Both');
  assert.equal(browserSide.tools.length, 1);
  assert.equal(await tab.evaluate(() => window.onecall?.host), 'extension');
  assert.ok(!site.requests.includes('GET /onecall/onecall.wasm'));
  await tab.close();
});
