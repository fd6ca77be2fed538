/**
 * The extension on real pages: one tool in every top document, whatever the page's policy, and with the script tag
 * beside it.
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

const OWN_TOOL = `{ name: 'call', description: 'The page\\'s own.', execute: () => 'mine' }`;

before(async () => {
  const headers = {
    strict: STRICT,
    none: { 'content-security-policy': "default-src 'none'" },
    sandbox: { 'content-security-policy': 'sandbox allow-scripts' },
    isolated: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
  };
  site = await serve(
    {
      '/plain': page('Plain'),
      ...Object.fromEntries(Object.entries(headers).map(([name, given]) => [`/${name}`, { body: page(name), headers: given }])),
      '/no-tools': { body: page('No tools', MODULE), headers: { 'permissions-policy': 'tools=()' } },
      '/taken': page('Taken', `<script>window.pageTool = document.modelContext.registerTool(${OWN_TOOL}).then(() => 'registered', (error) => error.name);</script>`),
      '/both': page('Both', MODULE),
      '/both-classic': page('Both', CLASSIC + MODULE),
      '/frames': page('Frames', '<iframe src="/plain"></iframe><iframe srcdoc="<p>inline</p>"></iframe><iframe sandbox src="/plain"></iframe><iframe id="other"></iframe>'),
      '/secrets': page('Secrets', '<p>other page</p>'),
    },
    DIST,
  );
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * @param {string} path
 * @param {(page: Page, said: string[]) => Promise<void>} work
 */
async function visit(path, work) {
  const tab = await browser.page();
  /** @type {string[]} */
  const said = [];
  tab.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  tab.on('pageerror', (error) => said.push(String(error)));
  site.requests.length = 0;
  await tab.goto(site.origin + path);
  await work(tab, said);
  await tab.close();
}

test('a page has one tool and pays nothing for it', () =>
  visit('/plain', async (tab, said) => {
    const tool = await (await agent(tab)).tool();
    assert.match(tool.description.slice(0, 150), /Plain/);
    assert.equal(await tab.evaluate(() => typeof window.onecall), 'undefined');
    isOverview(await invoke(tab), 'Plain');
    assert.deepEqual(site.requests, ['GET /plain']);
    assert.deepEqual(said, []);
  }));

test("DevTools' tool discovery is answered with the one tool", () =>
  visit('/plain', async (tab) => {
    // As DevTools asks: an event on the window with a function of the asker's.
    const [groups, answer] = await tab.evaluate(async () => {
      /** @type {Array<{ tools: Array<{ name: string, execute: (input: object) => Promise<string> }> }>} */
      const told = [];
      window.dispatchEvent(Object.assign(new CustomEvent('devtoolstooldiscovery'), { respondWith: (/** @type {typeof told[0]} */ group) => told.push(group) }));
      return [told.map(({ tools }) => tools.map(({ name }) => name)), await told[0]?.tools[0]?.execute({})];
    });
    assert.deepEqual(groups, [['call']]);
    isOverview(answer ?? '', 'Plain');
  }));

for (const name of ['strict', 'none', 'sandbox', 'isolated']) {
  test(`it works under the headers of ${name}`, () =>
    visit(`/${name}`, async (tab, said) => {
      isOverview(await invoke(tab), name);
      assert.deepEqual(said, []);
    }));
}

test('where the page forbids tools nothing is broken and nothing is said in its console', () =>
  visit('/no-tools', async (tab) => {
    isOverview(await tab.evaluate(async () => (await window.onecall?.call()) ?? ''), 'No tools');
    assert.deepEqual((await agent(tab)).tools, []);
  }));

test("a page's own tool named call is let through, ours is onecall", () =>
  visit('/taken', async (tab) => {
    const browserSide = await agent(tab);
    await browserSide.tool('onecall');
    assert.equal(await tab.evaluate(() => /** @type {Window & { pageTool?: Promise<string> }} */ (window).pageTool), 'registered');
    assert.equal(await browserSide.call({}, 'call'), 'mine');
    isOverview(await browserSide.call({}, 'onecall'), 'Taken');
  }));

test("a page's own tool named call may also come later", () =>
  visit('/plain', async (tab) => {
    const browserSide = await agent(tab);
    await browserSide.tool('call');
    const registered = await tab.evaluate(() => {
      const { modelContext } = /** @type {Document & { modelContext: import('../../extension/page/polyfill.js').ModelContext }} */ (document);
      const tool = { name: 'call', description: "The page's own.", execute: () => 'mine' };
      return modelContext.registerTool(tool).then(() => 'registered', (error) => error.name);
    });
    assert.equal(registered, 'registered');
    await browserSide.tool('onecall');
    assert.equal(await browserSide.call({}, 'call'), 'mine');
    isOverview(await browserSide.call({}, 'onecall'), 'Plain');
  }));

for (const path of ['/both', '/both-classic']) {
  test(`with the script tag on the page there is one call, the extension's (${path})`, () =>
    visit(path, async (tab, said) => {
      const browserSide = await agent(tab);
      isOverview(await browserSide.call(), 'Both');
      isOverview(await tab.evaluate(async () => (await window.onecall?.call()) ?? ''), 'Both');
      assert.equal(await tab.evaluate(() => window.onecall?.host), 'extension');
      assert.deepEqual(browserSide.history, ['call'], 'the tool was never registered twice');
      assert.ok(!site.requests.includes('GET /onecall/onecall.wasm'), 'the page never needs a core of its own');
      assert.deepEqual(said, []);
    }));
}

test('frames have no tool of their own', () =>
  visit('/frames', async (tab) => {
    await tab.evaluate((url) => {
      const frame = /** @type {HTMLIFrameElement} */ (document.getElementById('other'));
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      frame.src = url;
      return loaded.then(() => undefined);
    }, `${site.other}/plain`);
    const browserSide = await agent(tab);
    isOverview(await browserSide.call(), 'Frames');
    assert.deepEqual(browserSide.history, ['call']);
  }));

test('tabs do not see each other', async () => {
  await visit('/plain', async (first) => {
    await visit('/secrets', async (second) => {
      isOverview(await invoke(first), 'Plain');
      isOverview(await invoke(second), 'Secrets');
      const [one, two] = await Promise.all([invoke(first, { path: 'page.url' }), invoke(second, { path: 'page.url' })]);
      assert.match(one, /\/plain/);
      assert.match(two, /\/secrets/);
    });
  });
});

test('an input that would exhaust the core is refused, and the next call works', () =>
  visit('/plain', async (tab) => {
    const deep = await tab.evaluate(async () => {
      const { modelContext } = /** @type {Document & { modelContext: import('../../extension/page/polyfill.js').ModelContext }} */ (document);
      let args = {};
      for (let level = 0; level < 3_000; level++) args = { args };
      const tool = (await modelContext.getTools()).find((listed) => listed.name === 'call');
      return tool ? modelContext.executeTool(tool, { path: 'page', args }) : 'no tool';
    });
    isFault(deep, 'too_large');
    isOverview(await invoke(tab), 'Plain');
  }));
