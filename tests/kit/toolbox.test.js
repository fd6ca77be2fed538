/**
 * The page's tools in Onecall's hands: what the browser lists, what the page's own scripts see, what the core is told.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent } from '../e2e/lib/webmcp.js';
import { observed } from './lib/webmcp.js';
import { readFile } from 'node:fs/promises';
import { withBrowser } from './lib/page.js';

/** @import { Page } from 'playwright-core' */
/** @import { Census } from '../../extension/page/census.js' */
/** @import { Absorb, Toolbox, Told } from '../../extension/page/toolbox.js' */

/** @typedef {Window & typeof globalThis & { box: Toolbox & Census, out: unknown }} Boxed */

const FORM = '<form toolname="subscribe" tooldescription="Subscribes to news"><input name="email"></form>';
const browser = withBrowser({ routes: {
  '/form': `<!doctype html><title>Form</title>${FORM}`,
  '/denied': { body: '<!doctype html>', headers: { 'Permissions-Policy': 'tools=()' } },
  '/frame': '<!doctype html><title>Inside</title><script>document.modelContext.registerTool({ name: "inside", description: "d", execute: () => "from inside" })</script>',
} });

/**
 * @param {string} path
 * @param {{ mode?: Absorb, able?: boolean, before?: number }} options
 * @param {(page: Page) => Promise<void>} work
 */
async function visit(path, { mode, able = true, before = 0 }, work) {
  const page = await browser.tab();
  await page.goto(browser.origin + path);
  await page.evaluate(async ([absorb, can, early]) => {
    const { Toolbox } = await import(String('/extension/page/toolbox.js'));
    const { modelContextOf } = await import(String('/extension/page/register.js'));
    const { context, native } = modelContextOf(document, navigator, window);
    for (let at = 0; at < Number(early); at += 1) await context.registerTool({ name: `early-${at}`, description: 'd', execute: () => `early ${at}` });
    const { Census } = await import(String('/extension/page/census.js'));
    const box = new Toolbox({ window, context, native, mode: absorb, able: async () => can });
    const census = new Census(box);
    for (const part of ['survey', 'run', 'absorbing']) box[part] = census[part].bind(census);
    Object.assign(window, { box });
  }, /** @type {[Absorb | undefined, boolean, number]} */ ([mode, able, before]));
  await work(page);
  await page.close();
}

/** @param {Page} page @param {number} count */
const registerMany = (page, count) =>
  page.evaluate(async (many) => {
    const { modelContext } = /** @type {{ modelContext: import('../../extension/page/polyfill.js').ModelContext }} */ (/** @type {unknown} */ (document));
    for (let at = 0; at < many; at += 1) {
      await modelContext.registerTool({ name: `tool-${String(at).padStart(3, '0')}`, description: `Does thing ${at}`, inputSchema: { type: 'object', properties: { n: { type: 'number' } } }, execute: (input) => ({ at, input }) });
    }
  }, count);

/** @param {Page} page */
const inPage = (page) =>
  page.evaluate(async () => {
    const { modelContext } = /** @type {{ modelContext: import('../../extension/page/polyfill.js').ModelContext }} */ (/** @type {unknown} */ (document));
    return (await modelContext.getTools()).map(({ name }) => name);
  });

/** Waits until it is decided. @param {Page} page */
const decided = (page) => page.evaluate(() => /** @type {Boxed} */ (window).box.decided);

for (const mode of /** @type {const} */ (['always', 'never', 'auto'])) {
  test(`with ${mode}, a page sees WebMCP exactly as the browser's`, () =>
    visit('/', { mode }, async (page) => {
      const text = `${JSON.stringify(await page.evaluate(observed), null, 1)}\n`;
      assert.equal(text, await readFile(new URL('webmcp.golden.json', import.meta.url), 'utf8'));
    }));
}

for (const [count, absorbed] of /** @type {const} */ ([[3, false], [11, true], [126, true], [296, true]])) {
  test(`auto: of ${count} tools the browser lists ${absorbed ? 'none' : 'all'}`, () =>
    visit('/', { mode: 'auto' }, async (page) => {
      const browserSide = await agent(page);
      await registerMany(page, count);
      assert.equal((await inPage(page)).length, count, 'listed for the page at once, decided or not');
      await decided(page);
      if (!absorbed) await browserSide.until('all tools', () => (browserSide.tools.length === count ? true : undefined));
      assert.equal(browserSide.tools.length, absorbed ? 0 : count);
      assert.equal((await inPage(page)).length, count);
      const ran = await page.evaluate(async () => {
        const { modelContext } = /** @type {{ modelContext: import('../../extension/page/polyfill.js').ModelContext }} */ (/** @type {unknown} */ (document));
        const tool = (await modelContext.getTools()).find(({ name }) => name === 'tool-002');
        return tool ? modelContext.executeTool(tool, { n: 4 }) : '';
      });
      assert.equal(ran, '{"at":2,"input":{"n":4}}');
      // Decided once: what comes later goes the same way.
      await page.evaluate(() => /** @type {{ modelContext: import('../../extension/page/polyfill.js').ModelContext }} */ (/** @type {unknown} */ (document)).modelContext.registerTool({ name: 'late', description: 'd', execute: () => 'x' }));
      if (!absorbed) await browserSide.tool('late');
      assert.equal(browserSide.tools.some(({ name }) => name === 'late'), !absorbed);
    }));
}

