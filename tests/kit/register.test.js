/**
 * The one tool: its bytes, its name, and where it is registered.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { ANNOTATIONS, NAME, SCHEMA, TITLE, description, isOurs } from '../../extension/shared/tool.js';
import { phraseOf } from '../../extension/page/text.js';
import { root } from '../e2e/lib/browser.js';
import { withBrowser } from './lib/page.js';

/** @import { Page } from 'playwright-core' */
/** @import { Registration } from '../../extension/page/register.js' */

/** @typedef {Window & typeof globalThis & { reg: Registration, log: string[] }} Registered */
/** @typedef {{ registerTool: (tool: object, options?: object) => Promise<void>, getTools: () => Promise<{ name: string, title: string, description: string, inputSchema: object, annotations: Record<string, boolean> }[]>, executeTool: (tool: object, input: object, options?: object) => Promise<string> }} Mcp */

const GOLDEN = new URL('tool.golden.json', import.meta.url);
const PAGE = '<!doctype html><title>Orders · "Acme" \u200bShop</title><form></form><form></form><table></table><a href=x>l</a>';
const routes = { '/shop': PAGE, '/denied': { body: PAGE, headers: { 'Permissions-Policy': 'tools=()' } } };

test('the definition is the golden one, and small', async () => {
  const tool = { name: NAME, title: TITLE, description: description('…'), inputSchema: SCHEMA, annotations: ANNOTATIONS };
  const text = `${JSON.stringify(tool, null, 2)}\n`;
  assert.equal(text, await readFile(GOLDEN, 'utf8'), 'the definition changed: if it was meant to, put this into tool.golden.json');
  for (const title of ['Заказы и возвраты в магазине на улице Ленина', '注文と返品・オンラインストア・カスタマーサポートのページ', '🛒'.repeat(60), 'Orders and returns at the shop of the corner']) {
    const document = /** @type {Document} */ (/** @type {unknown} */ ({ title, forms: [1, 2], links: [], getElementsByTagName: () => [1] }));
    const { name, inputSchema } = tool;
    const phrase = phraseOf(document);
    assert.ok(phrase.length <= 60 && phrase.isWellFormed(), phrase);
    const tokens = encode(JSON.stringify({ name, description: description(phrase), inputSchema })).length;
    assert.ok(tokens <= 300, `${tokens} tokens with ${phrase}`);
  }
  const first = Buffer.from(description('x'.repeat(60))).subarray(0, 150).toString();
  assert.match(first, /Read and operate this web page .*by path/);
  assert.ok(!('type' in SCHEMA.properties.args) && !('type' in SCHEMA.properties.value));
  assert.ok(isOurs(tool) && !isOurs({ title: 'Call a taxi', description: 'Calls a taxi' }));
});

test('what a page that nobody calls loads is small', async () => {
  const source = `import { register } from './extension/page/register.js'; import { arrive } from './extension/page/arrive.js';
    arrive({ document, window }); register({ document, window, run: async (i, s) => (await import('./kit.js')).run(i, s) });`;
  const { outputFiles } = await build({ stdin: { contents: source, resolveDir: root }, bundle: true, minify: true, format: 'esm', write: false, external: ['./kit.js'] });
  const size = gzipSync(outputFiles[0]?.contents ?? '').length;
  assert.ok(size < 6_000, `${size} bytes`);
});

/** @param {Page} page @param {{ inPage?: boolean }} [options] */
async function register(page, { inPage = true } = {}) {
  return page.evaluate(async ([url, shared]) => {
    const module = await import(String(url));
    const run = async (/** @type {{ say?: string, boom?: boolean, wait?: boolean }} */ input, /** @type {AbortSignal} */ signal) => {
      if (input.boom) throw new Error('secret detail');
      if (input.wait) return new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted')));
      return input.say ?? 'hello';
    };
    if (shared) {
      const { Toolbox } = await import(String('/extension/page/toolbox.js'));
      const { context, native } = module.modelContextOf(document, navigator, window);
      new Toolbox({ window, context, native, mode: 'never', onName: (/** @type {string} */ name) => { if (name === 'call') reg.makeWay(); } });
    }
    const reg = module.register({ document, window, run });
    Object.assign(window, { reg, log: [] });
    await reg.ready;
    return { state: reg.state, name: reg.name, reason: reg.reason };
  }, [`/extension/page/register.js`, inPage]);
}

