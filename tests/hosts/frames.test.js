/**
 * Kits in frames, as the worker sees them: who stands where, who may say what, and whose steps go where.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Frames } from '../../extension/background/frames.js';
import { Relays } from '../../extension/background/relays.js';
import { Switchboard } from '../../extension/background/switchboard.js';
import { MemoryPort } from './memory.js';

/** @import { Message } from '../../extension/shared/core.js' */
/** @import { Effect } from '../../extension/shared/protocol' */
/** @import { ToKit } from '../../extension/shared/wire.js' */

const ID = 'ours';
const TOP = { id: ID, url: 'https://shop.test/', frameId: 0, documentId: 'D0', tab: { id: 7 } };
const INNER = { id: ID, url: 'https://pay.test/', origin: 'https://pay.test', frameId: 5, documentId: 'D5', tab: { id: 7 } };

/** @param {Partial<{ doc: string, tab: number, origin: string }>} [other] */
const kit = (other) => ({ doc: 'pay', tab: 7, origin: 'https://pay.test', ...other });
const ELEMENT = { doc: 'shop', handle: 12 };

/** @param {(frames: Frames) => void} wake What the frames of the tab say when they are asked. */
function framesThat(wake) {
  /** @type {Frames} */
  const frames = new Frames(() => wake(frames));
  return frames;
}

test('a frame is found by the nonce that it and the kit around it say, in any order', async () => {
  const one = framesThat((frames) => {
    frames.here(kit(), 'n1');
    frames.located(7, ELEMENT, 'n1');
  });
  const framed = [{ doc: 'pay', within: 'shop', handle: 12, origin: 'https://pay.test' }];
  assert.deepEqual(await one.search(7, [ELEMENT]), framed);
  const other = framesThat((frames) => {
    frames.located(7, ELEMENT, 'n1');
    frames.here(kit(), 'n1');
  });
  assert.deepEqual(await other.search(7, [ELEMENT]), framed);
});

test('what was not asked for, is in another tab or says a nonce of another is not found', async () => {
  const frames = framesThat((frames) => {
    frames.here(kit({ tab: 8 }), 'elsewhere');
    frames.located(7, ELEMENT, 'elsewhere');
    frames.here(kit(), 'mine');
    frames.here(kit({ doc: 'thief', origin: 'https://evil.test' }), 'mine');
    frames.located(7, { doc: 'shop', handle: 99 }, 'mine');
    frames.located(7, ELEMENT, 'made up');
  });
  assert.deepEqual(await frames.search(7, [ELEMENT]), []);
  assert.deepEqual((await frames.search(7, [{ doc: 'shop', handle: 99 }])).map(({ doc }) => doc), ['pay']);
});

test('nonces that no kit ever says do not pile up', async () => {
  const frames = framesThat((frames) => frames.here(kit(), 'n1'));
  frames.located(7, ELEMENT, 'n1');
  for (let n = 0; n < 100_000; n++) frames.located(7, ELEMENT, `made up ${n}`);
  assert.deepEqual(await frames.search(7, [ELEMENT]), [], 'the oldest are forgotten');
  frames.located(7, ELEMENT, 'n1');
  for (let n = 0; n < 100_000; n++) frames.located(8, ELEMENT, `made up ${n}`);
  assert.equal((await frames.search(7, [ELEMENT])).length, 1, 'and no flood reaches those that are known');
});

/** @type {Extract<Effect, { kind: 'perform' }>} */
const STEP = {
  kind: 'perform', doc: 'shop', call: 'shop:1', plan: 'secret plan', parting: 'secret parting', frame: 'pay',
  step: { id: 'shop:1/0.0', target: { handle: 3, checks: [] }, act: { verb: 'click' } },
};

test('a step is its call’s and its frame’s alone, and is handed over once', () => {
  const relays = new Relays();
  relays.note(STEP);
  relays.note({ ...STEP, frame: null, step: { ...STEP.step, id: 'own' } });
  assert.equal(relays.of('own', 'shop'), null);
  assert.equal(relays.of(STEP.step.id, 'evil'), null);
  assert.equal(relays.of(STEP.step.id, 'shop'), STEP);
  assert.equal(relays.done(STEP.step.id, 'evil'), null);
  assert.equal(relays.done(STEP.step.id, 'pay'), STEP);
  assert.equal(relays.done(STEP.step.id, 'pay'), null);
  relays.note(STEP);
  assert.deepEqual(relays.drop('pay'), [STEP]);
  assert.equal(relays.of(STEP.step.id, 'shop'), null);
});

let lastId = 0;
/** @param {unknown[]} messages */
const inputs = (...messages) => ({ v: 1, id: ++lastId, kind: 'inputs', body: { messages } });