test('few tools with long definitions are absorbed too', () =>
  visit('/', { mode: 'auto' }, async (page) => {
    await page.evaluate(() => /** @type {{ modelContext: import('../../extension/page/polyfill.js').ModelContext }} */ (/** @type {unknown} */ (document)).modelContext.registerTool({ name: 'long', description: 'word '.repeat(2_500), execute: () => 'x' }));
    await decided(page);
    assert.deepEqual(await page.evaluate(async () => (await /** @type {Boxed} */ (window).box.absorbing()).absorbs), true);
  }));

test('where nothing can answer for them, held tools go to the browser', () =>
  visit('/', { mode: 'auto', able: false }, async (page) => {
    const browserSide = await agent(page);
    await registerMany(page, 12);
    await browserSide.until('all tools', () => (browserSide.tools.length === 12 ? true : undefined));
    assert.equal(await browserSide.call({ n: 1 }, 'tool-001'), '{"at":1,"input":{"n":1}}');
    assert.equal((await inPage(page)).length, 12);
  }));

test('what fails after it was absorbed gives the tools back', () =>
  visit('/', { mode: 'always' }, async (page) => {
    const browserSide = await agent(page);
    await registerMany(page, 12);
    assert.equal(browserSide.tools.length, 0);
    await page.evaluate(() => /** @type {Boxed} */ (window).box.release('the core could not be loaded'));
    await browserSide.until('all tools', () => (browserSide.tools.length === 12 ? true : undefined));
    assert.equal((await inPage(page)).length, 12);
  }));

test('without a setting tools are held, at the longest for a second', () =>
  visit('/', {}, async (page) => {
    const took = await page.evaluate(async () => {
      const { modelContext } = /** @type {{ modelContext: import('../../extension/page/polyfill.js').ModelContext }} */ (/** @type {unknown} */ (document));
      const from = performance.now();
      for (let at = 0; at < 3; at += 1) await modelContext.registerTool({ name: `t${at}`, description: 'd', execute: () => 'x' });
      await /** @type {Boxed} */ (window).box.decided;
      return performance.now() - from;
    });
    assert.ok(took > 900 && took < 1_500, `${took} ms`);
  }));

test('what was registered before, by a form or in a frame cannot be absorbed, and is named', () =>
  visit('/form', { mode: 'always', before: 1 }, async (page) => {
    await registerMany(page, 2);
    await decided(page);
    const [absorbing, told, ran] = await page.evaluate(async () => {
      const frame = document.createElement('iframe');
      frame.src = '/frame';
      frame.title = 'Inner';
      await new Promise((resolve) => {
        frame.addEventListener('load', resolve);
        document.body.append(frame);
      });
      const { box } = /** @type {Boxed} */ (window);
      let tools = await box.survey();
      while (!tools.some(({ name }) => name === 'inside')) {
        await new Promise((resolve) => { box.watch(() => resolve(undefined)); });
        tools = await box.survey();
      }
      const { signal } = new AbortController();
      const said = [];
      for (const { key, from } of tools) if (from !== 'form') said.push(await box.run(key, { n: 1 }, signal));
      return [await box.absorbing(), tools, said];
    });
    assert.deepEqual(absorbing.missed, ['early-0 (registered before Onecall was loaded)', 'subscribe (a form)', 'inside (frame Inner)']);
    assert.deepEqual(told.map(({ key, from, absorbed }) => `${key} ${from} ${absorbed}`), ['early-0 page false', 'subscribe form false', 'tool-000 page true', 'tool-001 page true', '0 inside frame false']);
    assert.deepEqual(ran, ['early 0', { at: 0, input: { n: 1 } }, { at: 1, input: { n: 1 } }, 'from inside']);
    assert.deepEqual(/** @type {Told} */ (told[1]).inputSchema, { type: 'object', properties: { email: { type: 'string' } }, required: [] });
  }));

test('a page that forbids tools refuses as before', () =>
  visit('/denied', { mode: 'always' }, async (page) => {
    const said = await page.evaluate(() => /** @type {{ modelContext: import('../../extension/page/polyfill.js').ModelContext }} */ (/** @type {unknown} */ (document)).modelContext.registerTool({ name: 'a', description: 'd', execute: () => 'x' }).then(() => 'fine', (error) => error.name));
    assert.equal(said, 'NotAllowedError');
  }));

