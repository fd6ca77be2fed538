/**
 * Places where the extension is not: private windows.
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

before(async () => {
  site = await serve({ '/': page('Shop') });
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
