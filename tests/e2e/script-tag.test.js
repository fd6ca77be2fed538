/**
 * The script tag on real pages: one line of HTML, one tool, and nothing else until somebody calls.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { CLASSIC, DIST, isFault, isOverview, MODULE, page, STRICT } from './pages.js';

/** @import { Page } from 'playwright-core' */

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;

const NAME_TAKEN = `<script>
  window.pageTool = document.modelContext.registerTool({ name: 'call', description: 'The page\\'s own.',
    execute: () => 'mine' }).then(() => 'registered', (error) => error.name);
</script>`;

before(async () => {
  const tools = { 'permissions-policy': 'tools=()' };
  site = await serve(
    {
      '/module': page('Module', MODULE),
      '/classic': page('Classic', CLASSIC),
      '/strict': { body: page('Strict', MODULE), headers: STRICT },
      '/allowed': { body: page('Allowed', MODULE), headers: { 'content-security-policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" } },
      '/no-tools': { body: page('No tools', MODULE), headers: tools },
      '/taken-before': page('Taken before', NAME_TAKEN + MODULE),
      '/taken-after': page('Taken after', CLASSIC + NAME_TAKEN),
      '/twice': page('Twice', MODULE + CLASSIC + MODULE.replace('.js', '.js?again') + CLASSIC),
      '/framed': page('Framed', `${MODULE}<iframe src="/module"></iframe><iframe srcdoc='${page('Srcdoc', MODULE)}'></iframe><iframe id="other"></iframe>`),
      '/other': page('Other', 'nothing of ours'),
    },
    DIST,
  );
  browser = await launch({ extension: false });
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * @param {string} path
 * @param {(page: Page, said: { console: string[], errors: string[] }) => Promise<void>} work
 */
async function visit(path, work) {
  const tab = await browser.page();
  /** @type {{ console: string[], errors: string[] }} */
  const said = { console: [], errors: [] };
  tab.on('console', (message) => said.console.push(`${message.type()}: ${message.text()}`));
  tab.on('pageerror', (error) => said.errors.push(String(error)));
  site.requests.length = 0;
  await tab.goto(site.origin + path);
  await work(tab, said);
  assert.deepEqual(said.errors, []);
  await tab.close();
}

for (const [path, title, own] of [['/module', 'Module', 'onecall.js'], ['/classic', 'Classic', 'onecall.iife.js']]) {
  test(`one tag is all that a page needs (${own})`, () =>
    visit(String(path), async (tab, said) => {
      const tool = await (await agent(tab)).tool();
      assert.match(tool.description.slice(0, 150), new RegExp(String(title)));
      assert.deepEqual(site.requests.filter((request) => request.includes('onecall')).filter((request) => !request.includes('chunk')), [`GET /onecall/${own}`], 'no kit and no core before the first call');
      isOverview(await invoke(tab), String(title));
      assert.ok(site.requests.includes('GET /onecall/onecall.wasm'));
      assert.deepEqual(said.console, []);
    }));
}

test('the console gives what an agent would get', () =>
  visit('/module', async (tab) => {
    const asAgent = await invoke(tab, { path: 'page.title' });
    assert.equal(await tab.evaluate(() => window.onecall?.call('page.title')), asAgent);
    assert.equal(await tab.evaluate(() => window.onecall?.call({ path: 'page.title' })), asAgent);
    isOverview(await tab.evaluate(async () => (await window.onecall?.call()) ?? ''), 'Module');
    assert.equal(await tab.evaluate(() => window.onecall?.host), 'page');
  }));

test('the second call needs nothing from the network', () =>
  visit('/module', async (tab) => {
    await invoke(tab);
    site.requests.length = 0;
    await invoke(tab);
    assert.deepEqual(site.requests, []);
  }));

test('on a page whose policy forbids WebAssembly it says so once and breaks nothing', () =>
  visit('/strict', async (tab, said) => {
    const first = await invoke(tab);
    isFault(first, 'unavailable');
    assert.match(first, /Content-Security-Policy/);
    assert.match(first, /wasm-unsafe-eval/);
    assert.equal(await tab.evaluate(() => window.onecall?.call('page')), first);
    assert.equal(JSON.parse(await invoke(tab, { format: 'json' })).fault.code, 'unavailable');
    assert.equal(said.console.filter((line) => line.startsWith('warning: Onecall: ')).length, 1);
    assert.equal(await tab.locator('h1').textContent(), 'Strict');
  }));

test("with 'wasm-unsafe-eval' a strict policy is no obstacle", () =>
  visit('/allowed', async (tab) => isOverview(await invoke(tab), 'Allowed')));

test('where the page forbids tools, the console still works and says why no agent can call', () =>
  visit('/no-tools', async (tab) => {
    isOverview(await tab.evaluate(async () => (await window.onecall?.call()) ?? ''), 'No tools');
    assert.deepEqual((await agent(tab)).tools, []);
    assert.equal(await tab.evaluate(() => window.onecall?.host), 'none');
    assert.match(await tab.evaluate(() => window.onecall?.reason ?? ''), /tools=\(\)/);
  }));

for (const path of ['/taken-before', '/taken-after']) {
  test(`a page's own tool named call stays, ours is onecall (${path})`, () =>
    visit(path, async (tab) => {
      const browserSide = await agent(tab);
      await browserSide.tool('onecall');
      assert.equal(await tab.evaluate(() => /** @type {Window & { pageTool?: Promise<string> }} */ (window).pageTool), 'registered');
      await browserSide.until('two tools', () => (browserSide.tools.length === 2 ? true : undefined));
      assert.equal(await browserSide.call({}, 'call'), 'mine');
      isOverview(await browserSide.call({}, 'onecall'), path === '/taken-before' ? 'Taken before' : 'Taken after');
    }));
}

test('loaded four times it registers once and runs a call once', () =>
  visit('/twice', async (tab, said) => {
    isOverview(await invoke(tab), 'Twice');
    const { tools, history } = await agent(tab);
    assert.equal(tools.length, 1);
    assert.deepEqual(history, ['call']);
    assert.equal(site.requests.filter((request) => request.endsWith('onecall.wasm')).length, 1);
    assert.deepEqual(said.console, []);
  }));

test('a page with frames that load it too has one call, the top document’s', () =>
  visit('/framed', async (tab) => {
    await tab.evaluate((url) => {
      const frame = /** @type {HTMLIFrameElement} */ (document.getElementById('other'));
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      frame.src = url;
      return loaded.then(() => undefined);
    }, `${site.other}/module`);
    const browserSide = await agent(tab);
    isOverview(await browserSide.call(), 'Framed');
    assert.equal(browserSide.tools.length, 1);
    for (const frame of tab.frames().slice(1)) {
      assert.equal(await frame.evaluate(() => window.onecall?.host), 'none', frame.url());
    }
  }));

test('the address of the page is no obstacle: pushState keeps tool and core', () =>
  visit('/module', async (tab) => {
    await invoke(tab);
    await tab.evaluate(() => history.pushState({}, '', '/elsewhere?x=1'));
    const answer = await invoke(tab);
    isOverview(answer, 'Module');
    assert.match(answer, /\/elsewhere\?x=1/);
    assert.deepEqual((await agent(tab)).history, ['call']);
  }));
