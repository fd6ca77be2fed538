/**
 * The page's own WebMCP tools behind `call`, in the extension and with the script tag, called over CDP: listed, run,
 * absorbed, and still the same collection after a navigation, with a real server behind it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { heard, kept, mark } from './lib/history.js';
import { CLASSIC, DIST, isAnswer, isFault, page } from './pages.js';

/** @import { Page } from 'playwright-core' */

const REGISTER = `const mcp = document.modelContext ?? navigator.modelContext;
  const tool = (name, description, execute, more = {}) => mcp.registerTool({ name, description, execute, ...more });
  window.ran = [];`;

const COLLECTION = (/** @type {string[]} */ ...tools) =>
  `mcp.registerCollection?.({ name: 'checkout', title: 'Checkout', description: 'Create cart, process order, report to user', tools: ${JSON.stringify(tools)} });`;

/** Cart: three tools, one of which goes to the server and lands on another page. */
const CART = `<a href="/done">Done</a><form id="order" action="/process" method="post"><input name="id"></form><script>${REGISTER}
  tool('create-cart', 'Creates a cart', ({ sku }) => { ran.push('create-cart'); return { content: [{ type: 'text', text: JSON.stringify({ cart: 'c-1', sku }) }] }; },
    { inputSchema: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } } });
  tool('read-cart', 'Reads the cart', () => 'c-1 is empty', { annotations: { readOnlyHint: true } });
  tool('process-cart-order', 'Orders what is in the cart', ({ id }) => { order.elements.id.value = id; order.submit(); return 'submitted'; });
  tool('slow-order', 'Asks the server first', async ({ id }) => { await fetch('/ping'); location.href = '/done?id=' + id; return new Promise(() => {}); });
  tool('fails', 'Fails', () => { throw new Error('out of stock'); });
  ${COLLECTION('create-cart', 'read-cart', 'process-cart-order', 'slow-order', 'fails')}
</script>`;

/** Done: the collection goes on, with a tool of its own that comes late. */
const DONE = `<script>${REGISTER} setTimeout(() => { tool('report-to-user', 'Reports', () => 'reported'); ${COLLECTION('report-to-user')} }, 600);</script>`;

/** Two pages that publish `app.cart`, the second late, and one that does not. */
const publishes = (/** @type {number} */ total, wait = (/** @type {string} */ run) => run) => `<a href="/bare">On</a><script>window.onecall = window.onecall ?? { queue: [] };
  ${wait(`onecall.queue.push(['publish', 'cart', { summary: 'Cart', properties: { total: { type: 'number', get: () => ${total} } } }])`)};</script>`;

const many = (/** @type {number} */ count) =>
  `<script>${REGISTER} for (let at = 0; at < ${count}; at += 1) tool('do-thing-' + at, 'Does thing number ' + at + ' of this application', (input) => ({ at, input }));</script>`;

/** @type {string[]} */
const orders = [];
/** @type {import('./lib/server.js').Served} */
let site;
/** @type {import('./lib/browser.js').Launched} */
let withExtension;
/** @type {import('./lib/browser.js').Launched} */
let plain;
/** @type {Extension} */
let control;

/** The script tag comes first in the head, as the README says. */
const tagged = (/** @type {string} */ html, attributes = '') => html.replace('<head>', `<head>${CLASSIC.replace('<script', `<script ${attributes}`)}`);

