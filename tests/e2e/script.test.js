/**
 * Code mode through both hosts: one script instead of several calls, under the same rules, and once only even where the worker
 * ends in the midst of it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { answer, open as openPanel } from './lib/panel.js';
import { serve } from './lib/server.js';
import { agent, invoke } from './lib/webmcp.js';
import { DIST, isFault, MODULE, page } from './pages.js';

/** @import { Page } from 'playwright-core' */

const ORDERS = `<table><caption>Orders</caption><thead><tr><th>Order</th><th>Customer</th><th>Total</th><th>Status</th><th>Act</th></tr></thead><tbody>${[
  ['A-1', 'Ann Lee', '59.90', 'open'],
  ['A-2', 'Bo Chen', '12.00', 'paid'],
  ['A-3', '山田', '7.50', 'open'],
]
  .map(([id, ...rest]) => `<tr><td>${id}</td>${rest.map((cell) => `<td>${cell}</td>`).join('')}<td><button data-id="${id}">Refund</button></td></tr>`)
  .join('')}</tbody></table><p role="status" id="said"></p><form aria-label="Sign in"><label>Email <input type="email"></label></form><form aria-label="Note"><label>Text <input name="text"></label><button>Add</button></form>
<script>
  window.refunded = [];
  document.addEventListener('click', ({ target }) => {
    if (!target.dataset.id) return;
    refunded.push(target.dataset.id);
    target.closest('tr').cells[3].textContent = 'refunded';
    document.getElementById('said').textContent = 'Refunded ' + target.dataset.id;
  });
  document.addEventListener('submit', (event) => event.preventDefault());
</script>`;

/** @type {import('./lib/server.js').Served} */
let site;
/** @type {import('./lib/browser.js').Launched} */
let withExtension;
/** @type {import('./lib/browser.js').Launched} */
let plain;
/** @type {Extension} */
let extension;

before(async () => {
  site = await serve({ '/orders': page('Orders', ORDERS), '/orders-tag': page('Orders', ORDERS + MODULE) }, DIST);
  [withExtension, plain] = await Promise.all([launch(), launch({ extension: false })]);
  extension = new Extension(withExtension);
  await extension.rules([{ decision: 'allow' }]);
});

after(async () => {
  await Promise.all([withExtension?.close(), plain?.close()]);
  await site?.close();
});

/** @param {string} script @param {object} [more] */
const run = (script, more = {}) => ({ path: 'run', args: [script], ...more });

const hosts = /** @type {const} */ ([
  ['extension', '/orders', () => withExtension],
  ['script tag', '/orders-tag', () => plain],
]);

