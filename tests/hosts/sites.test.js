/**
 * What is remembered of a site's tools: across pages, tabs, the worker's death and deploys.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Completing } from '../../extension/background/completing.js';
import { Sites } from '../../extension/background/sites.js';
import { readMemory, visited } from '../../extension/shared/memory.js';
import { MemoryArea } from './memory.js';

/** @import { Memory } from '../../extension/shared/memory.js' */

const ORIGIN = 'https://shop.test';
/** @param {...string} names */
const tools = (...names) => names.map((name) => ({ name, description: `Does ${name}`, inputSchema: { type: 'object' } }));
/** @param {string[]} names */
const checkout = (names) => ({ name: 'checkout', title: '', description: 'Buys', tools: names, help: '' });
/** @param {Memory} memory @param {string} path */
const named = (memory, path) => memory.pages.find((page) => page.path === path)?.tools.map((hash) => memory.defs[hash]?.name);

test('pages are kept with their tools, definitions once, the newest first', () => {
  let memory = readMemory(null);
  memory = visited(memory, { path: '/cart', title: 'Cart', at: 1, tools: tools('add', 'pay'), collections: [] });
  memory = visited(memory, { path: '/done', title: 'Done', at: 2, tools: tools('pay'), collections: [] });
  assert.deepEqual(memory.pages.map(({ path }) => path), ['/done', '/cart']);
  assert.deepEqual(named(memory, '/cart'), ['add', 'pay']);
  assert.equal(Object.keys(memory.defs).length, 2);
  memory = visited(memory, { path: '/cart', title: 'Cart', at: 3, tools: [], collections: [] });
  assert.deepEqual(memory.pages.map(({ path }) => path), ['/done']);
  assert.equal(Object.keys(memory.defs).length, 1);
});

test('a collection keeps its generation until its list is another one', () => {
  let memory = readMemory(null);
  /** @param {string} path @param {string[]} names @param {string} [description] */
  const visit = (path, names, description = 'Buys') => {
    memory = visited(memory, { path, title: '', at: 1, tools: tools(...names), collections: [{ ...checkout(names), description }] });
    return memory.pages[0]?.collections[0]?.generation;
  };
  assert.equal(visit('/cart', ['add', 'pay']), 1);
  assert.equal(visit('/cart', ['add', 'pay']), 1);
  assert.equal(visit('/done', ['report']), 1, 'another page of the same collection is no other list');
  assert.equal(visit('/cart', ['add', 'pay', 'ship']), 2, 'a deploy');
  assert.equal(visit('/done', ['report']), 2, 'the collection is one, on whatever page');
  assert.equal(visit('/cart', ['add', 'pay', 'ship'], 'Sells'), 3);
});

test('what an app publishes is remembered by page, by name alone', () => {
  const sites = new Sites(new MemoryArea());
  const from = { origin: ORIGIN, document: 'd1', tab: 1 };
  sites.visit(from, { path: '/cart', title: 'Cart', tools: [], collections: [], app: ['cart', 3, 'x'.repeat(81)] });
  const before = () => /** @type {{ before: Memory }} */ (/** @type {unknown} */ (sites.completed({ ...from, document: `d${Math.random()}` }, {}))).before;
  assert.deepEqual(before().pages.map(({ path, app }) => [path, app]), [['/cart', ['cart']]]);
  sites.visit(from, { path: '/cart', title: 'Cart', tools: [], collections: [], app: [] });
  assert.deepEqual(before().pages, []);
});

test('what is too large forgets the oldest pages, and what cannot be read is nothing', () => {
  let memory = readMemory(null);
  for (let at = 0; at < 30; at += 1) memory = visited(memory, { path: `/${at}`, title: '', at, tools: [{ name: `t${at}`, description: 'x'.repeat(100_000) }], collections: [] });
  assert.ok(memory.pages.length < 10 && memory.pages[0]?.path === '/29');
  assert.ok(JSON.stringify(memory).length <= 1_000_000);
  for (const bad of [null, 1, 'x', {}, { v: 2, pages: [], defs: {} }, { v: 1, pages: {}, defs: {} }]) assert.deepEqual(readMemory(bad), { v: 1, pages: [], defs: {} });
});

test('a new worker knows what the old one was told, and each site only its own', async () => {
  const area = new MemoryArea();
  const first = new Sites(area);
  await first.start();
  first.visit({ origin: ORIGIN, document: 'd1', tab: 1 }, { path: '/cart', title: 'Cart', tools: tools('add'), collections: [checkout(['add', 'pay'])] });
  const second = new Sites(area);
  await second.start();
  const seen = /** @type {{ before: Memory, elsewhere: { path: string, doc: string }[] }} */ (/** @type {unknown} */ (second.completed({ origin: ORIGIN, document: 'd2', tab: 2 }, { tools: [] })));
  assert.deepEqual(named(seen.before, '/cart'), ['add']);
  assert.deepEqual(seen.elsewhere.map(({ path, doc }) => [path, doc]), [['/cart', 'd1']]);
  assert.equal(second.tab(ORIGIN, 'd1')?.tab, 1);
  assert.equal(second.tab('https://other.test', 'd1'), undefined);
  const own = /** @type {{ elsewhere: unknown[] }} */ (second.completed({ origin: ORIGIN, document: 'd1', tab: 1 }, {}));
  assert.deepEqual(own.elsewhere, [], 'a tab is no other tab to itself');
  const next = /** @type {{ elsewhere: unknown[] }} */ (second.completed({ origin: ORIGIN, document: 'd4', tab: 1 }, {}));
  assert.deepEqual(next.elsewhere, [], 'nor to the document that comes after');
});

