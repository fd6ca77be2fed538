/**
 * The worker's side of the ports: who may say what, and where effects go.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf } from '../../extension/background/sender.js';
import { Switchboard } from '../../extension/background/switchboard.js';
import { PROBE } from '../../extension/shared/wire.js';
import { MemoryPort, REQUEST } from './memory.js';

/** @import { Sender } from '../../extension/background/sender.js' */
/** @import { Message } from '../../extension/shared/core.js' */
/** @import { Effect, LogEntry } from '../../extension/shared/protocol' */
/** @import { ToKit } from '../../extension/shared/wire.js' */

const ID = 'ours';

/** @type {Sender} */
const KIT = { id: ID, url: 'https://shop.test/cart', frameId: 0, documentId: 'D1', tab: { id: 7 } };

/**
 * A switchboard over a core that keeps what it was told.
 * @param {(message: Message) => Effect[]} [take]
 */
function board(take = () => []) {
  /** @type {Message[]} */
  const told = [];
  /** @type {LogEntry[]} */
  const log = [];
  /** @type {import('../../extension/shared/protocol').Asked[]} */
  const kept = [];
  const switchboard = new Switchboard(ID, { admit: (_place, input) => (input === 'too much' ? 'fault denied' : null), log: (entry) => void log.push(entry), watch: () => {}, record: (asked) => void kept.push(asked), tabs: () => {}, taint: () => {}, scripts: { take() {} }, completed: (_client, message) => [message] });
  const start = () =>
    switchboard.start({
      take(message) {
        told.push(message);
        return take(message);
      },
    });
  /** @param {Sender} [sender] */
  const port = (sender = KIT) => {
    /** @type {MemoryPort<ToKit>} */
    const made = new MemoryPort(sender);
    switchboard.accept(made);
    return made;
  };
  return { switchboard, start, port, told, log, kept };
}

let lastId = 0;
/** @param {unknown[]} messages */
const inputs = (...messages) => ({ v: 1, id: ++lastId, kind: 'inputs', body: { messages } });
const open = { kind: 'open', doc: 'doc1', url: 'https://shop.test/cart?x=1', ledger: [], events: '', carried: false, tab: null, origin: null };
const request = { kind: 'request', doc: 'doc1', call: 'doc1:1', input: {}, look: false, journal: null, now: 0, began: 0 };

test('only our own content scripts have a place', () => {
  assert.deepEqual(placeOf(KIT, ID), { origin: 'https://shop.test', address: 'https://shop.test', document: 'D1', tab: 7, frame: false });
  assert.equal(placeOf({ ...KIT, url: 'file:///tmp/a.html' }, ID)?.origin, 'file://');
  // What a site opened empty or made of a blob is the site's; a sandboxed page is judged as the site it came from.
  assert.equal(placeOf({ ...KIT, url: 'about:blank', origin: 'https://shop.test' }, ID)?.origin, 'https://shop.test');
  assert.equal(placeOf({ ...KIT, url: 'blob:https://shop.test/1-2', origin: 'https://shop.test' }, ID)?.origin, 'https://shop.test');
  assert.equal(placeOf({ ...KIT, origin: 'null' }, ID)?.origin, 'https://shop.test');
  assert.equal(placeOf({ ...KIT, frameId: 12, documentLifecycle: 'prerender' }, ID)?.frame, false);
  const inner = { ...KIT, frameId: 3, documentId: 'D2' };
  assert.deepEqual(placeOf({ ...inner, origin: 'https://pay.test' }, ID), { origin: 'https://pay.test', address: 'https://shop.test', document: 'D2', tab: 7, frame: true });
  // The address of a sandboxed document says where it came from, not what it may.
  assert.equal(placeOf({ ...inner, origin: 'null' }, ID)?.origin, 'sandboxed https://shop.test');
  assert.equal(placeOf({ ...inner, origin: 'null', url: 'about:srcdoc' }, ID)?.origin, 'sandboxed about:');
  /** @type {Array<Sender | undefined>} */
  const others = [
    undefined,
    { ...KIT, id: 'other' },
    { ...KIT, tab: {} },
    { id: ID, url: KIT.url ?? '', frameId: 0 },
    { ...KIT, url: `chrome-extension://${ID}/panel.html` },
    { ...KIT, url: 'no address' },
  ];
  for (const sender of others) assert.equal(placeOf(sender, ID), null);
});