for (const [host, path, browser] of hosts) {
  /** @param {(tab: Page) => Promise<void>} work */
  const visit = async (work) => {
    const tab = await browser().page();
    await tab.goto(site.origin + path);
    await work(tab);
    await tab.close();
  };
  /** @param {Page} tab @returns {Promise<string[]>} */
  const refunded = (tab) => tab.evaluate(() => /** @type {{ refunded: string[] }} */ (/** @type {unknown} */ (window)).refunded);

  test(`${host}: a script reads, counts and returns`, () =>
    visit(async (tab) => {
      const answer = await invoke(tab, run('const rows = await page.tables.Orders.rows; return rows.filter((r) => r.Status === "open").map((r) => r.Customer)'));
      assert.match(answer, /value {4}\["Ann Lee",\s*"山田"\]/);
      assert.match(answer, /^run {2}1 operation/m);
    }));

  test(`${host}: a script acts row by row, and the answer lists what it did`, () =>
    visit(async (tab) => {
      const script = `for (const row of await page.tables.Orders.rows.where({ Status: "open" }))
  await page.tables.Orders.rows[row.key].buttons.Refund.click()
return "done"`;
      const answer = await invoke(tab, run(script));
      assert.deepEqual(await refunded(tab), ['A-1', 'A-3']);
      assert.equal(answer.match(/^done {5}clicked page\.tables\.Orders\.rows\["A-[13]"\]\.buttons\.Refund/gm)?.length, 2, answer);
      assert.match(answer, /value {4}"done"/);
    }));

  test(`${host}: a fault throws where the script stands, with code, line and the call that works`, () =>
    visit(async (tab) => {
      const answer = await invoke(tab, run('const a = 1\nawait page.tables.Ordres.rows'));
      isFault(answer, 'not_found');
      assert.match(answer, /line 2/);
      assert.match(answer, /Orders/);
      const caught = await invoke(tab, run('try { await page.buttons.Nope.click() } catch (e) { return e.code }'));
      assert.match(caught, /value {4}"not_found"/);
    }));

  test(`${host}: fields are written by assignment and by fill`, () =>
    visit(async (tab) => {
      await invoke(tab, run('page.forms.Note.Text = "one"; await page.forms.Note.fill({ Text: "two" })'));
      assert.equal(await tab.locator('input[name=text]').inputValue(), 'two');
      assert.match(await invoke(tab, run('page.forms.Note.Text = "three"; return await page.forms.Note.Text.value')), /value {4}"three"/);
    }));

  test(`${host}: a loop without an end ends, and says what was done`, () =>
    visit(async (tab) => {
      const answer = await invoke(tab, run('await page.tables.Orders.rows["A-1"].buttons.Refund.click(); for (;;) {}'));
      isFault(answer, 'timed_out');
      assert.match(answer, /^done {5}clicked/m);
      assert.match(await invoke(tab, run('return 1')), /value {4}1/, 'the next script runs');
    }));

  test(`${host}: a script that sleeps longer than its call may is ended`, () =>
    visit(async (tab) => {
      const answer = await invoke(tab, run('await page.title; await sleep(60000)', { timeout: 1 }));
      isFault(answer, 'timed_out');
    }));

  test(`${host}: a large value is cut between items and says how many are left`, () =>
    visit(async (tab) => {
      const answer = await invoke(tab, run('return Array.from({ length: 2000 }, (_, i) => ({ i, text: "word ".repeat(8) }))'));
      assert.ok(answer.length < 7_500, String(answer.length));
      assert.match(answer, /of 2000 items are not shown/);
    }));
}

test('every example of the guide runs as it stands', async () => {
  const tab = await withExtension.page();
  await tab.goto(`${site.origin}/orders`);
  const guide = await invoke(tab, { path: 'run.$help' });
  const whole = /^ *(\{"path": "run".*\})$/m.exec(guide)?.[1];
  assert.match(await invoke(tab, JSON.parse(whole ?? '{}')), /value {4}2$/m, guide);
  const pieces = [...guide.matchAll(/^ {2}.*?: ((?:const \w+ = )?(?:await )?(?:page|at)\b.*)$/gm), ...guide.matchAll(/^example {2}(.*)$/gm)].map(([, code]) => code ?? '');
  assert.ok(pieces.length >= 5, guide);
  for (const piece of pieces) {
    const answer = await invoke(tab, run(piece));
    assert.ok(!answer.startsWith('fault'), `${piece}\n${answer}`);
  }
  assert.deepEqual(await tab.evaluate('refunded'), ['A-1', 'A-3']);
  await tab.close();
});

test('the interpreter is loaded with the first script only', async () => {
  const tab = await plain.page();
  site.requests.length = 0;
  await tab.goto(`${site.origin}/orders-tag`);
  await invoke(tab);
  assert.equal(site.requests.filter((path) => /quickjs|script/.test(path)).length, 0, site.requests.join(' '));
  await invoke(tab, run('return 1'));
  assert.equal(site.requests.filter((path) => path.endsWith('quickjs.wasm')).length, 1, site.requests.join(' '));
  await tab.close();
});

