/**
 * What happens while the worker sleeps or dies under something: pages with requests go, another tab is used, an act
 * leaves its page. Nothing is done twice, nothing stays that nobody can answer.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { open } from './lib/panel.js';
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

const BUY = { path: 'page.buttons.Buy.click', args: [], timeout: 1 };

before(async () => {
  site = await serve({
    '/': page('Shop', '<button onclick="this.after(\'clicked \')">Buy</button><a href="/next">Go on</a>'),
    '/next': page('Next'),
    // It settles late, so that the worker can die while it acts.
    '/slow': page('Slow', '<output>0</output><button onclick="const out = this.previousElementSibling; out.textContent = 1 + Number(out.textContent); let n = 0; const busy = setInterval(() => { this.dataset.n = n; if (++n > 15) clearInterval(busy); }, 40)">Add</button>'),
  });
  browser = await launch();
  extension = new Extension(browser);
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/** @param {string} path */
async function visit(path) {
  const tab = await browser.page();
  await tab.goto(site.origin + path);
  return tab;
}

/** The requests that are kept. */
async function requests() {
  const [, session] = /** @type {[unknown, { 'onecall.approvals'?: Record<string, { state: string, nonce: string, request: { id: string } }> }]} */ (await extension.everything());
  return Object.values(session['onecall.approvals'] ?? {});
}

/** Their states. */
const states = async () => (await requests()).map(({ state }) => state);

/** Answers a request as our own pages do, once it should be gone. @param {{ request: { id: string }, nonce: string } | undefined} kept */
async function late(kept) {
  const panel = await open(browser, 'options');
  const taken = await panel.evaluate((body) => chrome.runtime.sendMessage({ ui: 'onecall/ui/1', kind: 'decide', body }), { id: kept?.request.id, nonce: kept?.nonce, answer: 'once' });
  await panel.close();
  return taken;
}

for (const sleeps of [false, true]) {
  for (const [how, leave] of /** @type {Array<[string, (tab: Page) => Promise<unknown>]>} */ ([
    ['is closed', (tab) => tab.close()],
    ['goes on to another', (tab) => tab.goto(`${site.origin}/next`)],
    ['goes to another site', (tab) => tab.goto(`${site.other}/next`)],
    ['is loaded again', (tab) => tab.reload()],
    ['crashes', async (tab) => {
      const gone = tab.waitForEvent('crash');
      (await browser.context.newCDPSession(tab)).send('Page.crash').catch(() => undefined);
      await gone;
    }],
  ])) {
    test(`a request whose page ${how} while the worker ${sleeps ? 'sleeps' : 'is awake'} is asked no more, and a late answer does nothing`, async () => {
      const tab = await visit(`/?${encodeURIComponent(how)}${sleeps}`);
      const id = await extension.tabOf(tab.url());
      isFault(await invoke(tab, BUY), 'needs_approval');
      const [kept] = (await requests()).filter(({ state }) => state === 'pending');
      assert.equal(await extension.badge(id), '1');
      if (sleeps) await extension.stopWorker();
      await leave(tab);
      // Whoever looks wakes the worker.
      const panel = await open(browser, 'panel');
      await extension.until(async () => !(await states()).includes('pending'));
      // The panel and the browser hear of it after the worker has noted it.
      await extension.until(async () => (await panel.getByRole('article').count()) === 0 && (await extension.notifications()).length === 0);
      if (how !== 'is closed') await extension.until(async () => (await extension.badge(id)) === '');
      assert.equal(await late(kept), false);
      if (how.startsWith('goes')) {
        // From the browser's cache, which fires no other event.
        await tab.goBack({ waitUntil: 'commit' });
        assert.equal((await tab.locator('main').innerText()).includes('clicked'), false);
        assert.match(await invoke(tab), /^"Shop" /);
        assert.equal((await tab.locator('main').innerText()).includes('clicked'), false);
      }
      await panel.close();
      if (!tab.isClosed()) await tab.close();
    });
  }
}

test('an act in another tab is done once, whenever the worker dies', async () => {
  await extension.rules([{ decision: 'allow' }]);
  const [caller, other] = [await visit('/'), await visit('/slow')];
  const popup = await open(browser, 'popup', other);
  await popup.getByLabel('Agents in other tabs').check();
  await popup.getByText('as tabs[').waitFor();
  const number = /tabs\[(\d+)\]/.exec((await popup.locator('main').textContent()) ?? '')?.[1];
  await invoke(caller, { path: `tabs[${number}].page.title` });
  const count = async () => Number(await other.locator('output').textContent());
  for (let n = 1; n <= 3; n++) {
    const { response } = await (await agent(caller)).begin({ path: `tabs[${number}].page.buttons.Add.click`, args: [] });
    // It has acted and waits for the page to settle.
    await other.waitForFunction((done) => document.querySelector('output')?.textContent === String(done), n);
    await extension.stopWorker();
    assert.match(String((await response).output), /done {5}clicked page\.buttons\.Add/);
    assert.equal(await count(), n);
  }
  // The other tab's page goes meanwhile, and another worker knows nothing: it is told, not done again.
  const { response } = await (await agent(caller)).begin({ path: `tabs[${number}].page.buttons.Add.click`, args: [] });
  await other.waitForFunction(() => document.querySelector('output')?.textContent === '4');
  await extension.stopWorker();
  await other.reload();
  const said = String((await response).output);
  assert.match(said, /done {5}clicked|It may have been done|fault/);
  assert.equal(await count(), 0);
  await Promise.all([popup.close(), other.close(), caller.close()]);
  await extension.reset();
});

test('no tab keeps the sign of an agent that acts: neither after an act that leaves its page, nor after the worker\'s death', async () => {
  await extension.rules([{ decision: 'allow' }]);
  const tab = await visit('/');
  await invoke(tab, { path: 'page.links["Go on"].open', args: [] });
  await tab.waitForURL('**/next');
  const id = await extension.tabOf(tab.url());
  const acting = async () => {
    const [, session] = /** @type {[unknown, { 'onecall.tasks': Record<string, { acting: boolean }> }]} */ (await extension.everything());
    return session['onecall.tasks'][id]?.acting;
  };
  await extension.until(async () => (await extension.badge(id)) === '' && (await acting()) === false);
  await tab.goto(`${site.origin}/slow`);
  const { response } = await (await agent(tab)).begin({ path: 'page.buttons.Add.click', args: [] });
  await extension.until(async () => (await extension.badge(id)) === '…');
  await extension.stopWorker();
  await response;
  await extension.until(async () => (await extension.badge(id)) === '' && (await acting()) === false);
  await tab.close();
  await extension.reset();
});
