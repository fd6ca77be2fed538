/**
 * The kit's links: over a port to the worker, and to a core in the page.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PortLink } from '../../extension/content/port.js';
import { PORT, REPLY_MS } from '../../extension/shared/wire.js';
import { PageLink } from '../../www/src/link.js';
import { MemoryPort, REQUEST } from './memory.js';

/** @import { Message } from '../../extension/shared/core.js' */
/** @import { Effect } from '../../extension/shared/protocol' */
/** @import { ToWorker } from '../../extension/shared/wire.js' */

/** @type {Message} */
const open = { kind: 'open', doc: 'd', url: 'https://a.test/', ledger: [], events: '', carried: false, tab: null, origin: null };
/** @type {Effect} */
const capture = { kind: 'capture', doc: 'd', since: 0, closed: false };
const turn = () => new Promise((resolve) => setImmediate(resolve));

function portLink() {
  /** @type {Array<MemoryPort<ToWorker>>} */
  const ports = [];
  let downs = 0;
  /** @type {import('../../extension/page/types.js').ToDo[]} */
  const effects = [];
  const link = new PortLink((name) => {
    assert.equal(name, PORT);
    /** @type {MemoryPort<ToWorker>} */
    const port = new MemoryPort();
    ports.push(port);
    return port;
  });
  link.onDown(() => void downs++);
  link.onEffects((list) => void effects.push(...list));
  return { link, ports, effects, downs: () => downs };
}

test('the port opens with the first message and carries one message a turn', async () => {
  const { link, ports } = portLink();
  assert.equal(link.up(), false);
  link.post([]);
  assert.equal(ports.length, 0);
  link.post([open]);
  link.post([{ kind: 'elapsed', doc: 'd', call: 'd:1', now: 0, tag: 0 }]);
  assert.equal(link.up(), true);
  await turn();
  assert.deepEqual(ports[0]?.sent.map(({ kind }) => kind), ['hello', 'inputs']);
  const inputs = ports[0]?.sent[1];
  assert.ok(inputs?.kind === 'inputs');
  assert.deepEqual(inputs.body.messages.map(({ kind }) => kind), ['open', 'elapsed']);
});

test('effects are given on; other messages are not taken for them', async () => {
  const { link, ports, effects } = portLink();
  link.post([open]);
  await turn();
  for (const message of [null, 5, { kind: 'effects', body: { effects: [capture] } }, { v: 2, id: 1, kind: 'effects', body: { effects: [capture] } }, { v: 1, id: 2, kind: 'effects', body: { effects: 'all' } }]) {
    ports[0]?.say(message);
  }
  assert.equal(effects.length, 0);
  ports[0]?.say({ v: 1, id: 2, kind: 'effects', body: { effects: [capture] } });
  assert.deepEqual(effects, [capture]);
});

test('without bytes in the channel, facts cross as plain numbers', async () => {
  const { link, ports } = portLink();
  link.post([open]);
  await turn();
  ports[0]?.say({ v: 1, id: 1, kind: 'ready', body: { typed: false } });
  const head = { doc: 'd', rev: 1, base: 0, part: 0, parts: 1, url: '', title: '', lang: '', ready: '', active: 0 };
  link.post([{ kind: 'facts', head, nodes: Uint32Array.of(1, 2), text: '' }]);
  await turn();
  const last = ports[0]?.sent.at(-1);
  assert.ok(last?.kind === 'inputs');
  const [facts] = last.body.messages;
  assert.ok(facts?.kind === 'facts' && Array.isArray(facts.nodes));
});

test('large facts go in messages of their own, in order', async () => {
  const { link, ports } = portLink();
  const head = { doc: 'd', rev: 1, base: 0, part: 0, parts: 1, url: '', title: '', lang: '', ready: '', active: 0 };
  /** @type {(words: number) => Message} */
  const facts = (words) => ({ kind: 'facts', head, nodes: new Uint32Array(words), text: '' });
  link.post([open, facts(10), facts(262_144), facts(262_144), facts(5), { kind: 'elapsed', doc: 'd', call: 'd:1', now: 0, tag: 0 }]);
  await turn();
  const sent = (ports[0]?.sent ?? []).flatMap((message) => (message.kind === 'inputs' ? [message.body.messages] : []));
  assert.deepEqual(
    sent.map((messages) => messages.map((message) => (message.kind === 'facts' ? message.nodes.length : message.kind))),
    [['open', 10], [262_144], [262_144], [5, 'elapsed']],
  );
});

