/**
 * The core's wrapper: every call gets an answer, whatever the core does.
 */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { absentCore, Core } from '../../extension/shared/core.js';
import { POLICY } from './memory.js';

/** @import { Effect } from '../../extension/shared/protocol' */
/** @import { Message } from '../../extension/shared/core.js' */

/** @typedef {Extract<Message, { kind: 'request' }>} Request */

/** @type {(call: string, input?: unknown) => Request} */
const request = (call, input = {}) => ({
  kind: 'request', doc: 'd', call, input: /** @type {Request['input']} */ (input), look: false, journal: null, now: 0, began: 0,
});

/**
 * A core whose engines do what `take` says.
 * @param {(message: Message, engine: number) => Effect[]} take
 */
function withEngine(take) {
  let engines = 0;
  let renewed = 0;
  let traps = 0;
  class Engine {
    number = ++engines;
    /** @param {unknown} message */
    input(message) {
      return { effects: take(/** @type {Message} */ (message), this.number), refused: null };
    }
    /** @param {unknown} head @param {Uint32Array} nodes @param {string} text */
    facts(head, nodes, text) {
      return this.input({ kind: 'facts', head, nodes, text });
    }
  }
  const core = new Core({ Engine, renew: () => void renewed++ }, () => void traps++);
  return { core, seen: () => ({ engines, renewed, traps }) };
}

const trap = () => {
  throw new WebAssembly.RuntimeError('unreachable');
};

/** @type {Effect} */
const perform = {
  kind: 'perform', doc: 'd', call: 'd:1', plan: 'p', frame: null, parting: '',
  step: { id: 'd:1/1', target: { handle: 1, checks: [] }, act: { verb: 'click' } },
};

test('a trap answers the call that caused it and starts a new core with the same policy', () => {
  /** @type {string[]} */
  const taken = [];
  const { core, seen } = withEngine((message, engine) => {
    taken.push(`${engine} ${message.kind}`);
    return message.kind === 'request' && message.call === 'd:1' ? trap() : [];
  });
  core.setPolicy(POLICY);
  const effects = core.take(request('d:1'));
  assert.equal(effects.length, 1);
  const [answer] = effects;
  assert.ok(answer?.kind === 'answer' && answer.call === 'd:1' && !answer.ok);
  assert.match(answer.output, /^fault internal  .*Nothing was done\.$/);
  assert.deepEqual(seen(), { engines: 1, renewed: 1, traps: 1 });
  assert.deepEqual(core.take(request('d:2')), []);
  assert.deepEqual(taken, ['1 policy', '1 request', '2 policy', '2 request']);
});

test('a trap after a step says that something may have been done', () => {
  const { core } = withEngine((message) => (message.kind === 'request' ? [perform] : trap()));
  core.take(request('d:1', { format: 'json' }));
  const [answer] = core.take({ kind: 'settled', doc: 'd', call: 'd:1', quiet: true, heard: [], place: 0, leaving: null });
  assert.ok(answer?.kind === 'answer');
  const said = JSON.parse(answer.output);
  assert.equal(said.fault.code, 'internal');
  assert.equal(said.isError, true);
  assert.match(said.fault.message, /may have been done/);
});

test('a trap on facts answers all calls of that document and no others', () => {
  const { core } = withEngine((message) => (message.kind === 'facts' ? trap() : []));
  core.take(request('d:1'));
  core.take(request('d:2'));
  core.take({ ...request('e:1'), doc: 'e' });
  const head = { doc: 'd', rev: 1, base: 0, part: 0, parts: 1, url: '', title: '', lang: '', ready: '', active: 0 };
  const effects = core.take({ kind: 'facts', head, nodes: new Uint32Array(), text: '' });
  assert.deepEqual(effects.map((effect) => effect.kind === 'answer' && effect.call), ['d:1', 'd:2']);
});

test('a message that the core refuses ends its call there too', (t) => {
  t.mock.method(console, 'error', () => {});
  /** @type {string[]} */
  const cancelled = [];
  class Engine {
    /** @param {unknown} message */
    input(message) {
      const input = /** @type {Message} */ (message);
      if (input.kind === 'cancel') {
        cancelled.push(input.call);
        return { effects: [{ kind: 'answer', doc: 'd', call: input.call, output: 'fault cancelled', ok: false }], refused: null };
      }
      return { effects: [], refused: input.kind === 'settled' ? 'missing field `quiet`' : null };
    }
    facts() {
      return { effects: [], refused: null };
    }
  }
  const core = new Core({ Engine, renew: mock.fn() }, mock.fn());
  core.take(request('d:1'));
  const effects = core.take(/** @type {Message} */ (/** @type {unknown} */ ({ kind: 'settled', doc: 'd', call: 'd:1' })));
  assert.equal(effects.length, 1);
  assert.ok(effects[0]?.kind === 'answer' && effects[0].output.startsWith('fault internal'));
  assert.deepEqual(cancelled, ['d:1']);
});

test('an input that would exhaust the stack never reaches the core', () => {
  const { core, seen } = withEngine(() => []);
  /** @type {Record<string, unknown>} */
  let deep = {};
  for (let level = 0; level < 100_000; level++) deep = { deep };
  const [answer] = core.take(request('d:1', deep));
  assert.ok(answer?.kind === 'answer' && answer.output.startsWith('fault too_large  '));
  /** @type {Record<string, unknown>} */
  const cyclic = {};
  cyclic.a = cyclic.b = cyclic;
  const [second] = core.take(request('d:2', cyclic));
  assert.ok(second?.kind === 'answer' && second.output.startsWith('fault too_large  '));
  assert.equal(seen().engines, 0);
  assert.deepEqual(core.take(request('d:3', { path: 'page', args: [[[1]]] })), []);
});

test('what stands in for an absent core answers with the reason', () => {
  const core = absentCore('No core here.');
  assert.deepEqual(core.take({ kind: 'open', doc: 'd', url: 'https://a.test/', ledger: [], events: '', carried: false, tab: null, origin: null }), []);
  const [answer] = core.take(request('d:1'));
  assert.ok(answer?.kind === 'answer' && answer.output === 'fault unavailable  No core here.' && !answer.ok);
});