test('collections: declared, listed, told about, taken back', () =>
  visit('/', { mode: 'auto' }, async (page) => {
    const found = await page.evaluate(async () => {
      const mc = /** @type {EventTarget & { registerCollection: (collection: unknown, options?: object) => Promise<void>, getCollections: () => Promise<object[]> }} */ (
        /** @type {{ modelContext: unknown }} */ (/** @type {unknown} */ (navigator)).modelContext);
      let changes = 0;
      mc.addEventListener('collectionchange', () => { changes += 1; });
      const controller = new AbortController();
      await mc.registerCollection({ name: 'checkout', title: 'Checkout', description: 'From cart to order', tools: ['pay', { name: 'ship' }, 'pay'] }, { signal: controller.signal });
      const listed = await mc.getCollections();
      const errors = [];
      for (const bad of [undefined, {}, { name: 'a b', description: 'd', tools: [] }, { name: 'x', description: '', tools: [] }, { name: 'x', description: 'd', tools: 'pay' }, { name: 'checkout', description: 'd', tools: [] }]) {
        errors.push(await mc.registerCollection(bad).then(() => 'fine', (error) => error.name));
      }
      controller.abort();
      await Promise.resolve();
      return { listed, errors, after: await mc.getCollections(), changes };
    });
    const { origin } = browser;
    assert.deepEqual(found, {
      listed: [{ id: `${origin}/checkout`, origin, name: 'checkout', title: 'Checkout', description: 'From cart to order', tools: ['pay', 'ship'], help: '', generation: 1 }],
      errors: ['TypeError', 'TypeError', 'InvalidStateError', 'InvalidStateError', 'TypeError', 'InvalidStateError'], after: [], changes: 2,
    });
  }));

for (const mode of /** @type {const} */ (['always', 'never', 'auto'])) {
  test(`with ${mode}, effects that run twice and modules that load again leave one tool, run once`, () =>
    visit('/', { mode }, async (page) => {
      const found = await page.evaluate(async () => {
        const { modelContext } = /** @type {{ modelContext: import('../../extension/page/polyfill.js').ModelContext }} */ (/** @type {unknown} */ (document));
        let ran = 0;
        /** @type {string[]} */
        const refused = [];
        /** @type {Promise<void>[]} */
        const registered = [];
        // As React's StrictMode does it: mounted, taken down and mounted again in one tick.
        const mount = () => {
          const controller = new AbortController();
          registered.push(modelContext.registerTool({ name: 'save', description: 'Saves', execute: () => `run ${ran += 1}` }, { signal: controller.signal }).catch((error) => void refused.push(error.name)));
          return () => controller.abort();
        };
        mount()();
        const unmount = mount();
        await Promise.all([...registered, /** @type {Boxed} */ (window).box.decided]);
        // As hot reload does it: the new module takes down what the old one put up.
        unmount();
        mount();
        const tools = (await modelContext.getTools()).filter(({ name }) => name === 'save');
        const [tool] = tools;
        return { count: tools.length, said: tool && await modelContext.executeTool(tool, {}), ran, refused };
      });
      assert.deepEqual(found, { count: 1, said: 'run 1', ran: 1, refused: ['AbortError'] });
    }));
}

test('a list that is asked for while kept tools go to the browser has all of them', () =>
  visit('/', {}, async (page) => {
    const seen = await page.evaluate(async () => {
      const { box } = /** @type {Boxed} */ (window);
      const { modelContext } = /** @type {{ modelContext: import('../../extension/page/toolbox.js').Context }} */ (/** @type {unknown} */ (document));
      const gone = new AbortController();
      for (const name of ['b', 'a']) void modelContext.registerTool({ name, description: name, execute: () => name });
      modelContext.registerTool({ name: 'taken-back', description: 'd', execute: () => '' }, { signal: gone.signal }).catch(() => {});
      await undefined;
      const asked = [box.survey(), modelContext.getTools()];
      box.release('asked not to');
      gone.abort();
      const [core, inPage] = await Promise.all(asked);
      const after = await modelContext.getTools();
      return [core, inPage, after].map((list) => (list ?? []).map(({ name }) => name));
    });
    assert.deepEqual(seen, [['a', 'b'], ['a', 'b'], ['a', 'b']]);
  }));

test('what is registered in the turn in which tools are let go is let go with them', () =>
  visit('/', {}, async (page) => {
    const left = await page.evaluate(async () => {
      const { box } = /** @type {Boxed} */ (window);
      const { modelContext } = /** @type {{ modelContext: import('../../extension/page/toolbox.js').Context }} */ (/** @type {unknown} */ (document));
      const registered = modelContext.registerTool({ name: 'a', description: 'a', execute: () => 'a' });
      box.release('asked not to');
      await registered;
      return (await box.absorbing()).held;
    });
    assert.equal(left, 0);
    await (await agent(page)).tool('a');
  }));