test('a port from elsewhere is closed unheard', () => {
  const { start, port, told } = board();
  start();
  const stranger = port({ ...KIT, id: 'other' });
  stranger.say(inputs(open));
  assert.equal(stranger.open, false);
  assert.equal(told.length, 0);
});

test('what comes before the core is there waits, in order', () => {
  const { start, port, told } = board();
  const kit = port();
  kit.say(inputs(open, request));
  assert.equal(told.length, 0);
  start();
  assert.deepEqual(told.map((message) => message.kind), ['open', 'request']);
  assert.equal(kit.sent.length, 1);
});

test('each message is replied to, with the effects of its document', () => {
  /** @type {Effect} */
  const capture = { kind: 'capture', doc: 'doc1', since: 0, closed: false };
  const { start, port } = board((message) => (message.kind === 'request' ? [capture] : []));
  start();
  const kit = port();
  const first = inputs(open);
  const second = inputs(request);
  kit.say({ v: 1, id: 900, kind: 'hello', body: { probe: PROBE } });
  kit.say(first);
  kit.say(second);
  assert.deepEqual(kit.sent, [
    { v: 1, id: 900, kind: 'ready', body: { typed: true } },
    { v: 1, id: first.id, kind: 'effects', body: { effects: [] } },
    { v: 1, id: second.id, kind: 'effects', body: { effects: [capture] } },
  ]);
});

test('a channel that does not carry bytes is noticed, and plain numbers are taken', () => {
  const { start, port, told } = board();
  start();
  const kit = port();
  kit.say({ v: 1, id: 900, kind: 'hello', body: { probe: { 0: 1, 1: 0, 2: 255 } } });
  assert.deepEqual(kit.sent[0]?.body, { typed: false });
  kit.say(inputs(open, { kind: 'facts', head: { doc: 'doc1', url: 'https://shop.test/' }, nodes: [1, 2], text: 't' }));
  const facts = told[1];
  assert.ok(facts?.kind === 'facts' && facts.nodes instanceof Uint32Array && facts.nodes.length === 2);
});

test('a kit speaks for its own document and its own origin only', () => {
  const { start, port, told } = board();
  start();
  const kit = port();
  const bad = [
    request, // before `open`
    { ...open, url: 'https://bank.test/' },
    { ...open, url: 5 },
    { ...open, doc: '' },
    { ...open, doc: 'x'.repeat(65) },
    { kind: 'policy', policy: { host: 'page', rules: [{ decision: 'allow' }] } },
    { kind: 'decided', doc: 'doc1', call: 'doc1:1', request: 'ap-1', decision: 'allow' },
    { kind: 'toString', doc: 'doc1' },
    null,
    'open',
  ];
  kit.say(inputs(...bad));
  assert.equal(told.length, 0);
  kit.say(inputs(open));
  kit.say(
    inputs(
      { ...request, doc: 'doc2', call: 'doc2:1' },
      { ...request, call: 'doc2:1' },
      { ...open, doc: 'doc2' },
      { kind: 'facts', head: { doc: 'doc1', url: 'https://bank.test/' }, nodes: new Uint32Array(), text: '' },
      { kind: 'facts', head: { doc: 'doc1', url: 'https://shop.test/' }, nodes: 'words', text: '' },
    ),
  );
  assert.deepEqual(told.map((message) => message.kind), ['open']);
});

test('envelopes of another version or shape are dropped, floods refused', () => {
  const { start, port, told } = board();
  start();
  const kit = port();
  for (const message of [null, 7, {}, { v: 2, id: 1, kind: 'inputs', body: { messages: [open] } }, { ...inputs(open), id: 'x' }]) {
    kit.say(message);
  }
  assert.equal(kit.sent.length, 0);
  kit.say({ v: 1, id: 5, kind: 'toString', body: {} });
  kit.say(inputs(...Array.from({ length: 1_001 }, () => open)));
  assert.deepEqual(kit.sent.map((message) => message.kind), ['fault', 'fault']);
  assert.equal(told.length, 0);
});

