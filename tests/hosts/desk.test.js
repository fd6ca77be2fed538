/**
 * What the worker takes up again after its death: requests of documents that have gone, tabs in which something acted,
 * calls that were handed to other tabs. And what is told to content scripts, which read no storage.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Desk } from '../../extension/background/desk.js';
import { Face } from '../../extension/background/face.js';
import { Flags } from '../../extension/background/flags.js';
import { SharedTabs } from '../../extension/background/shared-tabs.js';
import { Tasks } from '../../extension/background/tasks.js';
import { Pace } from '../../extension/shared/pace.js';
import { settingsOf } from '../../extension/shared/settings.js';
import { SHARED } from '../../extension/shared/ui.js';
import { Asker } from '../../www/src/asker.js';
import { MemoryArea, REQUEST } from './memory.js';

/** @import { Flag } from '../../extension/background/flags.js' */
/** @import { Message } from '../../extension/shared/core.js' */
/** @import { Asked } from '../../extension/shared/protocol' */

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** @type {(id: string, doc: string, tab: number | null) => Asked} */
const asked = (id, doc, tab) => ({ request: { ...REQUEST, id }, doc, call: `${doc}:1`, tab, state: 'pending', result: '', script: false });

/**
 * @param {MemoryArea} session
 * @param {string[]} connected
 * @param {string[]} there Documents that their tabs show.
 */
function deskOf(session, connected, there) {
  /** @type {Message[]} */
  const told = [];
  const desk = new Desk({
    session, local: session, tell: (message) => void told.push(message), title: async () => '', changed() {},
    connected: (doc) => (connected.includes(doc) ? { document: `D-${doc}` } : null),
    wake: async () => true, there: async (_tab, doc) => there.includes(doc),
  });
  return { desk, told };
}

test('what documents asked that went while no worker ran is asked no more', async () => {
  const session = new MemoryArea();
  const before = deskOf(session, ['open', 'went', 'sleeps', 'untold'], []).desk;
  for (const [id, doc, tab] of /** @type {const} */ ([['ap-1', 'open', 1], ['ap-2', 'went', 2], ['ap-3', 'went', 2], ['ap-4', 'sleeps', 3], ['ap-5', 'untold', null]])) before.record(asked(id, doc, tab));
  await turn();
  const { desk, told } = deskOf(session, ['open'], ['sleeps']);
  await desk.start();
  assert.equal(desk.pending.length, 5);
  await desk.sweep();
  assert.deepEqual(told, [{ kind: 'stop', doc: 'went' }]);
  desk.gone('D-sleeps');
  desk.gone('D-other');
  assert.deepEqual(told.slice(1), [{ kind: 'stop', doc: 'sleeps' }]);
});

test('after the worker\'s death no tab keeps the sign of an agent that acts', async () => {
  const session = new MemoryArea();
  /** @type {string[]} */
  const badges = [];
  const begin = async () => {
    const face = new Face({ badge: (tab, text) => void badges.push(`${tab} ${text}`), notify() {}, unnotify() {}, notified: async () => [], words: (key) => key });
    const tasks = new Tasks(session, () => settingsOf({}), (tab, task) => face.task(tab, task));
    await tasks.start();
    return tasks;
  };
  const tasks = await begin();
  tasks.admit(7, 'https://a.test', {}, Date.now());
  tasks.admit(8, 'https://a.test', {}, Date.now());
  tasks.act(7, true);
  await turn();
  assert.deepEqual(badges.splice(0).filter((one) => one !== '7 ' && one !== '8 '), ['7 …']);
  await begin();
  await turn();
  assert.deepEqual(badges, ['7 ']);
  const kept = /** @type {Record<string, { acting: boolean, calls: number }>} */ (session.items['onecall.tasks']);
  assert.deepEqual([kept[7]?.acting, kept[7]?.calls], [false, 1]);
});

/** @param {MemoryArea} session @param {(message: Record<string, unknown>) => unknown} answers */
function tabsOf(session, answers) {
  /** @type {Record<string, unknown>[]} */
  const sent = [];
  /** @type {Message[]} */
  const told = [];
  const shared = new SharedTabs({
    session, tell: (message) => void told.push(message), look: async () => ({ title: 'Bank', url: 'https://bank.test/account' }),
    ask: async (_tab, message) => {
      const { body } = /** @type {{ body: Record<string, unknown> }} */ (message);
      sent.push(body);
      return answers(body);
    },
  });
  return { shared, sent, told };
}