test('files and pages opened as data have one name for all of them, and know nothing of each other', async () => {
  for (const origin of ['file://', 'data:', 'about:']) {
    const area = new MemoryArea();
    const sites = new Sites(area);
    await sites.start();
    sites.visit({ origin, document: 'd1', tab: 1 }, { path: '/bills.html', title: 'Bills', tools: tools('pay-all'), collections: [checkout(['add', 'pay'])] });
    assert.doesNotMatch(JSON.stringify(sites.completed({ origin, document: 'd2', tab: 2 }, { tools: [] })), /bills|pay/i);
    assert.equal(sites.tab(origin, 'd1'), undefined);
    assert.deepEqual(await area.get(null), {});
  }
});

test('what tabs have is known again before a call where it is other than it was, and not told twice', async () => {
  const sites = new Sites(new MemoryArea());
  await sites.start();
  const completing = new Completing(sites);
  const client = /** @type {import('../../extension/background/client.js').Client} */ (/** @type {unknown} */ ({ place: { origin: ORIGIN, document: 'd1', tab: 1, frame: false } }));
  const request = /** @type {import('../../extension/shared/core.js').Message} */ (/** @type {unknown} */ ({ kind: 'request', doc: 'k', call: 'k:1' }));
  const kinds = (/** @type {import('../../extension/shared/core.js').Message} */ message) => completing.take(client, message).map((one) => (one.kind === 'tools' ? `tools ${/** @type {{ elsewhere: { app: string[] }[] }} */ (/** @type {unknown} */ (one.tools)).elsewhere.flatMap(({ app }) => app).join()}` : one.kind));
  assert.deepEqual(kinds(request), ['request'], 'nothing is told of a page that told nothing');
  assert.deepEqual(kinds({ kind: 'tools', doc: 'k', tools: { tools: [] } }), ['tools ']);
  assert.deepEqual(kinds(request), ['request']);
  sites.visit({ origin: ORIGIN, document: 'd2', tab: 2 }, { path: '/desk', title: 'Desk', tools: [], collections: [], app: ['desk'] });
  assert.deepEqual(kinds(request), ['tools desk', 'request']);
  assert.deepEqual(kinds(request), ['request']);
  sites.gone('d2');
  assert.deepEqual(kinds(request), ['tools ', 'request']);
});

test('a tab that shows another document, or is closed, is no place to run things', async () => {
  const sites = new Sites(new MemoryArea());
  await sites.start();
  sites.visit({ origin: ORIGIN, document: 'd1', tab: 1 }, { path: '/cart', title: '', tools: tools('add'), collections: [] });
  sites.visit({ origin: ORIGIN, document: 'd2', tab: 1 }, { path: '/done', title: '', tools: tools('report'), collections: [] });
  assert.equal(sites.tab(ORIGIN, 'd1'), undefined);
  assert.ok(sites.tab(ORIGIN, 'd2'));
  sites.gone('d2');
  assert.equal(sites.tab(ORIGIN, 'd2'), undefined);
  const { before } = /** @type {{ before: Memory }} */ (/** @type {unknown} */ (sites.completed({ origin: ORIGIN, document: 'd9', tab: 9 }, {})));
  assert.deepEqual(named(before, '/cart'), ['add'], 'its pages are still remembered');
  for (const bad of [null, {}, { path: 1 }, { path: '/', title: '', tools: {}, collections: [] }]) assert.equal(sites.visit({ origin: ORIGIN, document: 'd3', tab: 2 }, bad), null);
});

test('pages cannot fill the storage: the oldest sites go, from storage too', async () => {
  const area = new MemoryArea();
  const sites = new Sites(area);
  const keys = () => Object.keys(area.items);
  const visit = (/** @type {number} */ n, /** @type {unknown} */ more) =>
    sites.visit({ origin: `https://s${n}.test`, document: `d${n}`, tab: n }, { path: '/', title: '', tools: [{ name: 'a', more }], collections: [] });
  for (let n = 0; n < 60; n += 1) visit(n, '');
  assert.equal(keys().length, 50);
  assert.ok(!keys().includes('onecall.site https://s9.test') && keys().includes('onecall.site https://s10.test'));
  for (let n = 100; n < 110; n += 1) visit(n, 'x'.repeat(900_000));
  assert.ok(JSON.stringify(area.items).length < 4_000_000);
  assert.ok(keys().includes('onecall.site https://s109.test') && !keys().includes('onecall.site https://s100.test'));
  for (let n = 200; n < 210; n += 1) visit(n, Array(20_000).fill(0));
  assert.ok(JSON.stringify(area.items).length < 1_000_000, 'many small values weigh more than their text');
  // One site in many tabs.
  for (let tab = 1; tab < 15; tab += 1) sites.visit({ origin: ORIGIN, document: `t${tab}`, tab }, { path: '/', title: '', tools: [{ name: 'a', more: 'x'.repeat(900_000) }], collections: [] });
  assert.ok(JSON.stringify(area.items).length < 4_000_000);
  assert.ok(sites.tab(ORIGIN, 't14') && !sites.tab(ORIGIN, 't1'));
});
