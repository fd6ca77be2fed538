/**
 * What an app's code may do when it is asked: throw, hang, return a cycle, a node of the page or ten megabytes. The
 * answer is bounded, says what was wrong, and the next call works.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person } from './lib/person.js';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { agent } from './lib/webmcp.js';

/** @import { Page } from 'playwright-core' */
/** @import { Launched } from './lib/browser.js' */

const PAGE = `<!doctype html><title>Odd</title><script>
  window.onecall = window.onecall || { queue: [] };
  window.runs = [];
  const loop = { name: 'loop' }; loop.self = loop;
  const tricky = Object.create({ inherited: 'secret' }, { plain: { value: 1, enumerable: true }, trap: { get() { runs.push('trap'); return 2; }, enumerable: true } });
  const ran = (name) => () => { runs.push(name); return name; };
  onecall.queue.push(['publish', 'odd', {
    properties: {
      throws: () => { throw new TypeError('no value today'); },
      hangs: () => new Promise(() => {}),
      cycle: () => loop,
      element: () => document.body,
      huge: () => 'x'.repeat(10_000_000),
      data: () => tricky,
      nested: () => JSON.parse('{"a":{"b":[1,2,{"c":"deep"}]},"__proto__":{"polluted":true},"constructor":"own"}'),
      wide: () => Array.from({ length: 100_000 }, (_, n) => ({ n, text: 'y'.repeat(100) })),
      number: () => NaN,
      counted: ran('counted'),
    },
    methods: {
      hang: { run: () => new Promise(() => {}) },
      throwOdd: { run: () => { throw { toString() { throw 1; } }; } },
      giveNode: { run: () => document.querySelector('main') },
      pay: { effect: 'pay', confirm: 'Pay 5 EUR?', args: { properties: { amount: { type: 'number' } } }, run: ({ amount }) => { runs.push('paid ' + amount); return 'paid'; } },
      say: { effect: 'read', run: () => { odd.notify('the kettle boils'); } },
      swap: { effect: 'write', run: () => { odd.changed({ summary: 'swapped', methods: { back: { run: () => 1 } } }); } },
      clickPrompt: { effect: 'read', run: async () => {
        const host = document.querySelector('onecall-prompt');
        return { host: host !== null, root: host && host.shadowRoot };
      } },
    },
  }, (handle) => { window.odd = handle; }]);
</script>`;

const BODY = `${PAGE}<main><h1>Odd</h1></main>`;
const TAG = '<script type="module" src="/onecall/onecall.js"></script>';

/** @type {import('./lib/server.js').Served} */
let site;
/** @type {Launched} */
let plain;
/** @type {Launched} */
let extended;

before(async () => {
  site = await serve({ '/tag': BODY + TAG, '/queue': BODY }, { '/onecall/': 'www/dist' });
  plain = await launch({ extension: false });
  extended = await launch({ extension: true });
  await new Extension(extended).rules([{ path: 'app', decision: 'allow' }]);
});

after(async () => {
  await plain?.close();
  await extended?.close();
  await site?.close();
});

/**
 * @param {Launched} browser
 * @param {string} path
 * @param {(call: (input: object) => Promise<string>, tab: Page) => Promise<void>} work
 */
async function visit(browser, path, work) {
  const tab = await browser.page();
  await tab.goto(site.origin + path);
  const client = await agent(tab);
  await work((input) => client.call(input), tab);
  await tab.close();
}

/** @param {Page} tab @returns {Promise<string[]>} */
const runs = (tab) => tab.evaluate(() => /** @type {{ runs: string[] }} */ (/** @type {unknown} */ (window)).runs);

