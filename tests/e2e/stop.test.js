/**
 * Stop ends what an agent of a tab does in other tabs too: calls handed to a shared tab, and tools of another tab of
 * the site.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { open } from './lib/panel.js';
import { serve } from './lib/server.js';
import { agent } from './lib/webmcp.js';
import { page } from './pages.js';

/** @import { Page } from 'playwright-core' */

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;
/** @type {Extension} */
let extension;

const TOOL = `<script>void document.modelContext.registerTool({ name: 'count-all', description: 'Counts for a long time', execute: (input, { signal }) => new Promise((resolve) => {
  document.title = 'Counting';
  signal.addEventListener('abort', () => { document.title = 'Stopped'; resolve('stopped'); });
}) });</script>`;

before(async () => {
  site = await serve({ '/': page('Shop'), '/other': page('Other', "<button onclick=\"this.after('clicked ')\">Buy</button>"), '/tool': page('Tool', TOOL) });
  browser = await launch();
  extension = new Extension(browser);
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/** Requests that wait. */
async function pending() {
  const [, session] = /** @type {[unknown, { 'onecall.approvals'?: Record<string, { state: string, request: { id: string }, nonce: string }> }]} */ (await extension.everything());
  return Object.values(session['onecall.approvals'] ?? {}).filter(({ state }) => state === 'pending');
}

/** @param {Page} caller */
async function stop(caller) {
  const popup = await open(browser, 'popup', caller);
  await popup.getByRole('button', { name: 'Stop', exact: true }).click();
  return popup;
}

for (const [how, end] of /** @type {Array<[string, (caller: Page, cancel: () => Promise<void>) => Promise<Page | void>]>} */ ([
  ['Stop is pressed in the tab that calls', stop],
  ['the tab that calls is closed', (caller) => caller.close()],
  ['the call is cancelled', (_, cancel) => cancel()],
])) {
  test(`what waits for the person in a shared tab is withdrawn when ${how}`, async () => {
    const [caller, other] = [await browser.page(), await browser.page()];
    await caller.goto(`${site.origin}/?${encodeURIComponent(how)}`);
    await other.goto(`${site.origin}/other`);
    const popup = await open(browser, 'popup', other);
    await popup.getByLabel('Agents in other tabs').check();
    await popup.getByText('as tabs[').waitFor();
    const [name = ''] = /tabs\[\d+\]/.exec((await popup.locator('main').textContent()) ?? '') ?? [];
    const { response, cancel } = await (await agent(caller)).begin({ path: `${name}.page.buttons.Buy.click`, args: [] });
    await extension.until(async () => (await pending()).length === 1);
    const [asked] = await pending();
    const stopped = await end(caller, cancel);
    await extension.until(async () => (await pending()).length === 0);
    if (how.startsWith('Stop')) assert.match(String((await response).output), /^fault cancelled {2}the person pressed Stop/);
    // An answer that comes late does nothing.
    const late = await popup.evaluate((body) => chrome.runtime.sendMessage({ ui: 'onecall/ui/1', kind: 'decide', body }), { id: asked?.request.id, nonce: asked?.nonce, answer: 'once' });
    assert.equal(late, false);
    assert.equal((await other.locator('main').innerText()).includes('clicked'), false);
    await Promise.all([popup.close(), stopped?.close(), other.close(), caller.isClosed() ? undefined : caller.close()]);
    await extension.reset();
  });
}



test('a tool that runs in another tab of the site is told when the person presses Stop', async () => {
  await extension.rules([{ decision: 'allow' }]);
  const [caller, other] = [await browser.page(), await browser.page()];
  await other.goto(`${site.origin}/tool`);
  await extension.told('/tool');
  await caller.goto(`${site.origin}/`);
  const { response } = await (await agent(caller)).begin({ path: 'tools["count-all"]()' });
  await other.waitForFunction(() => document.title === 'Counting');
  const popup = await stop(caller);
  assert.match(String((await response).output), /^fault cancelled {2}the person pressed Stop/);
  await other.waitForFunction(() => document.title === 'Stopped');
  await Promise.all([popup.close(), other.close(), caller.close()]);
  await extension.reset();
});
