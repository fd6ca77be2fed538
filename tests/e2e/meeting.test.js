/**
 * A page meets more than was planned for: React's StrictMode that registers and aborts tools twice, a deploy that
 * changes the list of tools, and a second, reading tool in the extension. One `call`, nothing twice, a clean console.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { launch, root } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { CLASSIC, DIST, page } from './pages.js';

/** @import { Page } from 'playwright-core' */

const STRICT_MODE = `
  import { createElement, StrictMode, useEffect } from 'react';
  import { createRoot } from 'react-dom/client';
  window.ran = [];
  function Cart() {
    useEffect(() => {
      const gone = new AbortController();
      const execute = () => { window.ran.push('add'); return 'added'; };
      void document.modelContext.registerTool({ name: 'add', description: 'Adds', execute }, { signal: gone.signal });
      return () => gone.abort();
    }, []);
    return createElement('p', null, 'Ready');
  }
  createRoot(document.querySelector('#app')).render(createElement(StrictMode, null, createElement(Cart)));`;

const register = (/** @type {[string, string][]} */ tools) => `<script>const mcp = document.modelContext;
  for (const [name, description] of ${JSON.stringify(tools)}) mcp.registerTool({ name, description, execute: () => name });</script>`;

/** @type {import('./lib/server.js').Served} */
let site;
/** @type {import('./lib/browser.js').Launched} */
let withExtension;
/** @type {import('./lib/browser.js').Launched} */
let plain;
/** What the page of StrictMode says in its console by itself. @type {string[]} */
let bySelf = [];
/** @type {Extension} */
let control;
let deployed = false;

before(async () => {
  const { outputFiles } = await build({
    stdin: { contents: STRICT_MODE, resolveDir: root }, bundle: true, write: false, format: 'esm', define: { 'process.env.NODE_ENV': '"development"' },
  });
  const strict = page('Strict', '<div id="app"></div><script type="module" src="/app.js"></script>');
  const shop = () => page('Shop', register(deployed ? [['add', 'Adds more'], ['ship', 'Ships']] : [['add', 'Adds'], ['pay', 'Pays']]));
  const tagged = (/** @type {string} */ html) => html.replace('<head>', `<head>${CLASSIC}`);
  const send = (/** @type {() => string} */ body) => (/** @type {import('node:http').IncomingMessage} */ _request, /** @type {import('node:http').ServerResponse} */ response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(body());
  };
  site = await serve({
    '/app.js': { body: outputFiles[0]?.text ?? '', type: 'text/javascript' },
    '/strict': strict, '/tag/strict': tagged(strict), '/shop': send(shop), '/tag/shop': send(() => tagged(shop())),
  }, DIST);
  [withExtension, plain] = await Promise.all([launch(), launch({ extension: false })]);
  control = new Extension(withExtension);
  await control.rules([{ decision: 'allow' }]);
  const tab = await plain.page();
  bySelf = consoleOf(tab);
  await tab.goto(`${site.origin}/strict`);
  await (await agent(tab)).tool('add');
  await tab.close();
});

after(async () => {
  await withExtension?.close();
  await plain?.close();
  await site?.close();
});

/** What a page says in its console. @param {Page} tab */
function consoleOf(tab) {
  /** @type {string[]} */
  const said = [];
  tab.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) said.push(message.text());
  });
  tab.on('pageerror', (error) => said.push(String(error)));
  return said;
}

for (const [host, path] of /** @type {const} */ ([['extension', ''], ['script tag', '/tag'], ['extension beside the script tag', '/tag']])) {
  const extension = host !== 'script tag';
  test(`${host}: tools that React's StrictMode registers twice are there once and run once`, async () => {
    const tab = await (extension ? withExtension : plain).page();
    const said = consoleOf(tab);
    await tab.goto(`${site.origin}${path}/strict`);
    // Effects run after the first painting: until the tool is listed the page is not done.
    await (await agent(tab)).tool('add');
    assert.match(await invoke(tab), /^tools {2}1 in /m);
    assert.match(await invoke(tab, { path: 'tools.add()' }), /gave {5}"added"/);
    assert.deepEqual(await tab.evaluate('ran'), ['add']);
    assert.equal((await agent(tab)).tools.filter(({ name }) => name === 'call').length, 1);
    // The browser rejects a registration that is aborted before it is done; nothing of ours is added to that.
    assert.deepEqual(said, bySelf);
    assert.ok(!said.some((line) => /Duplicate|Onecall/.test(line)), said.join());
    await tab.close();
  });
}

for (const host of ['extension', 'script tag']) {
  test(`${host}: a deploy that changes the tools is told on the next visit`, async () => {
    deployed = false;
    const extension = host === 'extension';
    const path = `${extension ? '' : '/tag'}/shop`;
    const tab = await (extension ? withExtension : plain).page();
    await tab.goto(site.origin + path);
    // Registering is a promise: the page has its tools when its own list has them.
    await tab.waitForFunction(async () => {
      const context = /** @type {{ getTools: () => Promise<Array<{ name: string }>> }} */ (/** @type {unknown} */ (Reflect.get(document, 'modelContext')));
      return (await context.getTools()).some(({ name }) => name === 'pay');
    });
    assert.match(await invoke(tab), /^tools {2}2 in /m);
    if (extension) await control.told(path);
    deployed = true;
    await tab.reload();
    // It is compared once the page has registered what it registers: a missing tool is waited for until then.
    const news = `${await invoke(tab)}\n${await invoke(tab, { path: 'tools.pay()' })}\n${await invoke(tab)}`;
    for (const [word, name] of [['added', 'ship'], ['removed', 'pay'], ['changed', 'add']]) {
      assert.ok(news.includes(`tools ${word} since your last visit to this page: "${name}"`), `${word}\n${news}`);
    }
    await tab.close();
  });
}

test('the extension: look reads and refuses to act', async () => {
  await control.settings({ readTool: true });
  const tab = await withExtension.page();
  const browserSide = await agent(tab);
  await tab.goto(`${site.origin}/shop`);
  await browserSide.tool('look');
  assert.match(await browserSide.call({}, 'look'), /^tools {2}2 in /m);
  assert.match(await browserSide.call({ path: 'tools.add()' }, 'look'), /^fault denied .* look only reads/);
  assert.equal(browserSide.tools.find(({ name }) => name === 'look')?.annotations?.readOnly, true);
  await control.settings({});
  await tab.close();
});