before(async () => {
  const pages = {
    cart: page('Cart', CART), done: page('Done', DONE), admin: page('Admin', `<script>${REGISTER} tool('ban-user', 'Bans', () => 'banned');</script>`),
    empty: page('Empty'), many126: page('Many', many(126)), many296: page('Many', many(296)),
    shop: page('Shop', publishes(10)), bare: page('Bare', '<a href="/late">On</a><a href="/shop">Back</a>'), late: page('Late', publishes(20, (run) => `setTimeout(() => ${run}, 900)`)),
    desk: page('Desk', `<script>window.filed = []; window.onecall = window.onecall ?? { queue: [] };
      onecall.queue.push(['publish', 'desk', { summary: 'A desk', properties: { open: { type: 'integer', get: () => 3 } }, children: { drawer: { summary: 'A drawer', properties: { full: { type: 'boolean', get: () => true } } } }, methods: { file: { effect: 'write',
        args: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }, run: ({ name }) => { filed.push(name); return 'filed ' + name; } } } }]);</script>`),
    frames: page('Frames', `<iframe title="Inner" src="/inner"></iframe><form toolname="subscribe" tooldescription="Subscribes" toolautosubmit><input name="email"></form>`),
    inner: page('Inner', `<script>${REGISTER} tool('inside', 'In a frame', () => 'from inside');</script>`),
  };
  site = await serve(
    {
      ...Object.fromEntries(Object.entries(pages).flatMap(([name, html]) => [[`/${name}`, html], [`/tag/${name}`, tagged(html.replaceAll(/"\/(done|bare|late|shop)"/g, '"/tag/$1"').replace('/process', '/tag/process').replace("'/done?", "'/tag/done?"))]])),
      '/tag/never': tagged(page('Never', many(20)), 'data-absorb="never"'),
      '/tag/always': tagged(page('Always', many(2)), 'data-absorb="always" data-read-tool'),
      '/tag/strict': { body: tagged(page('Strict', '<script src="/many.js"></script>')), headers: { 'content-security-policy': "default-src 'self'; script-src 'self'" } },
      '/many.js': { body: many(20).replace(/<\/?script>/g, ''), type: 'text/javascript' },
      '/ping': 'pong',
      ...Object.fromEntries(['', '/tag'].map((prefix) => [`${prefix}/process`, (/** @type {import('node:http').IncomingMessage} */ request, /** @type {import('node:http').ServerResponse} */ response) => {
        let body = '';
        request.on('data', (chunk) => { body += chunk; });
        request.on('end', () => {
          const id = new URLSearchParams(body).get('id') ?? '';
          orders.push(id);
          response.writeHead(303, { location: id === 'bad' ? `${prefix}/empty?error` : `${prefix}/done` }).end();
        });
      }])),
    },
    DIST,
  );
  [withExtension, plain] = await Promise.all([launch(), launch({ extension: false })]);
  control = new Extension(withExtension);
  await control.rules([{ decision: 'allow' }]);
});

after(async () => {
  await withExtension?.close();
  await plain?.close();
  await site?.close();
});


