/**
 * The README's example of a published object, as it stands there, in a real page: with the script tag and with the
 * extension alone. And what a page pays that nobody calls.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, root } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { agent } from './lib/webmcp.js';

/** @type {import('./lib/server.js').Served} */
let site;
/** @type {import('./lib/browser.js').Launched[]} */
const browsers = [];

before(async () => {
  const readme = await readFile(`${root}/README.md`, 'utf8');
  const example = /## Publish your app's objects[\s\S]*?```html\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  assert.match(example, /queue\.push/);
  const page = `<!doctype html><title>Readme</title>${example}<main><h1>Shop</h1></main>`;
  site = await serve({ '/queue': page, '/tag': `${page}<script type="module" src="/onecall/onecall.js"></script>` }, { '/onecall/': 'www/dist' });
  browsers.push(await launch({ extension: false }), await launch({ extension: true }));
});

after(async () => {
  for (const browser of browsers) await browser.close();
  await site?.close();
});

for (const [at, path] of /** @type {Array<[number, string]>} */ ([[0, '/tag'], [1, '/queue']])) {
  test(`the example works as written (${at === 0 ? 'script tag' : 'extension alone'})`, async () => {
    const browser = browsers[at];
    assert.ok(browser);
    if (at === 1) await new Extension(browser).rules([{ path: 'app', decision: 'allow' }]);
    const tab = await browser.page();
    await tab.goto(site.origin + path);
    const client = await agent(tab);
    assert.match(await client.call({ path: 'app.cart.add', args: { sku: 'A1', quantity: 2 } }), /^done/);
    assert.match(await client.call({ path: 'app.cart.lines[0:5]' }), /"l-1" \| .*A1/);
    assert.match(await client.call({ path: 'app.cart.note', value: 'ring twice' }), /^done {5}app\.cart\.note = "ring twice"/);
    assert.match(await client.call({ path: 'app.cart.lines.where({"sku": "A1"}).count()' }), /count\(\) {2}2/);
    assert.match(await client.call({ path: 'app.cart.add', args: { sku: 7 } }), /^fault invalid_argument {2}sku: received 7 \(number\), expected string/);
    await tab.close();
  });
}

test('a page that nobody calls loads no wasm and no kit, and has no long task of ours', async () => {
  const browser = browsers[0];
  assert.ok(browser);
  const tab = await browser.page();
  site.requests.length = 0;
  await tab.addInitScript(() => {
    /** @type {number[]} */
    const long = [];
    Object.assign(window, { long });
    new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask', buffered: true });
  });
  await tab.goto(`${site.origin}/tag`);
  await (await agent(tab)).tool();
  const asked = site.requests.filter((request) => /wasm|heart/.test(request));
  assert.deepEqual(asked, []);
  const long = await tab.evaluate(() => /** @type {{ long: number[] }} */ (/** @type {unknown} */ (window)).long);
  assert.deepEqual(long, []);
  await tab.close();
});