test('the other end goes: told once, and the next message opens a new port', async () => {
  const { link, ports, downs } = portLink();
  link.post([open]);
  ports[0]?.end();
  ports[0]?.end();
  assert.equal(downs(), 1);
  assert.equal(link.up(), false);
  await turn();
  link.post([open]);
  await turn();
  assert.equal(ports.length, 2);
  assert.deepEqual(ports[1]?.sent.map(({ kind }) => kind), ['hello', 'inputs']);
  ports[0]?.say({ v: 1, id: 0, kind: 'effects', body: { effects: [capture] } });
});

test('a port that closed without a word is noticed when it is used', async () => {
  const { link, ports, downs } = portLink();
  link.post([open]);
  await turn();
  const [port] = ports;
  assert.ok(port);
  port.open = false;
  link.post([open]);
  await turn();
  assert.equal(downs(), 1);
});

test('a port that never replies is given up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { link, ports, downs } = portLink();
  link.post([open]);
  await turn();
  ports[0]?.say({ v: 1, id: 1, kind: 'ready', body: { typed: true } });
  t.mock.timers.tick(REPLY_MS - 1);
  assert.equal(downs(), 0);
  t.mock.timers.tick(1);
  assert.equal(downs(), 1);
  assert.equal(ports[0]?.open, false);
  link.post([open]);
  await turn();
  for (const id of [3, 4]) ports[1]?.say({ v: 1, id, kind: 'effects', body: { effects: [] } });
  t.mock.timers.tick(10 * REPLY_MS);
  assert.equal(downs(), 1);
});

test('an extension that is gone is an exception for whoever posts', () => {
  const link = new PortLink(() => {
    throw new Error('Extension context invalidated.');
  });
  assert.throws(() => link.post([open]));
  assert.equal(link.up(), false);
});

/** A person who does not answer. */
const nobody = /** @type {import('../../www/src/asker.js').Asker} */ (/** @type {unknown} */ ({ decide: async () => 'ask', follow() {} }));

test('in the page: a turn later, in order, and who is asked answers later', async () => {
  const link = new PageLink(nobody, () => Promise.reject(new Error('no script runs here')));
  /** @type {string[]} */
  const taken = [];
  link.core = {
    take(message) {
      taken.push(message.kind);
      if (message.kind === 'request') {
        return [{ kind: 'ask', doc: 'd', call: 'd:1', request: REQUEST }, capture];
      }
      return message.kind === 'decided' && message.decision === 'ask' ? [{ ...capture, since: 1 }] : [];
    },
  };
  /** @type {Effect[][]} */
  const effects = [];
  link.onEffects((list) => void effects.push(list));
  link.post([open]);
  link.post([{ kind: 'request', doc: 'd', call: 'd:1', input: {}, look: false, journal: null, now: 0, began: 0 }]);
  assert.deepEqual(taken, []);
  await turn();
  await turn();
  assert.deepEqual(taken, ['open', 'request', 'decided']);
  assert.deepEqual(effects, [[capture], [{ ...capture, since: 1 }]]);
});

test('in the page: a script whose interpreter cannot be loaded ends at once, and the next one tries again', async () => {
  let loads = 0;
  const link = new PageLink(nobody, () => {
    loads += 1;
    return Promise.reject(new Error('offline'));
  });
  /** @type {string[]} */
  const ended = [];
  /** @type {Extract<Effect, { kind: 'script' }>['work']} */
  const work = { do: 'start', source: '1', roots: [], start: 0, seed: 0, replies: [] };
  link.core = {
    take(message) {
      if (message.kind === 'scriptEnded') ended.push(String(message.end.error?.code));
      return message.kind === 'request' ? [{ kind: 'script', doc: 'd', call: message.call, work }] : [];
    },
  };
  for (const call of ['d:1', 'd:2']) {
    link.post([{ kind: 'request', doc: 'd', call, input: {}, look: false, journal: null, now: 0, began: 0 }]);
    await turn();
  }
  assert.deepEqual(ended, ['unavailable', 'unavailable']);
  assert.equal(loads, 2);
});

test('in the page: after a trap what the dying core said comes first, then the end of the link', async () => {
  const link = new PageLink(nobody, () => Promise.reject(new Error('no script runs here')));
  /** @type {string[]} */
  const seen = [];
  link.core = {
    take() {
      link.reset();
      return [capture];
    },
  };
  link.onEffects(() => void seen.push('effects'));
  link.onDown(() => void seen.push('down'));
  link.post([open, open]);
  await turn();
  assert.deepEqual(seen, ['effects', 'down']);
  assert.equal(link.up(), false);
});
