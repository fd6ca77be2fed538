/**
 * The built core as JavaScript hosts use it: replies of one shape, and a new core after a trap.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { Engine, initSync, renew, version } from '#core';
import { Core } from '../../extension/shared/core.js';
import { VERSION } from '../../extension/shared/wire.js';

/** @import { Reply } from '../../extension/shared/protocol' */

initSync({ module: readFileSync(new URL('../../extension/dist/onecall.wasm', import.meta.url)) });

const open = { kind: /** @type {const} */ ('open'), doc: 'd', url: 'https://a.test/', ledger: [], events: '', carried: false, tab: null, origin: null };
const request = { kind: /** @type {const} */ ('request'), doc: 'd', call: 'd:1', input: {}, look: false, journal: null, now: 0, began: 0 };

/** What traps: nesting that no stack holds. */
function deep() {
  let input = {};
  for (let level = 0; level < 200_000; level++) input = { input };
  return input;
}

test('the envelope and the core have the same version', () => {
  assert.equal(version(), VERSION);
});

test('effects are plain objects', () => {
  const engine = new Engine();
  engine.input(open);
  const reply = /** @type {Reply} */ (engine.input(request));
  assert.equal(reply.refused, null);
  const capture = reply.effects.find((effect) => effect.kind === 'capture');
  assert.deepEqual(structuredClone(capture), { kind: 'capture', doc: 'd', since: 0, closed: false });
});

test('objects without a prototype, and those of another realm, are read like any other', () => {
  const engine = new Engine();
  const foreign = /** @type {object} */ (runInNewContext(`(${JSON.stringify(request)})`));
  const bare = Object.assign(/** @type {object} */ (Object.create(null)), open);
  assert.equal(/** @type {Reply} */ (engine.input(bare)).refused, null);
  const reply = /** @type {Reply} */ (engine.input(foreign));
  assert.equal(reply.refused, null);
  assert.ok(reply.effects.some((effect) => effect.kind === 'capture'));
});

test('a message that cannot be read is refused with a reason, and nothing happens', () => {
  const engine = new Engine();
  for (const message of [{ kind: 'unknown' }, { ...request, now: 'soon' }, null, 5]) {
    const reply = /** @type {Reply} */ (engine.input(message));
    assert.deepEqual(reply.effects, []);
    assert.ok(reply.refused);
  }
});

test('after a trap there is a new core, from clean memory', () => {
  const engine = new Engine();
  assert.throws(() => engine.input({ ...request, input: deep() }));
  renew();
  const next = new Engine();
  next.input(open);
  assert.equal(/** @type {Reply} */ (next.input(request)).refused, null);
  assert.throws(() => engine.input(open), 'what belonged to the old one is not mistaken for the new one’s');
});

test('a trap behind the host’s own check answers its call', () => {
  let traps = 0;
  // Checks of the host itself would refuse such an input; here it comes from another side.
  class Trapping extends Engine {
    /**
     * @override
     * @param {unknown} message
     */
    input(message) {
      const { kind, call } = /** @type {{ kind: string, call?: string }} */ (message);
      return super.input(kind === 'request' && call === 'd:1' ? { ...request, input: deep() } : message);
    }
  }
  const core = new Core({ Engine: Trapping, renew }, () => void traps++);
  core.take(open);
  const [answer] = core.take(request);
  assert.ok(answer?.kind === 'answer' && answer.output.startsWith('fault internal  '));
  assert.equal(traps, 1);
  core.take(open);
  assert.ok(core.take({ ...request, call: 'd:2' }).some((effect) => effect.kind === 'capture'));
});