/** @param {(message: Message) => Effect[]} take */
function board(take) {
  /** @type {Message[]} */
  const told = [];
  const nothing = () => {};
  const switchboard = new Switchboard(ID, { admit: () => null, watch: nothing, log: nothing, scripts: { take: nothing }, tabs: () => {}, taint: nothing, record: nothing, completed: (_client, message) => [message] });
  switchboard.start({
    take(message) {
      told.push(message);
      return take(message);
    },
  });
  /** @param {object} sender */
  const port = (sender) => {
    /** @type {MemoryPort<ToKit>} */
    const made = new MemoryPort(sender);
    switchboard.accept(made);
    return made;
  };
  return { port, told };
}

/** @param {MemoryPort<ToKit>} port */
const effectsAt = (port) => port.sent.flatMap((message) => (message.kind === 'effects' ? message.body.effects : []));

test('a step goes to the frame as the core made it, and what came of it to its call’s kit', async () => {
  const { port, told } = board((message) => (message.kind === 'request' ? [STEP] : []));
  const [top, inner] = [port(TOP), port(INNER)];
  inner.say(inputs({ kind: 'here', doc: 'pay', nonce: 'n1' }));
  top.say(inputs({ kind: 'open', doc: 'shop', url: 'https://shop.test/', ledger: [] }, { kind: 'request', doc: 'shop', call: 'shop:1', input: {}, look: false, journal: null, now: 0 }));
  assert.deepEqual(effectsAt(inner), [], 'not before the plan is written');
  // A kit cannot make a step, nor change one.
  top.say(inputs({ kind: 'go', doc: 'shop', call: 'shop:1', step: 'made up' }, { kind: 'go', doc: 'shop', call: 'shop:1', step: STEP.step.id }));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(effectsAt(inner), [{ ...STEP, doc: 'pay', plan: '', parting: '' }]);
  const outcome = { kind: 'done', value: null, reverted: false };
  inner.say(inputs({ kind: 'outcome', doc: 'pay', call: 'shop:1', step: STEP.step.id, outcome }));
  assert.deepEqual(effectsAt(top).at(-1), { kind: 'relayed', doc: 'shop', call: 'shop:1', step: STEP.step.id, outcome });
  assert.ok(!told.some(({ kind }) => kind === 'outcome'), 'the call’s kit tells the core, with its journal');
});

test('a kit in a frame may say what it has seen and done, and nothing else', () => {
  const { port, told } = board(() => []);
  const inner = port(INNER);
  inner.say(inputs(
    { kind: 'here', doc: 'pay', nonce: 'n1' },
    { kind: 'open', doc: 'pay', url: 'https://pay.test/', ledger: [] },
    { kind: 'request', doc: 'pay', call: 'pay:1', input: {}, look: false, journal: null, now: 0 },
    { kind: 'frames', doc: 'shop', framed: [{ doc: 'pay', within: 'shop', handle: 1, origin: 'https://shop.test' }] },
    { kind: 'decided', doc: 'shop', call: 'shop:1', request: 'ap-1', decision: 'allow' },
    { kind: 'policy', policy: { host: 'extension', rules: [] } },
    { kind: 'go', doc: 'pay', call: 'pay:1', step: 'x' },
    { kind: 'here', doc: 'other', nonce: 'n2' },
  ));
  assert.deepEqual(told, []);
  inner.say(inputs({ kind: 'settled', doc: 'pay', call: 'shop:1', quiet: true, heard: [], place: 0, leaving: null }));
  assert.deepEqual(told.map(({ kind }) => kind), ['settled']);
  // A top document is no frame, whatever it says.
  const top = port(TOP);
  top.say(inputs({ kind: 'here', doc: 'shop', nonce: 'n3' }, { kind: 'settled', doc: 'shop', call: 'x:1', quiet: true, heard: [], place: 0, leaving: null }));
  assert.equal(told.length, 1);
});

test('a frame that went away is told to the core and to whom waits for it', async () => {
  const { port, told } = board((message) => (message.kind === 'request' ? [STEP] : message.kind === 'cancel' ? [{ kind: 'capture', doc: 'gone', since: 0, closed: false }] : []));
  const [top, inner] = [port(TOP), port(INNER)];
  inner.say(inputs({ kind: 'here', doc: 'pay', nonce: 'n1' }));
  top.say(inputs({ kind: 'open', doc: 'shop', url: 'https://shop.test/', ledger: [] }, { kind: 'request', doc: 'shop', call: 'shop:1', input: {}, look: false, journal: null, now: 0 }));
  inner.end();
  const last = effectsAt(top).at(-1);
  assert.ok(last?.kind === 'relayed' && last.outcome.kind === 'failed');
  assert.deepEqual(told.at(-1), { kind: 'close', doc: 'pay' });
  // Facts that nobody can send any more are not waited for.
  top.say(inputs({ kind: 'cancel', doc: 'shop', call: 'shop:1' }));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(told.at(-1), { kind: 'close', doc: 'gone' });
});
