/**
 * Places where the extension is not, or cannot do what it does elsewhere: private windows, the PDF viewer.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { page } from './pages.js';

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;

/** As small as a PDF may be. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

before(async () => {
  site = await serve({ '/': page('Shop'), '/terms.pdf': { body: PDF, type: 'application/pdf' } });
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

test('a PDF says that its viewer is closed to extensions', async () => {
  const tab = await browser.page();
  await tab.goto(`${site.origin}/terms.pdf`);
  const said = await invoke(tab);
  assert.match(said, /^! the browser's PDF viewer is closed to extensions: what it shows cannot be read here/m);
  assert.match(await invoke(tab, { path: 'page.url' }), /terms\.pdf/);
  await tab.close();
});