test('nobody takes over the name of another document; the same document may come again', () => {
  const { start, port, told } = board((message) =>
    message.kind === 'elapsed' ? [{ kind: 'capture', doc: 'doc1', since: 0, closed: false }] : [],
  );
  start();
  const first = port();
  first.say(inputs(open));
  const thief = port({ ...KIT, documentId: 'D2' });
  thief.say(inputs(open, request));
  assert.deepEqual(told.map((message) => message.kind), ['open']);
  const again = port();
  again.say(inputs(open, request));
  assert.deepEqual(told.map((message) => message.kind), ['open', 'open', 'request']);
  first.end();
  assert.deepEqual(told.length, 3, 'the old port closes nothing that the new one holds');
  again.end();
  assert.deepEqual(told.at(-1), { kind: 'close', doc: 'doc1' });
});

test('effects for another document go to its port by themselves', () => {
  /** @type {Effect} */
  const other = { kind: 'capture', doc: 'doc1', since: 3, closed: false };
  const { start, port } = board((message) => ('doc' in message && message.doc === 'doc2' ? [other] : []));
  start();
  const first = port();
  first.say(inputs(open));
  const second = port({ ...KIT, documentId: 'D2' });
  second.say(inputs({ ...open, doc: 'doc2' }));
  assert.deepEqual(first.sent.at(-1), { v: 1, id: 0, kind: 'effects', body: { effects: [other] } });
  assert.deepEqual(second.sent.at(-1)?.body, { effects: [] });
});

test('requests go to the desk, log lines to the log, and what the desk decides to the core', () => {
  /** @type {LogEntry} */
  const entry = { at: 0, doc: 'doc1', origin: 'https://shop.test', path: 'page', effect: 'act', decision: 'ask', tokens: 1, result: 'needs_approval', own: false };
  /** @type {import('../../extension/shared/protocol').Asked} */
  const record = { request: REQUEST, doc: 'doc1', call: 'doc1:1', tab: 7, state: 'pending', result: '', script: false };
  const { switchboard, start, port, told, log, kept } = board((message) => {
    if (message.kind === 'request') return [{ kind: 'approval', doc: 'doc1', record }, { kind: 'ask', doc: 'doc1', call: 'doc1:1', request: REQUEST }];
    if (message.kind !== 'decided') return [];
    return [{ kind: 'log', doc: 'doc1', entry }, { kind: 'answer', doc: 'doc1', call: 'doc1:1', output: 'done', ok: true }];
  });
  start();
  const kit = port();
  kit.say(inputs(open, request));
  assert.deepEqual(kept, [record]);
  assert.ok(told[0]?.kind === 'open' && told[0].tab === 7, 'the tab is the browser\'s word, not the kit\'s');
  assert.deepEqual(switchboard.docsOf(7), ['doc1']);
  switchboard.tell({ kind: 'decided', doc: 'doc1', call: 'doc1:1', request: 'ap-1', decision: 'allow' });
  assert.deepEqual(log, [entry]);
  const last = kit.sent.at(-1);
  assert.ok(last?.kind === 'effects' && last.id === 0 && last.body.effects[0]?.kind === 'answer');
});

test('a call that may not be made is answered without the core', () => {
  const { start, port, told } = board();
  start();
  const kit = port();
  kit.say(inputs(open, { ...request, input: 'too much' }));
  assert.deepEqual(told.map(({ kind }) => kind), ['open']);
  assert.deepEqual(kit.sent[0]?.body, { effects: [{ kind: 'answer', doc: 'doc1', call: 'doc1:1', output: 'fault denied', ok: false }] });
});

test('after a trap all ports close, once this turn has gone out', async () => {
  const { switchboard, start, port } = board((message) => {
    if (message.kind !== 'request') return [];
    switchboard.drop();
    return [{ kind: 'answer', doc: 'doc1', call: 'doc1:1', output: 'fault internal', ok: false }];
  });
  start();
  const kit = port();
  const other = port({ ...KIT, documentId: 'D2' });
  kit.say(inputs(open, request));
  await Promise.resolve();
  const last = kit.sent.at(-1);
  assert.ok(last?.kind === 'effects' && last.body.effects[0]?.kind === 'answer');
  assert.deepEqual([kit.open, other.open], [false, false]);
});
