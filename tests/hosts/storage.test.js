/**
 * What the worker keeps in storage: rules that are never read weaker than they were meant, and the log.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Desk } from '../../extension/background/desk.js';
import { Log } from '../../extension/background/log.js';
import { PolicyKeeper } from '../../extension/background/policy.js';
import { readRules, RULES } from '../../extension/shared/rules.js';
import { Tasks } from '../../extension/background/tasks.js';
import { welcome } from '../../extension/background/welcome.js';
import { settingsOf } from '../../extension/shared/settings.js';
import { APPROVALS, TASKS } from '../../extension/shared/ui.js';
import { reopen } from '../../extension/background/reopen.js';
import { MemoryArea, REQUEST } from './memory.js';

/** @import { LogEntry } from '../../extension/shared/protocol' */

/** @type {(at: number) => LogEntry} */
const entry = (at) => ({
  at, doc: 'd', origin: 'https://a.test', path: 'page', effect: 'read', decision: 'allow', tokens: 1, result: 'ok', own: false,
});

const DENY_PAY = { origin: null, path: null, effect: 'pay', across: null, decision: 'deny' };
const never = { get: () => /** @type {Promise<Record<string, unknown>>} */ (new Promise(() => {})) };
const turn = () => new Promise((resolve) => setImmediate(resolve));
const unmanaged = { get: () => Promise.reject(new Error('Managed storage is not available')) };

/**
 * @param {MemoryArea} local
 * @param {Pick<MemoryArea, 'get'>} managed
 * @returns {Promise<unknown[][]>} The rules as they were applied, so far.
 */
async function started(local, managed) {
  /** @type {unknown[][]} */
  const applied = [];
  await new PolicyKeeper(local, managed, new MemoryArea()).start(({ rules }) => void applied.push(rules));
  return applied;
}

test('rules of the person and of the organisation are one policy', async () => {
  const local = new MemoryArea();
  const managed = new MemoryArea();
  await local.set({ [RULES]: [{ origin: 'https://a.test', effect: 'act', across: null, decision: 'allow' }] });
  await managed.set({ rules: [{ decision: 'deny', effect: 'pay' }] });
  const own = { origin: 'https://a.test', path: null, effect: 'act', across: null, decision: 'allow' };
  assert.deepEqual(await started(local, managed), [[own, DENY_PAY]]);
});

test('a browser that nobody manages has the own rules only', async () => {
  assert.deepEqual(await started(new MemoryArea(), unmanaged), [[]]);
});

test('the first policy waits for the organisation once; later it is what it was last time, until it is known', async () => {
  const local = new MemoryArea();
  const managed = new MemoryArea();
  await managed.set({ rules: [DENY_PAY] });
  assert.deepEqual(await started(local, managed), [[DENY_PAY]]);
  assert.deepEqual(await started(local, never), [[DENY_PAY]]);
  await managed.set({ rules: [] });
  const late = { get: async () => (await turn(), managed.get('rules')) };
  const applied = await started(local, late);
  assert.deepEqual(applied, [[DENY_PAY]]);
  await turn();
  await turn();
  assert.deepEqual(applied, [[DENY_PAY], []]);
  assert.deepEqual(await started(local, never), [[]]);
});

test('a change counts in the turn in which it is told; changes of other things do not', async () => {
  const local = new MemoryArea();
  /** @type {unknown[]} */
  const applied = [];
  const keeper = new PolicyKeeper(local, unmanaged, new MemoryArea());
  await keeper.start(({ rules }) => void applied.push(rules));
  keeper.changed('local', { 'onecall.log': { newValue: 3 } });
  keeper.changed('sync', { [RULES]: { newValue: [{ decision: 'allow' }] } });
  assert.deepEqual(applied, [[]]);
  keeper.changed('local', { [RULES]: { newValue: [DENY_PAY] } });
  keeper.changed('managed', { rules: { newValue: [DENY_PAY] } });
  keeper.changed('local', { [RULES]: {} });
  assert.deepEqual(applied, [[], [DENY_PAY], [DENY_PAY, DENY_PAY], [DENY_PAY]]);
});

test('a core that is started again gets what agents have met since the first policy', async () => {
  const session = new MemoryArea();
  const keeper = new PolicyKeeper(new MemoryArea(), unmanaged, session);
  /** @type {unknown[]} */
  const applied = [];
  await keeper.start(({ taint }) => void applied.push(taint));
  keeper.meet({ untrusted: true, private: false });
  assert.deepEqual(applied, [{ untrusted: false, private: false }]);
  assert.deepEqual(keeper.now.taint, { untrusted: true, private: false });
});

test('where one rule cannot be read, no allowance of its set counts and every refusal does', (t) => {
  const warned = t.mock.method(console, 'warn', () => {});
  const allow = { decision: 'allow' };
  const deny = { effect: 'pay', decision: 'deny' };
  const kept = [DENY_PAY];
  const unreadable = [null, 'allow', {}, { decision: 'maybe' }, { decision: 'deny', effect: 'fly' }, { decision: 'deny', origin: 5 }, { decision: 'deny', orgin: 'https://a.test' }];
  for (const bad of unreadable) assert.deepEqual(readRules([allow, bad, deny]), kept, JSON.stringify(bad));
  assert.equal(warned.mock.callCount(), unreadable.length);
  assert.deepEqual(readRules('allow everything'), []);
  assert.equal(readRules([allow, deny]).length, 2);
  assert.deepEqual(readRules(undefined), []);
});