test('a call is handed to another tab once, also where the worker dies meanwhile', async () => {
  const session = new MemoryArea();
  session.items[SHARED] = { next: 2, tabs: { 1: 40 } };
  const call = { kind: /** @type {const} */ ('tabs'), doc: 'd', call: 'd:1', at: 1, input: { path: 'page.buttons.Pay.click', args: [] }, look: false, of: 'https://bank.test', operation: 0 };
  // The worker dies before the answer comes.
  const first = tabsOf(session, () => new Promise(() => {}));
  void first.shared.take(call);
  await turn();
  assert.deepEqual(first.sent.map(({ name, again }) => [name, again]), [['d:1 0', false]]);
  // The next one asks for the same call, and says that it was handed over.
  const second = tabsOf(session, () => 'done');
  await second.shared.take(call);
  await second.shared.take({ ...call, operation: 1 });
  assert.deepEqual(second.sent.map(({ name, again }) => [name, again]), [['d:1 0', true], ['d:1 1', false]]);
  assert.deepEqual(second.told.map((message) => (message.kind === 'tabs' ? message.output : '')), ['done', 'done']);
  // Before anything goes there the core hears of which site the tab is, and again where it is another by then.
  for (const of of [null, 'https://shop.test']) await second.shared.take({ ...call, of, operation: 2 });
  assert.equal(second.sent.length, 2);
  assert.deepEqual(second.told.slice(2).map((message) => (message.kind === 'tabs' ? [message.output, message.tabs.map(({ origin }) => origin)] : [])), [[null, ['https://bank.test']], [null, ['https://bank.test']]]);
  // The document that it was handed to has gone: what came of it nobody knows.
  const third = tabsOf(session, () => null);
  await third.shared.take(call);
  await third.shared.take({ ...call, call: 'd:2', look: true });
  const [lost, none] = third.told.map((message) => (message.kind === 'tabs' ? message.output : ''));
  assert.match(String(lost), /^fault unavailable.*It may have been done/);
  assert.equal(none, null);
});

test('settings that pages need are scripts that are registered, and only as long as they are set', async () => {
  /** @type {Map<string, Flag>} */
  const scripts = new Map();
  /** @type {string[]} */
  const changes = [];
  const flags = new Flags({
    registered: async () => [...scripts.values()],
    register: async (added) => added.forEach((flag) => { changes.push(`+${flag.id}`); scripts.set(flag.id, flag); }),
    unregister: async (ids) => ids.forEach((id) => { changes.push(`-${id}`); scripts.delete(id); }),
  });
  await flags.set(settingsOf({}));
  assert.deepEqual(changes.splice(0), []);
  await flags.set(settingsOf({ readTool: true, absorb: 'never', off: ['https://a.test', 'file://', 'sandboxed https://x.test', 'https://*'] }));
  assert.deepEqual(changes.splice(0), ['+look', '+never', '+off']);
  assert.deepEqual(scripts.get('off')?.matches, ['https://a.test/*', 'file:///*']);
  assert.deepEqual(flags.at('https://a.test/x').map((file) => file.split('/').pop()), ['look.js', 'never.js', 'off.js']);
  assert.deepEqual(flags.at('https://b.test/').map((file) => file.split('/').pop()), ['look.js', 'never.js']);
  await Promise.all([flags.set(settingsOf({ readTool: true, off: ['https://b.test'] })), flags.set(settingsOf({ readTool: true }))]);
  assert.deepEqual([...scripts.keys()], ['look']);
  assert.ok(!changes.includes('+look'), 'what stays is left alone');
});

test('work that is asked for without end is done at once, then in its pace, and at once where it is needed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let done = 0;
  const pace = new Pace(() => {
    done += 1;
    return 1_000;
  });
  for (let n = 0; n < 10; n++) pace.ask();
  assert.equal(done, 0);
  await turn();
  assert.equal(done, 1);
  for (let n = 0; n < 1_000; n++) pace.ask();
  await turn();
  assert.equal(done, 1);
  t.mock.timers.tick(1_000);
  assert.equal(done, 2);
  pace.now();
  assert.equal(done, 2, 'nothing was asked for');
  pace.ask();
  pace.now();
  assert.equal(done, 3);
});

test('a question that cannot be shown is still to be asked, and keeps no other from being shown', async (t) => {
  t.mock.method(console, 'error', () => {});
  let tries = 0;
  const document = { createElement() { tries += 1; throw new Error('the page has broken its document'); } };
  const asker = new Asker(/** @type {Window & typeof globalThis} */ (/** @type {unknown} */ ({ document })));
  assert.equal(await asker.decide(REQUEST), 'ask');
  assert.equal(await asker.decide({ ...REQUEST, id: 'ap-2' }), 'ask');
  assert.equal(tries, 2);
});

test('a notification of a worker before this one goes with its request, also where a page of ours is open first', async () => {
  /** @type {string[]} */
  const gone = [];
  const face = new Face({ badge() {}, notify() {}, unnotify: (id) => void gone.push(id), notified: async () => ['ap-1'], words: (key) => key });
  face.pages(1);
  face.requests([]);
  assert.deepEqual(gone, []);
  await face.start();
  assert.deepEqual(gone, ['ap-1']);
});
