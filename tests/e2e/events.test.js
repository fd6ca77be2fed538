/**
 * What pages say between calls, in a real browser: once with the next answer, over pages of the site, over the worker's
 * death, and waited for longer than a call takes.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { invoke } from './lib/webmcp.js';
import { page } from './pages.js';

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {Extension} */
let extension;
/** @type {import('./lib/server.js').Served} */
let site;

before(async () => {
  const status = '<p role=status id=s></p>';
  site = await serve({ '/one': page('One', status), '/two': page('Two', status) });
  browser = await launch();
  extension = new Extension(browser);
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/** @param {import('playwright-core').Page} tab @param {string} text */
const say = (tab, text) =>
  tab.evaluate((said) => {
    const status = /** @type {HTMLElement} */ (document.querySelector('#s'));
    status.textContent = said;
    setTimeout(() => (status.textContent = ''), 50);
  }, text);

test('a toast between two calls comes once, also on the next page of the site', async () => {
  const tab = await browser.page();
  await tab.goto(`${site.origin}/one`);
  await invoke(tab, {});
  await say(tab, 'Uploaded');
  assert.match(await invoke(tab, { path: 'page.title' }), /event {4}status "Uploaded"/);
  assert.doesNotMatch(await invoke(tab, { path: 'page.title' }), /event/);
  await extension.stopWorker();
  assert.doesNotMatch(await invoke(tab, { path: 'page.title' }), /event/, 'a new core knows what was shown');
  await tab.goto(`${site.origin}/two`);
  const answer = await invoke(tab, {});
  assert.match(answer, new RegExp(`event {4}navigated "${site.origin}/two"`));
  const log = await invoke(tab, { path: 'events' });
  assert.match(log, /1 .*status "Uploaded"/);
  await tab.goto(`${site.other}/one`);
  assert.doesNotMatch(await invoke(tab, { path: 'events' }), /Uploaded/, 'another origin has its own');
  await tab.close();
});

test('a wait outlives the worker, and may take longer than a call', async () => {
  const tab = await browser.page();
  await tab.goto(`${site.origin}/one`);
  await invoke(tab, {});
  const began = Date.now();
  const waiting = invoke(tab, { path: 'events.wait', args: { text: 'ready', timeout: 40 } });
  await tab.waitForTimeout(1_000);
  await extension.stopWorker();
  // Beyond the 20 seconds that a call has, and the bound of the kit behind them.
  await tab.waitForTimeout(26_000);
  await say(tab, 'Report ready');
  const answer = await waiting;
  assert.match(answer, /done {5}waited for an event/);
  assert.match(answer, /status "Report ready"/);
  assert.ok(Date.now() - began < 40_000);
  await tab.close();
});
