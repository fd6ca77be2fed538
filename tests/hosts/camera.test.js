/**
 * The worker's side of pictures: who may have one, of which tab, how often, and that nothing is shown that was to be hidden.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Camera } from '../../extension/background/camera.js';

/** @import { Area } from '../../extension/page/picture.js' */

const PLACE = { origin: 'https://shop.test', tab: 7, document: 'D1', frame: false, address: 'https://shop.test/' };
const SHOT = { area: [0, 0, 1, 1], covers: [[0, 0, 0.5, 0.5]], frames: false, wide: 800 };
const TAKEN = { data: 'AAAA', mimeType: 'image/webp', width: 4, height: 3, bytes: 3 };

/** A browser that writes down what it is told. */
function fake() {
  const state = { now: 10_000, front: /** @type {number | null} */ (1), turned: false, shown: false, fails: false, told: /** @type {string[]} */ ([]), covers: /** @type {Area[][]} */ ([]) };
  const camera = new Camera({
    frontOf: async () => state.front,
    async photograph() {
      state.told.push(`photo at ${state.now}`);
      if (state.fails) throw new Error('no permission');
      return 'data:';
    },
    watchTurns: () => () => state.turned,
    async hideFrames() {
      state.told.push('hide');
      return async () => void state.told.push('show');
    },
    async develop(_address, _area, covers) {
      state.covers.push(covers);
      return TAKEN;
    },
    async pause(ms) {
      state.now += ms;
    },
    now: () => state.now,
  });
  return { state, camera };
}

test('only for a document whose core wants one, and only as often as a page may move meanwhile', async () => {
  const { camera, state } = fake();
  assert.equal(await camera.take(PLACE, SHOT), 'nobody has allowed it');
  camera.allow(PLACE);
  assert.equal(await camera.take({ ...PLACE, document: 'D2' }, SHOT), 'nobody has allowed it');
  for (let at = 0; at < 3; at++) assert.deepEqual(await camera.take(PLACE, SHOT), TAKEN);
  assert.equal(await camera.take(PLACE, SHOT), 'nobody has allowed it');
  assert.equal(state.covers.length, 3);
  assert.deepEqual(state.covers[0], SHOT.covers);
});

test('never more than two a second, whoever asks', async () => {
  const { camera, state } = fake();
  camera.allow(PLACE);
  camera.allow({ ...PLACE, document: 'D2', tab: 8 });
  await Promise.all([camera.take(PLACE, SHOT), camera.take({ ...PLACE, document: 'D2', tab: 8 }, SHOT), camera.take(PLACE, SHOT)]);
  assert.deepEqual(state.told, ['photo at 10000', 'photo at 10510', 'photo at 11020']);
});

test('a tab in the background, a turn to another one, a browser that refuses: said, and nothing given', async () => {
  const { camera, state } = fake();
  camera.allow(PLACE);
  state.front = null;
  assert.match(String(await camera.take(PLACE, SHOT)), /only a tab in front/);
  assert.deepEqual(state.told, []);
  state.front = 1;
  state.turned = true;
  assert.equal(await camera.take(PLACE, SHOT), 'the person turned to another tab');
  state.turned = false;
  state.fails = true;
  assert.equal(await camera.take(PLACE, SHOT), 'the browser gives none of this page');
  assert.equal(state.covers.length, 0);
});

test('frames are hidden before, and shown again whatever happens', async () => {
  const { camera, state } = fake();
  camera.allow(PLACE);
  state.fails = true;
  await camera.take(PLACE, { ...SHOT, frames: true });
  assert.deepEqual(state.told, ['hide', 'photo at 10000', 'show']);
});

test('what is no measure is not taken', async () => {
  const { camera, state } = fake();
  for (const shot of [null, {}, { ...SHOT, area: [0, 0, 2, 1] }, { ...SHOT, area: [0, 0, NaN, 1] }, { ...SHOT, covers: [[0, 0, 1]] }, { ...SHOT, covers: Array.from({ length: 1_001 }, () => [0, 0, 0, 0]) }]) {
    camera.allow(PLACE);
    assert.match(String(await camera.take(PLACE, shot)), /more to be hidden/);
  }
  assert.deepEqual(state.told, []);
});
