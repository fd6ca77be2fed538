/**
 * Attacks on asking: neither page nor agent reaches a request. By call, click, script, frame, message, storage, focus
 * and keys; from the page's world, from a content script's, and from the agent's side.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EXTENSION_ID, launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { answer, open, UI } from './lib/panel.js';
import { serve } from './lib/server.js';
import { invoke } from './lib/webmcp.js';
import { isFault, page } from './pages.js';

/** @import { Page } from 'playwright-core' */

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;
/** @type {Extension} */
let extension;
/** @type {Page} */
let shop;
/** @type {string} */
let id;

before(async () => {
  site = await serve({ '/': page('Shop', '<button onclick="this.after(\'clicked \')">Buy</button><iframe id="f"></iframe>') });
  browser = await launch();
  extension = new Extension(browser);
  shop = await browser.page();
  await shop.goto(site.origin);
  const said = await invoke(shop, { path: 'page.buttons.Buy.click', args: [], timeout: 1 });
  isFault(said, 'needs_approval');
  id = /ap-\d+/.exec(said)?.[0] ?? '';
});

after(async () => {
  // Whatever was tried, the request still waits and nothing was run; then a person's answer still works.
  try {
    assert.equal(await state(), 'pending');
    assert.equal(await clicked(), 0);
    const panel = await open(browser, 'panel', shop);
    await answer(panel, 'Allow once');
    assert.match(await invoke(shop, { path: `approvals["${id}"].wait()` }), /clicked page\.buttons\.Buy/);
    assert.equal(await clicked(), 1);
  } finally {
    await browser?.close();
    await site?.close();
  }
});

const clicked = async () => ((await shop.locator('main').textContent()) ?? '').split('clicked').length - 1;

async function state() {
  const [, session] = /** @type {[unknown, { 'onecall.approvals': Record<string, { state: string }> }]} */ (await extension.everything());
  return session['onecall.approvals'][id]?.state;
}

async function untouched() {
  assert.equal(await state(), 'pending');
  assert.equal(await clicked(), 0);
}

test('no path of the agent answers it', async () => {
  const tries = [
    `approvals["${id}"].allow()`, `approvals["${id}"].approve()`, `approvals["${id}"].decide("allow")`, `approvals["${id}"].click()`, 'approvals.allow()',
    'policy.allow("page")', 'policy.rules.push({"decision": "allow"})', 'policy.explain.call()', `page.approvals["${id}"].allow()`, 'app.onecall.allow()',
    `tools.flat.call({"path": "approvals[\\"${id}\\"].allow()"})`, `run("return approvals['${id}'].allow()")`, `run("return chrome.runtime.sendMessage({})")`,
  ];
  for (const path of tries) assert.doesNotMatch(await invoke(shop, { path }), /^done {5}clicked/m, path);
  for (const value of ['allowed', 'allow', true]) await invoke(shop, { path: `approvals["${id}"].state`, value });
  await untouched();
});

test('an agent cannot go to the extension\'s pages, nor can the page', async () => {
  for (const file of ['panel.html', 'popup.html', 'options.html']) {
    await shop.evaluate((address) => {
      const frame = /** @type {HTMLIFrameElement} */ (document.getElementById('f'));
      frame.src = address;
      return new Promise((resolve) => {
        frame.onload = resolve;
        setTimeout(resolve, 1_000);
      });
    }, UI + file);
    const inside = shop.frames().find((frame) => frame !== shop.mainFrame());
    assert.equal(await inside?.locator('article').count(), 0, file);
    const opened = await shop.evaluate((address) => {
      const made = window.open(address);
      made?.close();
      return fetch(address).then(() => 'read', () => 'refused');
    }, UI + file);
    assert.equal(opened, 'refused');
  }
  await untouched();
});

