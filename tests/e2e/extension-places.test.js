/**
 * Places where the extension is not, or sees nothing: private windows, the browser's own pages and its PDF viewer.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { open } from './lib/panel.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { isFault, page } from './pages.js';

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

before(async () => {
  site = await serve({ '/': page('Shop'), '/bill.pdf': { body: PDF, type: 'application/pdf' } });
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.close();
});

test('in a private window there is no tool, and the browser has no switch for it', async () => {
  const [tab, whole] = [await browser.page(), browser.context.browser()];
  await tab.goto(site.origin);
  await (await agent(tab)).tool();
  const hidden = await whole?.newContext();
  const secret = await hidden?.newPage();
  assert.ok(hidden && secret);
  await secret.goto(site.origin);
  const tools = () => secret.evaluate(async () => {
    const { modelContext } = /** @type {{ modelContext?: { getTools: () => Promise<{ name: string }[]> } }} */ (/** @type {unknown} */ (document));
    return (await modelContext?.getTools())?.map(({ name }) => name);
  });
  assert.deepEqual(await tools(), []);
  // Its document has nothing of ours to ask either, and the normal one goes on.
  assert.match(await invoke(tab), /^"Shop" /);
  assert.deepEqual(await tools(), []);
  await hidden.close();
  await tab.close();
});

test('on the browser\'s own pages popup and panel say that Onecall cannot work there', async () => {
  for (const url of ['chrome://version/', 'data:text/html,<title>Data</title>', 'about:blank', 'view-source:about:blank']) {
    const tab = await browser.page();
    await tab.goto(url).catch(() => undefined);
    for (const name of ['popup', 'panel']) {
      const own = await open(browser, name, tab);
      await own.getByText('Onecall cannot work on this page').waitFor();
      await own.close();
    }
    await tab.close();
  }
});

test('a PDF in the browser\'s viewer: the agent is told that it cannot be read, and so is the person', async () => {
  const tab = await browser.page();
  await tab.goto(`${site.origin}/bill.pdf`).catch(() => undefined);
  const popup = await open(browser, 'popup', tab);
  await popup.getByText('Onecall cannot work on this page').waitFor();
  await popup.close();
  isFault(await invoke(tab), 'unavailable');
  await tab.close();
});

test('popup and panel of a page that can be read say nothing of the kind', async () => {
  const tab = await browser.page();
  await tab.goto(`${site.origin}/?readable`);
  const panel = await open(browser, 'panel', tab);
  await panel.getByRole('button', { name: 'Overview' }).waitFor();
  assert.equal(await panel.getByText('Onecall cannot work').count(), 0);
  await panel.close();
  await tab.close();
});