/** @param {Page} page */
const tools = (page) =>
  page.evaluate(async () => {
    const mcp = /** @type {{ modelContext: Mcp }} */ (/** @type {unknown} */ (document)).modelContext;
    return (await mcp.getTools()).map(({ name, title }) => `${name}:${title}`);
  });

/** @param {Page} page @param {string} name */
const settledAs = (page, name) => page.waitForFunction((wanted) => /** @type {Registered} */ (window).reg.name === wanted && /** @type {Registered} */ (window).reg.state === 'registered', name);

for (const webmcp of [true, false]) {
  const kind = webmcp ? 'native' : 'polyfill';
  const browser = withBrowser({ webmcp, routes });

  /** @param {string} [path] */
  const open = async (path = '/shop') => {
    const page = await browser.tab();
    await page.goto(browser.origin + path);
    return page;
  };

  test(`${kind}: registered, listed and answered by both names`, async () => {
    const page = await open();
    assert.deepEqual(await register(page), { state: 'registered', name: 'call', reason: '' });
    const found = await page.evaluate(async () => {
      const here = /** @type {{ modelContext: Mcp }} */ (/** @type {unknown} */ (document)).modelContext;
      const there = /** @type {{ modelContext: Mcp }} */ (/** @type {unknown} */ (navigator)).modelContext;
      const [tool] = await there.getTools();
      if (!tool) return null;
      const { window: _window, ...listed } = /** @type {typeof tool & { window: unknown }} */ (tool);
      return {
        same: here === there, listed,
        answers: [await here.executeTool(tool, {}), await here.executeTool(tool, { say: 'a\ud800b' }), await here.executeTool(tool, { say: '' }), await here.executeTool(tool, { boom: true, format: 'json' })],
      };
    });
    assert.ok(found?.same);
    assert.equal(found.listed.description, description("Orders · 'Acme' Shop · 2 forms, 1 table"));
    assert.deepEqual(found.listed.inputSchema, SCHEMA);
    assert.equal(found.listed.annotations.untrustedContentHint, true);
    assert.equal(found.listed.annotations.readOnlyHint, false);
    const [plain, surrogate, empty, boom = ''] = found.answers;
    assert.equal(plain, 'hello');
    assert.equal(surrogate, 'a\ufffdb');
    assert.match(empty ?? '', /^fault internal/);
    assert.equal(JSON.parse(boom).fault.code, 'internal');
    assert.ok(!boom.includes('secret'));
    await page.close();
  });

  test(`${kind}: errors as the browser's`, async () => {
    const page = await open();
    await register(page);
    const errors = await page.evaluate(async () => {
      const mcp = /** @type {{ modelContext: Mcp }} */ (/** @type {unknown} */ (document)).modelContext;
      const execute = () => 'x';
      /** @type {string[]} */
      const names = [];
      for (const tool of [
        { name: 'onecall', title: 'x', description: 'd', execute }, { name: 'onecall', description: 'd', execute }, { name: 'a b', description: 'd', execute }, { name: 'a', description: '', execute },
        { name: 'a', execute }, { name: 'a', description: 'd' }, { name: 'a', description: 'd', inputSchema: 's', execute },
      ]) names.push(await mcp.registerTool(tool).then(() => 'fine', (error) => error.name));
      const [tool] = await mcp.getTools();
      names.push(await mcp.executeTool(/** @type {object} */ (tool), /** @type {object} */ (/** @type {unknown} */ ('text'))).catch((error) => error.name));
      const controller = new AbortController();
      const call = mcp.executeTool(/** @type {object} */ (tool), { wait: true }, { signal: controller.signal });
      controller.abort();
      names.push(await call.catch((error) => error.name));
      names.push(await mcp.registerTool({ name: 'late', description: 'd', execute }, { signal: controller.signal }).catch((error) => error.name));
      return names;
    });
    assert.deepEqual(errors, ['fine', 'InvalidStateError', 'InvalidStateError', 'InvalidStateError', 'TypeError', 'TypeError', 'TypeError', 'TypeError', 'AbortError', 'AbortError']);
    await page.close();
  });

  test(`${kind}: unregistered by abort, and again in one tick`, async () => {
    const page = await open();
    await register(page);
    await page.evaluate(() => /** @type {Registered} */ (window).reg.unregister());
    assert.deepEqual(await tools(page), []);
    assert.equal((await register(page)).name, 'call');
    await page.close();
  });

  test(`${kind}: the page's own call, there first, gone and back again`, async () => {
    const page = await open();
    await page.evaluate(async () => {
      const mcp = /** @type {{ modelContext: Mcp }} */ (/** @type {unknown} */ (document)).modelContext;
      const own = new AbortController();
      Object.assign(window, { own });
      await mcp?.registerTool({ name: 'call', title: 'Taxi', description: 'Calls a taxi', execute: () => 'taxi' }, { signal: own.signal });
    });
    // Without WebMCP the page's script finds nothing to register with before the polyfill is there.
    const { name } = await register(page);
    if (webmcp) {
      assert.equal(name, 'onecall');
      assert.deepEqual(await tools(page), ['call:Taxi', 'onecall:Onecall']);
      await page.evaluate(() => /** @type {{ own: AbortController }} */ (/** @type {unknown} */ (window)).own.abort());
      await settledAs(page, 'call');
      assert.deepEqual(await tools(page), ['call:Onecall']);
    }
    const listed = await page.evaluate(async () => {
      const mcp = /** @type {{ modelContext: Mcp }} */ (/** @type {unknown} */ (document)).modelContext;
      await mcp.registerTool({ name: 'call', title: 'Taxi', description: 'Calls a taxi', execute: () => 'taxi' });
      const tool = (await mcp.getTools()).find(({ name }) => name === 'call');
      return tool ? mcp.executeTool(tool, {}) : '';
    });
    assert.equal(listed, 'taxi');
    await settledAs(page, 'onecall');
    assert.deepEqual(await tools(page), ['call:Taxi', 'onecall:Onecall']);
    await page.close();
  });

  test(`${kind}: a second load leaves the first in place, and takes over when it goes`, async () => {
    const page = await open();
    await register(page, { inPage: false });
    await page.evaluate(() => Object.assign(window, { first: /** @type {Registered} */ (window).reg }));
    assert.equal((await register(page, { inPage: false })).state, 'elsewhere');
    assert.deepEqual(await tools(page), ['call:Onecall']);
    await page.evaluate(() => /** @type {{ first: Registration }} */ (/** @type {unknown} */ (window)).first.unregister());
    await settledAs(page, 'call');
    await page.close();
  });

  test(`${kind}: frames do not register`, async () => {
    const page = await open();
    await page.evaluate(async (url) => {
      const frame = document.createElement('iframe');
      frame.src = '/';
      await new Promise((resolve) => {
        frame.onload = resolve;
        document.body.append(frame);
      });
      const script = frame.contentDocument?.createElement('script');
      if (!script) return;
      script.type = 'module';
      script.textContent = `import { register } from '${url}'; const r = register({ document, window, run: async () => 'x' }); r.ready.then((s) => parent.postMessage(s))`;
      const said = new Promise((resolve) => window.addEventListener('message', ({ data }) => resolve(data)));
      frame.contentDocument?.body.append(script);
      Object.assign(window, { state: await said });
    }, '/extension/page/register.js');
    assert.equal(await page.evaluate(() => /** @type {{ state: string }} */ (/** @type {unknown} */ (window)).state), 'frame');
    await page.close();
  });

  if (webmcp) {
    test('a page that forbids tools', async () => {
      const page = await open('/denied');
      const { state, reason } = await register(page);
      assert.equal(state, 'refused');
      assert.match(reason, /tools=\(\)/);
      await page.close();
    });

    test('the description does not change after the title does', async () => {
      const page = await open();
      await register(page);
      const [before, after] = await page.evaluate(async () => {
        const mcp = /** @type {{ modelContext: Mcp }} */ (/** @type {unknown} */ (document)).modelContext;
        const text = async () => (await mcp.getTools())[0]?.description;
        const first = await text();
        document.title = 'Another';
        await mcp.registerTool({ name: 'other', description: 'd', execute: () => 'x' });
        await new Promise((resolve) => setTimeout(resolve, 100));
        return [first, await text()];
      });
      assert.equal(after, before);
      await page.close();
    });
  }
}