for (const host of ['script tag', 'extension']) {
  const there = () => /** @type {[Launched, string]} */ (host === 'extension' ? [extended, '/queue'] : [plain, '/tag']);

  test(`${host}: nothing of the app runs to look around, search or describe`, () =>
    visit(...there(), async (call, tab) => {
      for (const input of [{}, { path: 'app' }, { path: 'app.odd.$help' }, { path: 'app.odd.pay' }, { path: 'find', args: ['counted'] }, { path: 'app.odd.pay.$schema' }]) {
        await call(input);
      }
      assert.deepEqual(await runs(tab), []);
      assert.match(await call({ path: 'app.odd.counted' }), /"counted"/);
      assert.deepEqual(await runs(tab), ['counted']);
    }));

  test(`${host}: whatever a getter does, the answer is bounded and the next call works`, () =>
    visit(...there(), async (call, tab) => {
      assert.match(await call({ path: 'app.odd.throws' }), /^fault failed {2}app\.odd\.throws: the app's code failed: "no value today"/);
      assert.match(await call({ path: 'app.odd.cycle' }), /repeats what it is in/);
      assert.match(await call({ path: 'app.odd.element' }), /\(body\)/);
      const huge = await call({ path: 'app.odd.huge' });
      assert.match(huge, /of 10000000/);
      assert.match(huge, /more {5}app\.odd\.huge\[\d+:\d+\] \(\d+ left\)/);
      assert.ok(huge.length < 7_500, String(huge.length));
      assert.match(await call({ path: 'app.odd.huge[9999990:]' }), /"x{10}"/);
      const wide = await call({ path: 'app.odd.wide' });
      assert.match(wide, /100000 items/);
      assert.ok(wide.length < 7_500);
      assert.match(await call({ path: 'app.odd.number' }), /"NaN"/);
      assert.match(await call({ path: 'app.odd.hangs' }), /^fault timed_out {2}app\.odd\.hangs: the app's code gave no answer in time/);
      const whole = await call({ path: 'app.odd' });
      assert.match(whole, /throws {2}failed: "no value today"/);
      assert.match(whole, /hangs {2}gave no answer in time/);
      assert.ok(whole.length < 7_500);
      assert.deepEqual((await runs(tab)).filter((name) => name === 'trap'), []);
    }));

  test(`${host}: data is walked by its own plain properties only`, () =>
    visit(...there(), async (call, tab) => {
      assert.match(await call({ path: 'app.odd.data' }), /"plain" \| 1/);
      for (const path of ['app.odd.data.trap', 'app.odd.data.inherited', 'app.odd.data.__proto__', 'app.odd.data.constructor.constructor', 'app.odd.nested.__proto__.polluted', 'app.odd.__proto__', 'app.odd.hang.constructor']) {
        const text = await call({ path });
        assert.doesNotMatch(text, /secret|true|function/, path);
        assert.match(text, /^(fault (not_found|bad_path)|app\.odd\.data\.trap {2}null)/, path);
      }
      assert.match(await call({ path: 'app.odd.nested.a.b[2].c' }), /"deep"/);
      assert.match(await call({ path: 'app.odd.nested.constructor' }), /"own"/);
      assert.deepEqual(await runs(tab), []);
    }));

  test(`${host}: a method that hangs ends with the call, and others go on`, () =>
    visit(...there(), async (call) => {
      const answer = await call({ path: 'app.odd.hang', args: [], timeout: 2 });
      assert.match(answer, /^fault timed_out .*2 s/);
      assert.match(await call({ path: 'app.odd.throwOdd', args: [] }), /^fault failed .*app's code failed/);
      assert.match(await call({ path: 'app.odd.giveNode', args: [] }), /gave {5}"\(main\)"/);
    }));

  test(`${host}: an object that changes says so, and what an app says comes with the answer`, () =>
    visit(...there(), async (call) => {
      assert.match(await call({ path: 'app.odd.say', args: [] }), /event {4}notify "odd: the kettle boils"/);
      assert.match(await call({ path: 'app.odd.swap', args: [] }), /changed {2}app\.odd has other members now: "swapped" · back/);
      assert.match(await call({ path: 'app.odd.pay', args: { amount: 5 } }), /^fault not_found {2}app\.odd has no "pay"/);
    }));
}

test('the extension: a new worker knows what is published', () =>
  visit(extended, '/queue', async (call) => {
    assert.match(await call({ path: 'app' }), /app\.odd/);
    await new Extension(extended).stopWorker();
    assert.match(await call({ path: 'app.odd.nested.a.b[0]' }), /^app\.odd\.nested\.a\.b\[0\] {2}1/);
  }));

test('the person is asked in a prompt that only they can answer', () =>
  visit(plain, '/tag', async (call, tab) => {
    const person = new Person(tab);
    const paying = call({ path: 'app.odd.pay', args: { amount: 5 } });
    const words = await person.reads();
    assert.match(words, /An agent wants to spend money/);
    assert.match(words, /app\.odd\.pay/);
    assert.match(words, /The site says: "Pay 5 EUR\?"/);
    await tab.screenshot({ path: 'target/prompt-light.png' });
    await tab.emulateMedia({ colorScheme: 'dark' });
    await tab.screenshot({ path: 'target/prompt-dark.png' });
    // Neither the page's scripts nor the agent's own calls reach it.
    const seen = await tab.evaluate(() => {
      const host = document.querySelector('onecall-prompt');
      host?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
      host?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
      return { there: host !== null, root: host?.shadowRoot ?? null };
    });
    assert.deepEqual(seen, { there: true, root: null });
    assert.doesNotMatch(await call({ path: 'page.buttons' }), /Allow once|Deny/);
    assert.doesNotMatch(await call({ path: 'find', args: ['Allow once'] }), /Allow once"? {2}/);
    assert.deepEqual(await runs(tab), []);
    await person.clicks('Allow once');
    assert.match(await paying, /^done {5}called app\.odd\.pay\ngave {5}"paid"/);
    assert.deepEqual(await runs(tab), ['paid 5']);
    const again = call({ path: 'app.odd.pay', args: { amount: 6 } });
    await person.clicks('Deny');
    assert.match(await again, /^fault denied/);
    assert.deepEqual(await runs(tab), ['paid 5']);
  }));

test('the site decides by itself, for a branch', () =>
  visit(plain, '/tag', async (call, tab) => {
    await tab.evaluate(() => {
      /** @type {unknown[]} */
      const asked = [];
      Object.assign(window, { asked });
      window.onecall?.approve('app.odd', async (operation) => {
        asked.push(operation);
        return operation.path === 'app.odd.pay' ? 'allow' : operation.effect === 'read' ? 'allow' : 'deny';
      });
    });
    assert.match(await call({ path: 'app.odd.pay', args: { amount: 7 } }), /^done {5}called app\.odd\.pay/);
    assert.match(await call({ path: 'app.odd.hang', args: [] }), /^fault denied/);
    assert.match(await call({ path: 'app.odd.nested.a.b[0]' }), /1/);
    const asked = await tab.evaluate(() => /** @type {{ asked: Array<{ path: string, effect: string, args: unknown }> }} */ (/** @type {unknown} */ (window)).asked);
    assert.deepEqual(asked[0] && { path: asked[0].path, effect: asked[0].effect, args: asked[0].args }, { path: 'app.odd.pay', effect: 'pay', args: { amount: 7 } });
    assert.deepEqual(await runs(tab), ['paid 7']);
  }));
