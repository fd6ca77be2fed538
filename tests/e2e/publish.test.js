/**
 * What a page publishes for agents, through the browser: with the script tag and with the extension, which finds it in
 * the page's own script world.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { agent } from './lib/webmcp.js';

const QUEUE = `<script>
  window.onecall = window.onecall || { queue: [] };
  const lines = [{ id: 'l-1', sku: 'A1', n: 2 }, { id: 'l-2', sku: 'B2', n: 1 }];
  let note = 'none';
  onecall.queue.push(['publish', 'cart', {
    summary: '2 lines',
    properties: {
      total: { type: 'number', get: () => 59.9 },
      note: { type: 'string', maxLength: 20, get: () => note, set: (value) => { if (value === 'no') throw new Error('not this'); note = value; } },
      lines: { get: async () => lines, key: 'id', methods: { remove: { effect: 'write', run: (args, line) => lines.splice(lines.indexOf(line), 1).length } } },
    },
    methods: {
      add: {
        summary: 'Puts an article into the cart.', effect: 'write', throws: ['out_of_stock'],
        args: { type: 'object', properties: { sku: { type: 'string' }, n: { type: 'integer', minimum: 1, maximum: 99, default: 1 } }, required: ['sku'] },
        run: ({ sku, n = 1 }) => {
          if (sku === 'none') throw Object.assign(new Error('Out of stock'), { code: 'out_of_stock' });
          lines.push({ id: 'l-' + (lines.length + 1), sku, n });
          return { lines: lines.length };
        },
      },
    },
  }, (handle) => { window.cart = handle; }]);
</script>`;

/** @type {import('./lib/server.js').Served} */
let site;
/** @type {import('./lib/browser.js').Launched[]} */
const browsers = [];

before(async () => {
  const body = (/** @type {string} */ more) => `<!doctype html><title>Shop</title>${QUEUE}${more}<main><h1>Cart</h1></main>`;
  site = await serve(
    { '/queue': body(''), '/tag': body('<script type="module" src="/onecall/onecall.js"></script>') },
    { '/onecall/': 'www/dist' },
  );
  browsers.push(await launch({ extension: false }), await launch({ extension: true }));
});

after(async () => {
  for (const browser of browsers) await browser.close();
  await site?.close();
});

for (const [at, host, path] of /** @type {Array<[number, string, string]>} */ ([[0, 'script tag', '/tag'], [1, 'extension', '/queue'], [1, 'extension beside the script tag', '/tag']])) {
  test(`${host}: published objects are read, assigned and called`, async () => {
    const browser = browsers[at];
    assert.ok(browser);
    const tab = await browser.page();
    if (at === 1) await new Extension(browser).rules([{ path: 'app', decision: 'allow' }]);
    await tab.goto(site.origin + path);
    const to = await agent(tab);
    const call = (/** @type {object} */ input) => to.call(input);
    assert.match(await call({}), /app {4}published by this page\n {2}app\.cart {2}"2 lines" · add · total, note, lines/);
    assert.match(await call({ path: 'app.cart' }), /total {2}59\.9\n {2}note {2}"none"/);
    assert.match(await call({ path: 'app.cart.lines' }), /"key" \| id \| sku \| n\n"l-1" \| l-1 \| A1 \| 2/);
    assert.match(await call({ path: 'app.cart.lines["l-2"].sku' }), /^app\.cart\.lines\["l-2"\]\.sku {2}"B2"/);
    assert.match(await call({ path: 'app.cart.lines[-1].n' }), /^app\.cart\.lines\[-1\]\.n {2}1/);
    assert.equal(
      await call({ path: 'app.cart.add', args: { sku: 'A1', n: 'two' } }),
      'fault invalid_argument  n: received "two" (string), expected integer from 1 to 99. Nothing was run.\n' +
        'try      {"path":"app.cart.add","args":{"sku":"A1","n":1}}',
    );
    assert.match(await call({ path: 'app.cart.note', value: 'ring twice' }), /^done {5}app\.cart\.note = "ring twice"/);
    assert.match(await call({ path: 'app.cart.note', value: 'no' }), /^fault failed {2}app\.cart\.note: the app's code failed: "not this"/);
    assert.match(await call({ path: 'app.cart.note' }), /"ring twice"/);
    assert.match(await call({ path: 'app.cart.add', args: ['C3'] }), /^done {5}called app\.cart\.add\ngave {5}\{"lines":3\}/);
    assert.match(await call({ path: 'app.cart.add', args: { sku: 'none' } }), /^fault failed .*"Out of stock" \(code "out_of_stock"\)/);
    assert.match(await call({ path: 'app.cart.lines["l-1"].remove', args: [] }), /^done {5}called app\.cart\.lines\["l-1"\]\.remove/);
    assert.match(await call({ path: 'app.cart.lines' }), /2 items/);
    // What the page changes, says and takes back.
    await tab.evaluate(() => /** @type {{ cart: import('../../extension/shared/publish').Handle }} */ (/** @type {unknown} */ (window)).cart.remove());
    assert.match(await call({ path: 'app.cart' }), /^fault not_found {2}there is no app\.cart: this page publishes nothing now/);
    await tab.close();
  });
}