test('the log keeps order, also of what comes while it is written', async () => {
  const area = new MemoryArea();
  const log = new Log(area);
  for (let at = 0; at < 120; at++) log.add(entry(at));
  await log.stored();
  assert.deepEqual((await log.read()).map(({ at }) => at), Array.from({ length: 120 }, (_, at) => at));
  assert.ok(area.writes <= 5, 'lines that come together are written together');
});

test('the log is bounded: the oldest segment goes first', async () => {
  const area = new MemoryArea();
  for (let at = 0; at < 1_300; at++) {
    // A new one each time, as after the worker's death.
    const log = new Log(area);
    log.add(entry(at));
    await log.stored();
  }
  const kept = (await new Log(area).read()).map(({ at }) => at);
  assert.equal(kept.length, 1_000);
  assert.equal(kept[0], 300);
  assert.equal(kept.at(-1), 1_299);
});

test('open documents get the content scripts once per start of the extension, and a tab that refuses stops no other', async () => {
  const session = new MemoryArea();
  /** @type {string[]} */
  const injected = [];
  const browser = {
    session,
    tabs: async () => [1, 2, 3].map((id) => ({ id, url: `https://${id}.test/` })),
    inject: async (/** @type {number} */ tab, /** @type {string} */ file) => {
      if (tab === 2) throw new Error('Cannot access a chrome:// URL');
      injected.push(`${tab} ${file.split('/').pop()}`);
    },
  };
  const flags = (/** @type {string} */ url) => (url === 'https://3.test/' ? ['extension/content/flag/look.js'] : []);
  await reopen(browser, flags);
  await reopen(browser, flags);
  assert.deepEqual(injected.filter((one) => one.startsWith('1')), ['1 main.js', '1 content.js']);
  // What is set is there before the content script looks for it.
  assert.deepEqual(injected.filter((one) => one.startsWith('3')), ['3 main.js', '3 look.js', '3 content.js']);
  assert.equal(injected.length, 5);
});

/** An area that refuses while it is full. */
class FullArea extends MemoryArea {
  full = true;

  /**
   * @override
   * @param {Record<string, unknown>} items
   */
  async set(items) {
    if (this.full) throw new Error('QUOTA_BYTES quota exceeded');
    await super.set(items);
  }
}

test('where storage is full the person is still heard, and what comes later is stored again', async (t) => {
  t.mock.method(console, 'error', () => {});
  const session = new FullArea();
  /** @type {unknown[]} */
  const told = [];
  const desk = new Desk({ session, local: session, tell: (message) => void told.push(message), connected: () => ({ document: 'D1' }), wake: async () => true, there: async () => true, title: async () => '', changed() {} });
  const asked = { request: REQUEST, doc: 'doc1', call: 'doc1:1', tab: null, state: /** @type {const} */ ('pending'), result: '', script: false };
  desk.record(asked);
  const [kept] = desk.pending;
  assert.equal(await desk.decide({ id: REQUEST.id, nonce: kept?.nonce, answer: 'never' }), true);
  assert.deepEqual(told, [{ kind: 'decided', doc: 'doc1', call: 'doc1:1', request: REQUEST.id, decision: 'deny' }]);
  const tasks = new Tasks(session, () => settingsOf({}), () => {});
  tasks.renew(1);
  await turn();
  session.full = false;
  desk.record(asked);
  tasks.renew(2);
  await turn();
  assert.deepEqual(Object.keys(/** @type {object} */ (session.items[APPROVALS])), [REQUEST.id]);
  assert.deepEqual(Object.keys(/** @type {object} */ (session.items[TASKS])), ['1', '2']);
});

test('a person\'s own call is admitted whatever agents have used up, and not counted', () => {
  const tasks = new Tasks(new MemoryArea(), () => settingsOf({ calls: 1, off: ['https://off.test'] }), () => {});
  assert.equal(tasks.admit(1, 'https://a.test', {}, null), null);
  assert.equal(tasks.admit(1, 'https://a.test', {}, 1_000), null);
  assert.match(tasks.admit(1, 'https://a.test', {}, 2_000) ?? '', /^fault denied/);
  assert.equal(tasks.admit(1, 'https://a.test', {}, null), null);
  assert.match(tasks.admit(1, 'https://off.test', {}, null) ?? '', /^fault unavailable/);
});

test('the first page opens on an install, unless nobody is there or the organisation says no', async () => {
  /** @type {string[]} */
  const opened = [];
  const openTab = (/** @type {string} */ page) => void opened.push(page);
  const set = (/** @type {unknown} */ settings) => ({ get: async () => ({ settings }) });
  await welcome({ headless: false, openTab, managed: unmanaged }, 'update');
  await welcome({ headless: true, openTab, managed: unmanaged }, 'install');
  await welcome({ headless: false, openTab, managed: set({ welcome: false }) }, 'install');
  assert.deepEqual(opened, []);
  await welcome({ headless: false, openTab, managed: unmanaged }, 'install');
  await welcome({ headless: false, openTab, managed: set({ calls: 5 }) }, 'install');
  assert.deepEqual(opened, ['first.html', 'first.html']);
});
