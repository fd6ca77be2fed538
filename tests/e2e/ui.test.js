/**
 * The extension's pages: every state free of what axe-core finds, in light and dark, usable by keyboard. With
 * `$ONECALL_PICTURES` a picture of each state is put into that folder.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { inLanguage } from './lib/language.js';
import { answer, open } from './lib/panel.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { page } from './pages.js';

/** @import { Page } from 'playwright-core' */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = process.env.ONECALL_PICTURES;

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;
/** @type {Extension} */
let extension;
/** @type {Page} */
let shop;

const SHOP = `<h1>Orders</h1><table><caption>Orders</caption><tr><th>Order<th>Customer<th>Total</tr>
  <tr><td>A-1001<td>Ann Lee<td>59.90</tr><tr><td>A-1002<td>Bo Chen<td>12.00</tr></table>
  <form aria-label="Payment"><input aria-label="Name"><input aria-label="Card number" autocomplete="cc-number"><button>Pay 59.90 EUR</button></form><button>Save</button>`;

before(async () => {
  site = await serve({ '/': page('Acme Shop', SHOP) });
  browser = await launch();
  extension = new Extension(browser);
  shop = await browser.page();
  await shop.goto(site.origin);
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * A picture, where pictures are wanted.
 * @param {Page} tab
 * @param {string} name
 */
async function shoot(tab, name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await tab.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

/**
 * Nothing of a page of ours is wider than a narrow panel, in its language.
 * @param {Page} tab
 * @param {string} name
 * @param {number} width
 */
async function fits(tab, name, width) {
  await tab.setViewportSize({ width, height: 640 });
  const over = await tab.evaluate(() => [...document.querySelectorAll('main *')].filter((el) => el.getBoundingClientRect().right > innerWidth + 1).map((el) => el.outerHTML.slice(0, 120)));
  assert.deepEqual(over, [], `${name} at ${width}`);
  await shoot(tab, `${name}-${width}`);
}

/**
 * Nothing for axe to say, in light and dark; a picture of either where pictures are wanted.
 * @param {Page} tab
 * @param {string} name
 * @param {number} [width]
 */
async function clean(tab, name, width = 420) {
  await tab.setViewportSize({ width, height: 640 });
  await tab.evaluate(axe);
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    await tab.emulateMedia({ colorScheme: scheme });
    const found = await tab.evaluate(async () => {
      const { axe } = /** @type {{ axe: { run(): Promise<{ violations: Array<{ id: string, nodes: Array<{ html: string, failureSummary?: string }> }> }> } }} */ (/** @type {unknown} */ (window));
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`);
    });
    assert.deepEqual(found, [], `${name}, ${scheme}`);
    await shoot(tab, `${name}-${scheme}`);
  }
  await tab.emulateMedia({ colorScheme: 'light' });
}

test('panel: the tree can be walked, a call tried, a path followed', async () => {
  const panel = await open(browser, 'panel', shop);
  const shown = panel.getByLabel('Answer');
  await shown.waitFor();
  assert.match((await shown.textContent()) ?? '', /"Acme Shop"/);
  await panel.getByRole('button', { name: 'page.tables.Orders', exact: true }).first().click();
  await shown.getByText('A-1001').first().waitFor();
  assert.equal(await panel.getByLabel('Path').inputValue(), 'page.tables.Orders');
  await clean(panel, 'panel-tree');
  await panel.getByRole('tab', { name: 'Tree' }).focus();
  await panel.keyboard.press('ArrowRight');
  await panel.getByText('newest first').waitFor();
  await clean(panel, 'panel-log');
  await panel.keyboard.press('ArrowRight');
  await panel.getByText('The whole page as one snapshot').waitFor();
  assert.match((await panel.getByRole('region', { name: 'Cost' }).textContent()) ?? '', /Onecall: one tool and its first answer: \d+/);
  await clean(panel, 'panel-cost');
  await panel.close();
});

test('panel: requests', async () => {
  await invoke(shop, { path: 'page.forms.Payment.submit', args: [], timeout: 1 });
  await invoke(shop, { steps: [{ path: 'page.forms.Payment.fill', args: { Name: 'Ann Lee', 'Card number': '4111 1111 1111 1111' } }, { path: 'page.buttons.Save.click', args: [] }], timeout: 1 });
  const panel = await open(browser, 'panel', shop);
  await panel.getByRole('article').nth(1).waitFor();
  const text = (await panel.getByRole('article').nth(1).textContent()) ?? '';
  assert.ok(text.includes('covers 1 more') && text.includes('page.buttons.Save.click'), text);
  await panel.getByRole('button', { name: 'Allow once' }).and(panel.locator(':enabled')).first().waitFor();
  await clean(panel, 'panel-requests');
  // By keyboard alone.
  await panel.getByRole('article').first().getByRole('button', { name: 'Deny', exact: true }).focus();
  await panel.keyboard.press('Enter');
  await panel.getByText('One request waits for you').waitFor();
  await answer(panel, 'Deny');
  await panel.getByRole('article').waitFor({ state: 'detached' });
  await panel.close();
});

test('popup: a level is set, the site switched off and on', async () => {
  const popup = await open(browser, 'popup', shop);
  await popup.getByLabel('Agents may').selectOption('grave');
  await clean(popup, 'popup', 340);
  assert.match(await invoke(shop, { path: 'page.buttons.Save.click', args: [] }), /^done/);
  await popup.getByLabel('Agents may').selectOption('all');
  await popup.getByLabel('spends money').check();
  await clean(popup, 'popup-everything-except', 340);
  await popup.getByRole('switch').click();
  await popup.getByText('Off on this site').waitFor();
  await clean(popup, 'popup-off', 340);
  await shop.reload();
  const seen = await agent(shop);
  await extension.until(async () => seen.history.at(-1) === '-call' || !seen.tools.some(({ name }) => name === 'call'));
  await popup.getByRole('switch').click();
  await popup.getByLabel('Agents may').waitFor();
  await shop.reload();
  assert.match(await invoke(shop), /"Acme Shop"/);
  await popup.goto(popup.url().replace(/\?.*/, '?tab=0'));
  await popup.close();
});

test('options: every section; export, import and reset', async () => {
  await extension.rules([{ origin: site.origin, effect: 'pay', decision: 'deny' }]);
  const options = await open(browser, 'options');
  await options.getByText('spends money').or(options.locator('#rules')).first().waitFor();
  await options.getByLabel('Another site').fill('bank.example');
  await options.getByRole('button', { name: 'Add site' }).click();
  await options.getByLabel('Level of https://bank.example', { exact: true }).selectOption('read');
  await options.getByLabel('Calls that one task may make').fill('200');
  await options.getByLabel('Calls that one task may make').blur();
  await clean(options, 'options', 900);
  const [download] = await Promise.all([options.waitForEvent('download'), options.getByRole('button', { name: 'Export' }).click()]);
  const saved = await download.path();
  await options.getByRole('button', { name: 'Reset' }).click();
  await options.getByRole('button', { name: 'Really remove everything' }).click();
  await options.getByText('are gone').waitFor();
  assert.deepEqual(Object.keys(await extension.storage()).filter((key) => /rules|settings|grants/.test(key)), []);
  await options.getByRole('button', { name: 'Import' }).setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer: readFileSync(saved) });
  await options.getByText('were read').waitFor();
  assert.equal(await options.getByLabel('Level of https://bank.example', { exact: true }).inputValue(), 'read');
  await options.getByRole('button', { name: 'Import' }).setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a": 1}') });
  await options.getByText('Nothing was changed').waitFor();
  await options.close();
  await extension.reset();
});

test('first steps make a first call', async () => {
  const first = await open(browser, 'first');
  await first.getByText('This browser has WebMCP.').waitFor();
  await first.getByRole('button', { name: 'Call it' }).click();
  await first.getByLabel('Answer').waitFor();
  assert.match((await first.getByLabel('Answer').textContent()) ?? '', /"Acme Shop"/);
  await clean(first, 'first', 900);
  await first.close();
});

test('the first page opens by itself where somebody is there to read it, once', async () => {
  // Only the name of a browser without windows gives it away.
  const seen = await launch({ args: ['--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'] });
  try {
    const shown = seen.context.pages().find((one) => one.url().endsWith('/first.html'));
    const first = shown ?? (await seen.context.waitForEvent('page', (one) => one.url().endsWith('/first.html')));
    await first.getByText('This browser has WebMCP.').waitFor();
    await new Extension(seen).stopWorker();
    const other = await seen.page();
    await other.goto(site.origin);
    assert.match(await invoke(other), /"Acme Shop"/);
    assert.equal(seen.context.pages().filter((one) => one.url().endsWith('/first.html')).length, 1);
  } finally {
    await seen.close();
  }
  assert.ok(!browser.context.pages().some((one) => one.url().endsWith('/first.html')), 'a headless run is left alone');
});

test('in German, and narrow: every page says what it says in that language, and nothing stands over its edge', async () => {
  const { dir, remove } = inLanguage('de');
  const german = await launch({ dir });
  try {
    const own = await german.page();
    await own.goto(site.origin);
    await invoke(own);
    await invoke(own, { path: 'page.forms.Payment.submit', args: [], timeout: 1 });
    const panel = await open(german, 'panel', own);
    await panel.getByRole('article').getByText('Ein Agent möchte Geld ausgeben').waitFor();
    await panel.getByText('sein Formular fragt nach einer Zahlungskarte').waitFor();
    assert.equal(await panel.evaluate(() => `${document.documentElement.lang} ${document.title}`), 'de Onecall: Seitenleiste');
    await fits(panel, 'de-panel-request', 320);
    await answer(panel, 'Ablehnen');
    await panel.getByLabel('Antwort').waitFor();
    await fits(panel, 'de-panel-tree', 320);
    await panel.getByRole('tab', { name: 'Protokoll' }).click();
    await panel.getByText('die neueste zuerst').waitFor();
    await fits(panel, 'de-panel-log', 320);
    await panel.getByRole('tab', { name: 'Kosten' }).click();
    await panel.getByText('Die ganze Seite als ein Abbild').waitFor();
    await fits(panel, 'de-panel-cost', 320);
    const popup = await open(german, 'popup', own);
    await popup.getByLabel('Agenten dürfen').selectOption('all');
    await fits(popup, 'de-popup', 340);
    const options = await open(german, 'options');
    await options.getByLabel('Weitere Website').waitFor();
    await fits(options, 'de-options', 420);
    const first = await open(german, 'first');
    await first.getByRole('button', { name: 'Aufrufen' }).click();
    await first.getByLabel('Antwort').waitFor();
    await fits(first, 'de-first', 420);
  } finally {
    await german.close();
    remove();
  }
});