test('what a rule denies is denied inside a script', async () => {
  await extension.rules([{ decision: 'allow' }, { path: 'page.tables.Orders', effect: 'act', decision: 'deny' }]);
  const tab = await withExtension.page();
  await tab.goto(`${site.origin}/orders`);
  const answer = await invoke(tab, run('await page.tables.Orders.rows["A-1"].buttons.Refund.click()'));
  isFault(answer, 'denied');
  assert.deepEqual(await tab.evaluate('refunded'), []);
  await extension.rules([{ decision: 'allow' }]);
  await tab.close();
});

test('the worker may end while a script runs: it goes on where it stood, and nothing is done twice', async () => {
  const tab = await withExtension.page();
  await tab.goto(`${site.origin}/orders`);
  const script = `const clock = Date.now(), chance = Math.random()
for (const key of ["A-1", "A-2", "A-3"]) {
  await page.tables.Orders.rows[key].buttons.Refund.click()
  await sleep(400)
}
return clock <= Date.now() && chance < 1`;
  const { response } = await (await agent(tab)).begin(run(script));
  await tab.waitForFunction('refunded.length === 2');
  await extension.stopWorker();
  const { output } = await response;
  assert.deepEqual(await tab.evaluate('refunded'), ['A-1', 'A-2', 'A-3']);
  assert.match(String(output), /value {4}true/);
  assert.equal(String(output).match(/^done {5}clicked/gm)?.length, 3, String(output));
  await tab.close();
});

/** @param {(tab: Page, panel: Page) => Promise<void>} work */
async function asking(work) {
  await extension.rules([]);
  const tab = await withExtension.page();
  await tab.goto(`${site.origin}/orders?${Math.random()}`);
  const panel = await openPanel(withExtension, 'panel', tab);
  await work(tab, panel);
  await panel.close();
  await tab.close();
  await extension.reset();
  await extension.rules([{ decision: 'allow' }]);
}

const TWO = `await page.tables.Orders.rows["A-1"].buttons.Refund.click()
const rows = await page.tables.Orders.rows.where({ Status: "refunded" })
return rows.length`;

test('a script waits for the person in the midst of it and goes on', () =>
  asking(async (tab, panel) => {
    const { response } = await (await agent(tab)).begin(run(TWO));
    await answer(panel, 'Allow once');
    assert.match(String((await response).output), /value {4}1/);
    assert.deepEqual(await tab.evaluate('refunded'), ['A-1']);
  }));

test('allowed later, also after the worker died, it goes on from there, once; what it returns stands at approvals', () =>
  asking(async (tab, panel) => {
    const said = await invoke(tab, run(TWO, { timeout: 1 }));
    isFault(said, 'needs_approval');
    assert.match(said, /the script waits at page\.tables\.Orders\.rows\["A-1"\]\.buttons\.Refund\.click/);
    const [id] = /ap-\d+/.exec(said) ?? [''];
    assert.deepEqual(await tab.evaluate('refunded'), []);
    await extension.stopWorker();
    await answer(panel, 'Allow once');
    const result = await invoke(tab, { path: `approvals["${id}"].wait()` });
    assert.match(result, /value {4}1/, result);
    assert.match(result, /done {5}clicked/, result);
    assert.deepEqual(await tab.evaluate('refunded'), ['A-1']);
  }));

test('a person who says no throws in the script', () =>
  asking(async (tab, panel) => {
    const { response } = await (await agent(tab)).begin(run('try { await page.buttons.Add.click() } catch (e) { return e.code }'));
    await answer(panel, 'Deny');
    assert.match(String((await response).output), /value {4}"denied"/);
  }));

test('a late no throws in the script, which goes on without it', () =>
  asking(async (tab, panel) => {
    const said = await invoke(tab, run('try { await page.buttons.Add.click() } catch (e) { return e.code }', { timeout: 1 }));
    isFault(said, 'needs_approval');
    const [id] = /ap-\d+/.exec(said) ?? [''];
    await answer(panel, 'Deny');
    const result = await invoke(tab, { path: `approvals["${id}"].wait()` });
    assert.match(result, /value {4}"denied"/, result);
  }));