for (const host of ['extension', 'script tag']) {
  const extension = host === 'extension';
  /** @param {string} name */
  const path = (name) => `${site.origin}${extension ? '' : '/tag'}/${name}`;
  /**
   * @param {string} name
   * @param {(tab: Page, said: string[]) => Promise<void>} work
   */
  const visit = async (name, work) => {
    const tab = await (extension ? withExtension : plain).page();
    /** @type {string[]} */
    const said = [];
    tab.on('console', (message) => said.push(message.text()));
    tab.on('pageerror', (error) => said.push(String(error)));
    await tab.goto(path(name));
    await work(tab, said);
    assert.deepEqual(said.filter((line) => /Duplicate|Onecall/.test(line)), []);
    await tab.close();
  };

  test(`${host}: the page's tools in their collection, described, checked and run`, () =>
    visit('cart', async (tab) => {
      const overview = await invoke(tab);
      assert.match(overview, /^tools {2}5 in 1 collection/m);
      assert.match(overview, /^ {2}tools\.checkout {2}"Create cart, process order, report to user" · 5 tools$/m);
      const list = await invoke(tab, { path: 'tools.checkout' });
      assert.match(list, /tools\.checkout\["read-cart"\]\(\) {2}read {2}"Reads the cart"/);
      assert.match(await invoke(tab, { path: 'tools["create-cart"]' }), /^tools\.checkout\["create-cart"\]\(sku: string\)/);
      isFault(await invoke(tab, { path: 'tools["create-cart"]', args: {} }), 'invalid_argument');
      assert.deepEqual(await tab.evaluate('ran'), []);
      const made = await invoke(tab, { path: 'tools["create-cart"]', args: { sku: 'A1' } });
      assert.match(made, /^done {5}called tools\.checkout\["create-cart"\]$/m);
      assert.match(made, /gave {5}\{"cart":"c-1","sku":"A1"\}/);
      assert.match(await invoke(tab, { path: 'tools["read-cart"]()' }), /gave {5}"c-1 is empty"/);
      assert.match(await invoke(tab, { path: 'tools.fails()' }), /^fault failed .*"out of stock"/);
      assert.match(await invoke(tab, { path: 'find', args: ['create a cart'] }), /^1 tools\.checkout\["create-cart"\]\(sku: string\)/m);
      assert.deepEqual(await tab.evaluate('ran'), ['create-cart']);
    }));

  test(`${host}: tools come and go live`, () =>
    visit('cart', async (tab) => {
      await invoke(tab);
      await tab.evaluate(`window.controller = new AbortController(); document.modelContext.registerTool({ name: 'late', description: 'Late', execute: () => 'here' }, { signal: controller.signal })`);
      assert.match(await invoke(tab, { path: 'tools.late()' }), /gave {5}"here"/);
      await tab.evaluate('controller.abort()');
      isFault(await invoke(tab, { path: 'tools.late' }), 'not_found');
    }));

  test(`${host}: tools of forms and of frames of the same origin`, () =>
    visit('frames', async (tab) => {
      const text = await invoke(tab, { path: 'tools.flat' });
      assert.match(text, /tools\.subscribe\(email\?\)/);
      assert.match(text, /tools\.inside\(\)/);
      assert.match(await invoke(tab, { path: 'tools.inside()' }), /gave {5}"from inside"/);
      assert.match(await invoke(tab, { path: 'tools.inside.$help' }), /the frame "Inner"/);
      assert.match(await invoke(tab, { path: 'tools.subscribe.$help' }), /a form of this page/);
    }));

  for (const count of [126, 296]) {
    test(`${host}: a page with ${count} tools shows the browser one`, () =>
      visit(`many${count}`, async (tab) => {
        const browserSide = await agent(tab);
        await browserSide.tool();
        assert.match(await invoke(tab), new RegExp(`^tools {2}${count} in `, 'm'));
        assert.deepEqual(browserSide.tools.map(({ name }) => name), ['call']);
        assert.match(await invoke(tab, { path: 'tools["do-thing-7"]', args: { n: 1 } }), /gave {5}\{"at":7,"input":\{"n":1\}\}/);
        const inPage = await tab.evaluate(async () => {
          const { modelContext } = /** @type {{ modelContext: import('../../extension/page/polyfill.js').ModelContext }} */ (/** @type {unknown} */ (document));
          const tools = await modelContext.getTools();
          const tool = tools.find(({ name }) => name === 'do-thing-7');
          return [tools.length, tool && await modelContext.executeTool(tool, { n: 2 })];
        });
        assert.deepEqual(inPage, [count + 1, '{"at":7,"input":{"n":2}}']);
      }));
  }

  for (const [id, landed] of [['7', 'Done'], ['bad', 'Empty']]) {
    test(`${host}: a call that goes to the server is answered by the page it lands on, once (${landed})`, () =>
      visit('cart', async (tab) => {
        orders.length = 0;
        const browserSide = await agent(tab);
        const { response } = await browserSide.begin({ path: 'tools["process-cart-order"]', args: { id } });
        const { status, output } = await response;
        assert.equal(status, 'Completed');
        const answers = /** @type {{ kind: string, done: string[], value: { title: string }, collections?: string[] }[]} */ (output);
        assert.equal(answers.length, 1, JSON.stringify(output));
        assert.ok(isAnswer(answers[0]), JSON.stringify(isAnswer.errors));
        assert.equal(answers[0]?.kind, 'navigated');
        assert.equal(answers[0]?.value.title, landed);
        assert.deepEqual(answers[0]?.done.slice(0, 1), ['called tools.checkout["process-cart-order"]']);
        assert.deepEqual(orders, [id]);
        const overview = await invoke(tab);
        assert.match(overview, /^ {2}tools\.checkout {2}"Create cart, process order, report to user" · \d tools.* · continued from (\/tag)?\/cart/m);
      }));
  }

  test(`${host}: a tool that navigates in the midst of its work is answered too`, () =>
    visit('cart', async (tab) => {
      const { response } = await (await agent(tab)).begin({ path: 'tools["slow-order"]', args: { id: '9' } });
      const { output } = await response;
      assert.match(JSON.stringify(output), /called tools\.checkout\[.*slow-order/);
      assert.match(tab.url(), /done\?id=9$/);
    }));

  test(`${host}: on the next page the collection is there at once, a late tool is waited for, an absent one named`, () =>
    visit('cart', async (tab) => {
      await invoke(tab);
      await tab.click('a');
      await tab.waitForURL(/done/);
      const overview = await invoke(tab);
      assert.match(overview, /tools\.checkout {2}.* · (\d) tools · \1 pending.* · continued from/);
      const absent = await invoke(tab, { path: 'tools["read-cart"]()' });
      assert.match(absent, /^fault not_now {2}tools\.checkout\["read-cart"\] was last seen on "Cart" (\/tag)?\/cart; this page is (\/tag)?\/done/);
      assert.match(absent, /"page\.goto"/);
      assert.match(await invoke(tab, { path: 'tools["report-to-user"]()' }), /gave {5}"reported"/);
      assert.match(await invoke(tab, { path: 'tools.checkout' }), /6 tools · 5 pending/);
    }));

  test(`${host}: a published object keeps its address: pending on a page without it, there again where it is published again`, () =>
    visit('shop', async (tab) => {
      const total = () => invoke(tab, { path: 'app.cart.total' });
      assert.match(await total(), /^app\.cart\.total {2}10/);
      if (extension) await control.told('/shop', true);
      await tab.click('a');
      await tab.waitForURL(/bare$/);
      assert.match(await invoke(tab), /^app {4}not published here yet\n {2}app\.cart {2}pending, last seen on (\/tag)?\/shop$/m);
      const absent = await total();
      assert.match(absent, /^fault not_now {2}app\.cart was last seen on "Shop" (\/tag)?\/shop; this page is (\/tag)?\/bare\. Nothing was run\./);
      assert.match(absent, /^try {6}\{"path":"page\.[^"]*Back[^"]*\.click","args":\[\]\}$/m);
      await Promise.all([tab.waitForURL(/late$/), tab.click('a')]);
      assert.match(await total(), /^app\.cart\.total {2}20/);
    }));

  test(`${host}: a published object over reload, history, another origin and back`, () =>
    visit('shop', async (tab) => {
      const total = (/** @type {number} */ wanted) => invoke(tab, { path: 'app.cart.total' }).then((text) => assert.equal(text.split('\n')[0], `app.cart.total  ${wanted}`));
      await total(10);
      await tab.reload();
      await total(10);
      await tab.evaluate(() => history.pushState({}, '', '?step=2'));
      await total(10);
      if (extension) await control.told('/shop', true);
      await mark(tab);
      await tab.goto(`${site.other}/empty`);
      await tab.goto(path('bare'));
      assert.match(await invoke(tab), /app\.cart {2}pending, last seen on (\/tag)?\/shop/);
      await tab.goBack({ waitUntil: 'commit' });
      await tab.goBack({ waitUntil: 'commit' });
      assert.equal(await kept(tab), true, 'from the back/forward cache');
      await total(10);
      await tab.reload();
      assert.equal(await kept(tab), false, 'loaded anew');
      await total(10);
    }));

  test(`${host}: reload, history, another origin and back`, () =>
    visit('cart', async (tab) => {
      await invoke(tab);
      await tab.reload();
      assert.match(await invoke(tab), /tools\.checkout/);
      await tab.evaluate(() => history.pushState({}, '', '?step=2'));
      assert.match(await invoke(tab), /tools\.checkout {2}.* · [56] tools/);
      if (extension) await control.told('/cart', true);
      await mark(tab);
      await tab.goto(`${site.other}/empty`);
      await tab.goto(path('empty'));
      assert.match(await invoke(tab), /tools\.checkout {2}.* · (\d) tools · \1 pending.* · continued from/);
      await tab.goBack({ waitUntil: 'commit' });
      await tab.goBack({ waitUntil: 'commit' });
      assert.equal(await kept(tab), true, 'from the back/forward cache');
      assert.match(await invoke(tab), /tools\.checkout {2}.* · [56] tools/);
      assert.match(await invoke(tab, { path: 'tools["read-cart"]()' }), /c-1 is empty/);
    }));

  test(`${host}: a tool of another open tab names that tab${extension ? ' and runs there' : ''}`, () =>
    visit('cart', async (tab) => {
      const other = await (extension ? withExtension : plain).page();
      await other.goto(path('admin'));
      if (extension) await control.told('/admin');
      else await tab.evaluate(heard, '/tag/admin');
      const seen = await invoke(tab, { path: 'tools["ban-user"]' });
      assert.match(seen, /in the tab "Admin" (\/tag)?\/admin/);
      const text = await invoke(tab, { path: 'tools["ban-user"]()' });
      if (extension) assert.match(text, /gave {5}"banned"/);
      else assert.match(text, /^fault not_now .*only in the other tab "Admin"/);
      await other.close();
    }));

  test(`${host}: what another open tab has published names that tab${extension ? ', and is used there' : ''}; tabs that come and go later too`, () =>
    visit('bare', async (tab) => {
      // Called before there is another tab: what was heard then is not what counts.
      assert.doesNotMatch(await invoke(tab), /app\.desk/);
      const other = await (extension ? withExtension : plain).page();
      await other.goto(path('desk'));
      if (extension) await control.told('/desk');
      else await tab.evaluate(heard, '/tag/desk');
      assert.match(await invoke(tab), /^ {2}app\.desk {2}in the tab "Desk" (\/tag)?\/desk$/m);
      const read = await invoke(tab, { path: 'app.desk.open' });
      const drawer = () => invoke(tab, { path: 'app.desk.drawer.full' });
      if (extension) assert.match(await drawer(), /^gave {5}true$/m);
      else assert.match(await drawer(), /^fault not_now /);
      const filed = await invoke(tab, { path: 'app.desk.file', args: { name: 'a' } });
      if (extension) {
        assert.match(read, /^done {5}read app\.desk\.open\ngave {5}3$/m);
        assert.match(filed, /^done {5}called app\.desk\.file\ngave {5}"filed a"$/m);
        assert.match(filed, /run in the other tab, on \/desk/);
        // Checked there, and refused there.
        assert.match(await invoke(tab, { path: 'app.desk.file', args: { name: 7 } }), /^fault failed .*received 7 \(number\), expected string/);
        assert.match(await invoke(tab, { path: 'app.desk.none' }), /^fault failed .*has no/);
      } else {
        for (const text of [read, filed]) assert.match(text, /^fault not_now {2}app\.desk is published only in the other tab "Desk" \/tag\/desk\. Switch to that tab/);
      }
      assert.deepEqual(await other.evaluate('filed'), extension ? ['a'] : []);
      await other.close();
      await tab.bringToFront();
      if (extension) await control.until(async () => !(await control.tabs()).includes('/desk'));
      for (const path of ['app.desk.open', 'app.desk.drawer.full']) assert.match(await invoke(tab, { path }), /^fault not_(now|found) /);
      assert.doesNotMatch(await invoke(tab), /in the tab "Desk"/);
    }));
}

test('the script tag: never, always with a reading tool, and a page that forbids WebAssembly', async () => {
  const tab = await plain.page();
  const browserSide = await agent(tab);
  await tab.goto(`${site.origin}/tag/never`);
  await browserSide.until('all tools', () => (browserSide.tools.length === 21 ? true : undefined));
  await tab.goto(`${site.origin}/tag/always`);
  await browserSide.tool('look');
  assert.match(await browserSide.call({}, 'look'), /^tools {2}2 in /m);
  assert.match(await browserSide.call({ path: 'tools["do-thing-1"]()' }, 'look'), /^fault denied .* look only reads/);
  assert.equal(browserSide.tools.find(({ name }) => name === 'look')?.annotations?.readOnly, true);
  assert.deepEqual(browserSide.tools.map(({ name }) => name).sort(), ['call', 'look']);
  await tab.goto(`${site.origin}/tag/strict`);
  await browserSide.until('all tools', () => (browserSide.tools.length === 21 ? true : undefined));
  await tab.close();
});

test('library and extension together: one call, the extension keeps the tools', async () => {
  const tab = await withExtension.page();
  const browserSide = await agent(tab);
  await tab.goto(`${site.origin}/tag/many126`);
  assert.match(await invoke(tab), /^tools {2}126 in /m);
  assert.deepEqual(browserSide.tools.map(({ name }) => name), ['call']);
  assert.equal(await tab.evaluate(() => window.onecall?.host), 'extension');
  await tab.close();
});

for (const host of ['extension', 'script tag']) {
  test(`${host}: a caller in the page finds its result waiting with its next call, once`, async () => {
    const prefix = host === 'extension' ? '' : '/tag';
    const tab = await (host === 'extension' ? withExtension : plain).page();
    await tab.goto(`${site.origin}${prefix}/cart`);
    await (await agent(tab)).tool();
    const call = async (/** @type {string} */ input) => {
      const { modelContext } = /** @type {{ modelContext: import('../../extension/page/polyfill.js').ModelContext }} */ (/** @type {unknown} */ (document));
      const tool = (await modelContext.getTools()).find(({ name }) => name === 'call');
      return tool ? modelContext.executeTool(tool, JSON.parse(input)) : '';
    };
    orders.length = 0;
    await Promise.all([
      tab.waitForURL(/done$/),
      tab.evaluate(call, JSON.stringify({ path: 'tools["process-cart-order"]', args: { id: '11' } })).catch(() => {}),
    ]);
    await (await agent(tab)).tool();
    const next = await tab.evaluate(call, '{}');
    assert.match(next, /^note {5}your call before this page came through:\nearlier {2}called tools\.checkout\["process-cart-order"\]\n/);
    assert.match(next, /^earlier {2}this page: "Done"/m);
    assert.doesNotMatch(await tab.evaluate(call, '{}'), /earlier/);
    assert.deepEqual(orders, ['11']);
    await tab.close();
  });
}

test('the extension: the worker ends, and the collection goes on', async () => {
  const tab = await withExtension.page();
  await tab.goto(`${site.origin}/cart`);
  await control.told('/cart', true);
  await control.stopWorker();
  await tab.goto(`${site.origin}/empty`);
  assert.match(await invoke(tab), /tools\.checkout {2}.* · (\d) tools · \1 pending.* · continued from \/cart/);
  await tab.close();
});

test('the script tag: a developer is told grouping, tokens and problems', async () => {
  const tab = await plain.page();
  /** @type {string[]} */
  const said = [];
  tab.on('console', (message) => said.push(message.text()));
  await tab.goto(`${site.origin}/tag/many126`);
  await tab.evaluate("document.modelContext.registerTool({ name: 'run', description: 'Runs', execute: () => 'x' })");
  const report = await tab.evaluate(() => window.onecall?.report());
  assert.ok(report);
  assert.equal(report.tools, 127);
  assert.equal(report.absorbed, 127);
  assert.ok(report.tokens.flat > 10 * report.tokens.one, JSON.stringify(report.tokens));
  assert.ok(report.groups.some(({ name, inferred }) => name === 'thing' && inferred));
  assert.deepEqual(report.problems.filter((problem) => problem.startsWith('run:')), ['run: its name says nothing about what it does', 'run: its description says no more than its name']);
  assert.match(said.join('\n'), /Onecall: 127 tools, about \d+ tokens as a list, \d+ as one call; 127 absorbed/);
  await tab.close();
});