test('messages and ports of the page and of a content script\'s world are not heard', async () => {
  const [, session] = /** @type {[unknown, { 'onecall.approvals': Record<string, { nonce: string, doc: string, call: string }> }]} */ (await extension.everything());
  const { nonce, doc, call } = session['onecall.approvals'][id] ?? { nonce: '', doc: '', call: '' };
  const decide = { ui: 'onecall/ui/1', kind: 'decide', body: { id, nonce, answer: 'once' } };
  const decided = { kind: 'decided', doc, call, request: id, decision: 'allow' };
  // The page's own world: there is no runtime to speak to, and what it says to its windows nobody takes.
  await shop.evaluate(({ decide, decided, extensionId }) => {
    const runtime = /** @type {{ chrome?: { runtime?: { sendMessage?: (id: string, message: object) => void } } }} */ (/** @type {unknown} */ (window)).chrome?.runtime;
    try {
      runtime?.sendMessage?.(extensionId, decide);
    } catch {
      // Refused, as it should be.
    }
    for (const message of [decide, decided]) {
      window.postMessage(message, '*');
      document.dispatchEvent(new CustomEvent('onecall:channel', { detail: JSON.stringify(message) }));
      document.dispatchEvent(new MessageEvent('onecall:main', { data: message }));
      new BroadcastChannel('onecall').postMessage(message);
    }
  }, { decide, decided, extensionId: EXTENSION_ID });
  // Our own content script's world, as if the page had taken it over: the browser says that it is no page of ours.
  const cdp = await browser.context.newCDPSession(shop);
  /** @type {number[]} */
  const worlds = [];
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin.startsWith(`chrome-extension://${EXTENSION_ID}`)) worlds.push(context.id);
  });
  await cdp.send('Runtime.enable');
  assert.ok(worlds.length > 0, 'the content script\'s world');
  for (const contextId of worlds) {
    const expression = `(async () => {
      const said = await Promise.race([chrome.runtime.sendMessage(${JSON.stringify(decide)}), new Promise((resolve) => setTimeout(resolve, 500, 'silence'))]);
      const port = chrome.runtime.connect({ name: 'onecall/ui/1' });
      const kit = chrome.runtime.connect({ name: 'onecall/kit/1' });
      kit.postMessage({ v: 1, id: 1, kind: 'inputs', body: { messages: [${JSON.stringify(decided)}] } });
      const session = await Promise.resolve(chrome.storage.session?.get('onecall.approvals')).then((found) => typeof found, () => 'refused');
      return JSON.stringify([said ?? null, session]);
    })()`;
    const { result } = await cdp.send('Runtime.evaluate', { contextId, expression, awaitPromise: true, returnByValue: true });
    const [said, stored] = JSON.parse(String(result.value));
    assert.notEqual(said, true);
    assert.notEqual(stored, 'object', 'nonces can be read from a content script');
  }
  await cdp.detach();
  await untouched();
});

test('a wrong nonce, and clicks and keys that no person made, answer nothing', async () => {
  const panel = await open(browser, 'panel', shop);
  await panel.getByRole('article').waitFor();
  assert.equal(await panel.evaluate((given) => chrome.runtime.sendMessage({ ui: 'onecall/ui/1', kind: 'decide', body: { id: given, nonce: 'guessed', answer: 'once' } }), id), false);
  // What was pressed before the request was there to be read is not an answer to it.
  assert.ok(await panel.evaluate(() => document.activeElement === document.body), 'nothing takes the focus by itself');
  await panel.keyboard.press('Enter');
  await panel.keyboard.press('Space');
  const allow = panel.getByRole('button', { name: 'Allow once' });
  await allow.and(panel.locator(':enabled')).waitFor();
  await allow.evaluate((button) => {
    /** @type {HTMLButtonElement} */ (button).click();
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  });
  await untouched();
  await panel.reload();
  assert.equal(await panel.getByRole('button', { name: 'Allow once' }).isDisabled(), true, 'no answer in the moment in which it appears');
  await panel.close();
  await untouched();
});
