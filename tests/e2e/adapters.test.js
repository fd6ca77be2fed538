/**
 * The adapters with the real frameworks, in Chromium: an object is there once while its component is, its functions are
 * the newest, other members are told, and it goes with the component.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { compile } from 'svelte/compiler';
import { launch, root } from './lib/browser.js';
import { serve } from './lib/server.js';
import { agent } from './lib/webmcp.js';

/** @import { Plugin } from 'esbuild' */
/** @import { Page } from 'playwright-core' */

/** @type {import('./lib/server.js').Served} */
let site;
/** @type {import('./lib/browser.js').Launched} */
let browser;

/** @type {Plugin} */
const svelte = {
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js } = compile(await readFile(path, 'utf8'), { filename: path, generate: 'client', dev: false });
      return { contents: js.code, loader: 'js' };
    });
  },
};

/**
 * @param {string} entry
 * @param {Record<string, string>} [alias]
 */
async function bundle(entry, alias = {}) {
  const { outputFiles } = await build({
    entryPoints: [`${root}/tests/adapters/${entry}`], bundle: true, write: false, format: 'esm', jsx: 'automatic', alias,
    plugins: [svelte], conditions: ['browser'], define: { 'process.env.NODE_ENV': '"development"', __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false' },
  });
  return outputFiles[0]?.text ?? '';
}

/** @type {Array<{ name: string, entry: string, alias: Record<string, string> }>} */
const APPS = [
  { name: 'React 19', entry: 'react.jsx', alias: {} },
  { name: 'React 18', entry: 'react.jsx', alias: { react: 'react18', 'react-dom': 'react-dom18' } },
  { name: 'Vue', entry: 'vue.js', alias: {} },
  { name: 'Svelte', entry: 'svelte.js', alias: {} },
];

before(async () => {
  /** @type {Record<string, import('./lib/server.js').Route>} */
  const routes = {};
  const head = '<!doctype html><title>App</title><script type="module" src="/onecall/onecall.js"></script>';
  for (const [at, { entry, alias }] of APPS.entries()) {
    routes[`/app${at}`] = `${head}<main></main><script type="module" src="/app${at}.js"></script>`;
    routes[`/app${at}.js`] = { body: await bundle(entry, alias), type: 'text/javascript' };
  }
  routes['/element'] = `${head}<script type="module" src="/onecall/element.js"></script><main>${await readFile(`${root}/tests/adapters/element.html`, 'utf8')}</main>`;
  site = await serve(routes, { '/onecall/': 'www/dist' });
  browser = await launch({ extension: false });
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * @param {string} path
 * @param {(call: (input: object) => Promise<string>, tab: Page) => Promise<void>} work
 */
async function visit(path, work) {
  const tab = await browser.page();
  /** @type {string[]} */
  const errors = [];
  tab.on('pageerror', (error) => errors.push(String(error)));
  tab.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await tab.goto(site.origin + path);
  const client = await agent(tab);
  await work((input) => client.call(input), tab);
  assert.deepEqual(errors, []);
  await tab.close();
}

/** @typedef {{ test: { setStep: (to: number) => void, setShown: (to: boolean) => void, hot: () => void } }} Driven */

for (const [at, { name }] of APPS.entries()) {
  test(`${name}: published with its component`, () =>
    visit(`/app${at}`, async (call, tab) => {
      await tab.waitForSelector('text=Count 0');
      assert.match(await call({ path: 'app.counter' }), /^app\.counter {2}"A counter"\n {2}count {2}0 {2}\(can be assigned\)/);
      assert.match(await call({ path: 'app.counter.add', args: { by: 2 } }), /^done {5}called app\.counter\.add/);
      await tab.waitForSelector('text=Count 2');
      // The function of the rendering before would count from 0.
      assert.match(await call({ path: 'app.counter.add', args: {} }), /^done/);
      await tab.waitForSelector('text=Count 3');
      assert.match(await call({ path: 'app.counter.count' }), /^app\.counter\.count {2}3/);
      await tab.evaluate(() => /** @type {Driven} */ (/** @type {unknown} */ (window)).test.setStep(5));
      assert.match(await call({ path: 'app.counter' }), /reset\(\)/);
      assert.match(await call({ path: 'app.counter.add', args: {} }), /^done/);
      await tab.waitForSelector('text=Count 8');
      await tab.evaluate(() => /** @type {Driven} */ (/** @type {unknown} */ (window)).test.setShown(false));
      await tab.waitForSelector('text=Nothing');
      assert.match(await call({ path: 'app.counter' }), /^fault not_found/);
      await tab.evaluate(() => /** @type {Driven} */ (/** @type {unknown} */ (window)).test.setShown(true));
      await tab.waitForSelector('text=Count 0');
      assert.match(await call({ path: 'app.counter.count' }), /^app\.counter\.count {2}0/);
    }));

  test(`${name}: a hot reload publishes the new code in the place of the old`, () =>
    visit(`/app${at}`, async (call, tab) => {
      await tab.waitForSelector('text=Count 0');
      assert.match(await call({ path: 'app.counter.add', args: { by: 2 } }), /^done/);
      await tab.waitForSelector('text=Count 2');
      await tab.evaluate(() => /** @type {Driven} */ (/** @type {unknown} */ (window)).test.hot());
      await tab.waitForSelector('text=Count 0');
      assert.match(await call({ path: 'app' }), /app\.counter {2}"A new counter"/);
      assert.match(await call({ path: 'app.counter.add', args: { by: 2 } }), /^done/);
      await tab.waitForSelector('text=Count 20');
    }));
}

test('plain HTML: an element is an object, one inside another lies below it, and page and object name each other', () =>
  visit('/element', async (call, tab) => {
    assert.match(await call({ path: 'app.shop' }), /currency {2}"EUR"[\s\S]*app\.shop\.cart {2}"1 line"/);
    assert.match(await call({ path: 'app.shop.cart' }), /shown {4}page\./);
    assert.match(await call({ path: 'page.buttons.Pay' }), /owner {4}app\.shop\.cart/);
    await tab.evaluate(() => document.querySelector('onecall-node[name=cart]')?.setAttribute('summary', '2 lines'));
    assert.match(await call({ path: 'app.shop.cart' }), /"2 lines"/);
    await tab.evaluate(() => document.querySelector('onecall-node[name=cart]')?.remove());
    assert.match(await call({ path: 'app.shop.cart' }), /^fault not_found/);
  }));
