/**
 * A page meets more than was planned for: React's StrictMode that registers and aborts tools twice, a deploy that
 * changes the list of tools, and a second, reading tool in the extension. One `call`, nothing twice, a clean console.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { launch, root } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { CLASSIC, DIST, page } from './pages.js';

/** @import { Page } from 'playwright-core' */
/** @import { Plugin } from 'esbuild' */

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

/** Parts of a build that are other ones in another version: the handshake's number, and what the tool says of itself. @type {Array<[RegExp, string, string]>} */
const OTHERWISE = [
  [/shared\/meet\.js$/, 'const VERSION = 1;', 'const VERSION = 7;'],
  [/shared\/tool\.js$/, "by path: text, forms, tables,", 'by path (another version): text, tables,'],
];

/** The script tag as another version would ship it. */
async function otherVersion() {
  let changed = 0;
  /** @type {Plugin} */
  const otherwise = {
    name: 'otherwise',
    setup({ onLoad }) {
      for (const [filter, from, to] of OTHERWISE) {
        onLoad({ filter }, async ({ path }) => {
          const text = await readFile(path, 'utf8');
          changed += Number(text.includes(from));
          return { contents: text.replace(from, to), loader: 'js' };
        });
      }
    },
  };
  const { outputFiles } = await build({ entryPoints: [`${root}/www/src/classic.js`], bundle: true, write: false, format: 'iife', plugins: [otherwise] });
  assert.equal(changed, OTHERWISE.length);
  return outputFiles[0]?.text ?? '';
}

/** A module of an app that publishes and registers, and takes both back before its next version runs, as hot reload asks for. */
const hotModule = (/** @type {string} */ version, /** @type {string} */ library) => `
  import '${library}?t=${version}';
  const gone = new AbortController();
  const run = (from) => () => { window.ran.push(from + ' ${version}'); return '${version}'; };
  const cart = window.onecall.publish('cart', { summary: 'Version ${version}', methods: { add: { effect: 'write', run: run('app') } } });
  await document.modelContext.registerTool({ name: 'greet', description: 'Greets ${version}', execute: run('tool') }, { signal: gone.signal });
  export const dispose = () => { cart.remove(); gone.abort(); };`;

const HOT = `<script>window.ran = [];
  window.hot = async (version) => {
    window.module?.dispose();
    window.module = await import('/hot.js?v=' + version);
  };
  window.started = hot('1');
</script>`;

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
  const OTHER = '<script src="/other/onecall.iife.js"></script>';
  const versions = register([['greet', 'Greets']]).replace('() => name', "() => { (window.ran ??= []).push(name); return name; }");
  site = await serve({
    '/other/onecall.iife.js': { body: await otherVersion(), type: 'text/javascript' },
    '/other-first': page('Versions', versions).replace('<head>', `<head>${OTHER}${CLASSIC}`),
    '/other-last': page('Versions', versions).replace('<head>', `<head>${CLASSIC}${OTHER}`),
    '/other-alone': page('Versions', versions).replace('<head>', `<head>${OTHER}`),
    '/hot': page('Hot', HOT),
    '/hot.js': (request) => ({ body: hotModule(new URL(request.url ?? '', 'http://x').searchParams.get('v') ?? '', '/onecall/onecall.js'), type: 'text/javascript' }),
    '/app.js': { body: outputFiles[0]?.text ?? '', type: 'text/javascript' },
    '/strict': strict, '/tag/strict': tagged(strict), '/shop': send(shop), '/tag/shop': send(() => tagged(shop())),
  }, { ...DIST, '/other/': DIST['/onecall/'] });
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
    assert.match(await invoke(tab), /^tools {2}1$/m);
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
    assert.match(await invoke(tab), /^tools {2}2$/m);
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
  assert.match(await browserSide.call({}, 'look'), /^tools {2}2$/m);
  assert.match(await browserSide.call({ path: 'tools.add()' }, 'look'), /^fault denied .* look only reads/);
  assert.equal(browserSide.tools.find(({ name }) => name === 'look')?.annotations?.readOnly, true);
  await control.settings({});
  await tab.close();
});

for (const host of ['script tag', 'extension']) {
  const extension = host === 'extension';
  for (const path of ['/other-first', '/other-last', ...(extension ? ['/other-alone'] : [])]) {
    test(`${host}: two versions of the library on one page are one call, and nothing runs twice (${path})`, async () => {
      const tab = await (extension ? withExtension : plain).page();
      const said = consoleOf(tab);
      await tab.goto(site.origin + path);
      const browserSide = await agent(tab);
      await browserSide.tool('call');
      assert.match(await invoke(tab), /^"Versions" /);
      assert.match(await invoke(tab, { path: 'tools.greet()' }), /gave {5}"greet"/);
      assert.deepEqual(await tab.evaluate('ran'), ['greet']);
      assert.equal(await tab.evaluate(() => window.onecall?.host), extension ? 'extension' : 'page');
      // Published through whichever copy stayed, it is there for whoever answers.
      await tab.evaluate(() => void window.onecall?.publish('cart', { summary: 'A cart' }));
      assert.match(await invoke(tab, { path: 'app' }), /app\.cart {2}"A cart"/);
      assert.deepEqual(browserSide.history.filter((name) => name !== 'greet'), ['call'], 'registered once, and never taken back');
      assert.deepEqual(said, []);
      await tab.close();
    });
  }

  test(`${host}: a module that is evaluated again with new code, and the library with it`, async () => {
    const tab = await (extension ? withExtension : plain).page();
    const said = consoleOf(tab);
    await tab.goto(`${site.origin}/hot`);
    await tab.evaluate('started');
    const browserSide = await agent(tab);
    await browserSide.tool('call');
    for (const version of ['1', '2', '3']) {
      if (version !== '1') await tab.evaluate(`hot('${version}')`);
      assert.match(await invoke(tab, { path: 'app' }), new RegExp(`app\\.cart {2}"Version ${version}"`));
      assert.match(await invoke(tab, { path: 'app.cart.add', args: [] }), new RegExp(`gave {5}"${version}"`));
      assert.match(await invoke(tab, { path: 'tools.greet', args: {} }), new RegExp(`gave {5}"${version}"`));
      assert.match(await invoke(tab, { path: 'tools.greet.$help' }), new RegExp(`"Greets ${version}"`));
      assert.match(await invoke(tab), /^tools {2}1\b/m);
    }
    assert.deepEqual(await tab.evaluate('ran'), ['1', '2', '3'].flatMap((version) => [`app ${version}`, `tool ${version}`]));
    assert.deepEqual(browserSide.history.filter((name) => !name.includes('greet')), ['call']);
    assert.deepEqual(said, []);
    await tab.close();
  });
}
