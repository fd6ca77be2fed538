/**
 * What the hosts do in a page: agree who registers, talk between script worlds, answer JS dialogs.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerChannel, takeChannel } from '../../extension/shared/channel.js';
import { Dialogs } from '../../extension/shared/dialogs.js';
import { answerWho, claim, onClaim, who } from '../../extension/shared/meet.js';

/** A document as far as events go. @returns {Document} */
const fakeDocument = () => /** @type {Document} */ (/** @type {unknown} */ (new EventTarget()));

/** A window with a document that makes elements which take events. @returns {Window & typeof globalThis} */
function fakeWindow() {
  class MouseEvent extends Event {
    /** @type {EventTarget | null} */
    #related;
    /** @param {string} type @param {{ relatedTarget?: EventTarget }} [init] */
    constructor(type, init = {}) {
      super(type);
      this.#related = init.relatedTarget ?? null;
    }
    get relatedTarget() {
      return this.#related;
    }
  }
  const document = Object.assign(new EventTarget(), { createElement: () => new EventTarget() });
  const window = { document, EventTarget, Event, CustomEvent, MouseEvent };
  return /** @type {Window & typeof globalThis} */ (/** @type {unknown} */ (window));
}

test('who asks is answered in the same turn, or nobody is there', () => {
  const document = fakeDocument();
  assert.equal(who(document, 'page'), null);
  const stop = answerWho(document, 'extension');
  assert.equal(who(document, 'page'), 'extension');
  answerWho(document, 'page');
  assert.equal(who(document, 'page'), 'extension', 'the extension wins');
  stop();
  assert.equal(who(document, 'page'), 'page');
});

test('claims of every version are heard; forged and broken ones are not', () => {
  const document = fakeDocument();
  /** @type {string[]} */
  const heard = [];
  const stop = onClaim(document, (host) => void heard.push(host));
  claim(document, 'extension');
  for (const detail of [null, {}, 'x', '{}', '{"host":"extension"}', '{"v":"2","host":"extension"}', '{"v":1,"host":"other"}', `{"v":1,"host":"page","x":"${'x'.repeat(300)}"}`, 'null']) {
    document.dispatchEvent(new CustomEvent('onecall:claim', { detail }));
  }
  document.dispatchEvent(new Event('onecall:claim'));
  assert.deepEqual(heard, ['extension']);
  document.dispatchEvent(new CustomEvent('onecall:claim', { detail: '{"v":7,"host":"page","later":[1]}' }));
  assert.deepEqual(heard, ['extension', 'page'], 'a newer build says what it is in the same words');
  stop();
  claim(document, 'extension');
  assert.equal(heard.length, 2);
});

for (const first of ['isolated', 'main']) {
  test(`the two worlds find each other when the ${first} one starts first`, async () => {
    const window = fakeWindow();
    /** @type {string[]} */
    const heard = [];
    const isolated = () => offerChannel(window, (kind, body) => void heard.push(`up ${kind} ${JSON.stringify(body)}`));
    const main = () => takeChannel(window, (kind, body) => void heard.push(`down ${kind} ${JSON.stringify(body)}`));
    const early = first === 'isolated' ? isolated() : main();
    if (first === 'isolated') assert.equal(early.send('x'), false, 'nobody is there yet');
    const late = first === 'isolated' ? main() : isolated();
    const [up, down] = first === 'isolated' ? [late, early] : [early, late];
    await Promise.resolve();
    heard.length = 0;
    assert.equal(down.send('arm', { a: 1 }), true);
    assert.equal(up.send('heard', []), true);
    assert.deepEqual(heard, ['down arm {"a":1}', 'up heard []'], 'in the same turn');
  });
}

test('the page can put no other element in the channel’s place', async () => {
  const window = fakeWindow();
  const isolated = offerChannel(window, () => {});
  /** @type {string[]} */
  const heard = [];
  takeChannel(window, (kind) => void heard.push(kind));
  const forged = new EventTarget();
  const { MouseEvent } = /** @type {{ MouseEvent: typeof globalThis.MouseEvent }} */ (window);
  window.document.dispatchEvent(new MouseEvent('onecall:channel', { relatedTarget: forged }));
  forged.dispatchEvent(new CustomEvent('down', { detail: '{"v":1,"kind":"arm"}' }));
  assert.deepEqual(heard, []);
  isolated.send('arm');
  assert.deepEqual(heard, ['arm']);
});

test('after `bye` the channel can be taken over by a new content script', async () => {
  const window = fakeWindow();
  /** @type {string[]} */
  const heard = [];
  const old = offerChannel(window, () => {});
  takeChannel(window, (kind) => void heard.push(kind));
  old.send('bye');
  const next = offerChannel(window, () => {});
  old.send('arm');
  next.send('disarm');
  assert.deepEqual(heard, ['bye', 'disarm']);
});

/** @param {unknown[]} frames */
function dialogWindow(frames = []) {
  /** @type {string[]} */
  const shown = [];
  const window = {
    frames,
    alert: (/** @type {unknown} */ text) => void shown.push(`alert ${text}`),
    confirm: (/** @type {unknown} */ text) => shown.push(`confirm ${text}`) > 0,
    prompt: (/** @type {unknown} */ text) => (shown.push(`prompt ${text}`), 'typed'),
  };
  return { window, shown };
}

test('dialogs are answered while an act runs and are the person’s at other times', () => {
  const frame = dialogWindow();
  const foreign = { get alert() { throw new DOMException('cross-origin', 'SecurityError'); } };
  const { window, shown } = dialogWindow([frame.window, foreign]);
  const dialogs = new Dialogs(/** @type {Window} */ (/** @type {unknown} */ (window)));
  assert.equal(window.confirm('before'), true);
  dialogs.arm();
  assert.equal(window.alert('a'), undefined);
  assert.equal(window.confirm('b'), false);
  assert.equal(window.prompt('c'), null);
  assert.equal(frame.window.confirm('d'), false);
  dialogs.arm();
  dialogs.disarm();
  assert.equal(window.confirm('e'), false, 'another act still runs');
  dialogs.disarm();
  assert.equal(window.confirm('after'), true);
  assert.equal(window.prompt('after'), 'typed');
  assert.deepEqual(shown, ['confirm before', 'confirm after', 'prompt after']);
  assert.deepEqual(frame.shown, []);
  assert.deepEqual(dialogs.take().map(({ from, text }) => ({ from, text })), [
    { from: 'js:alert', text: 'a' },
    { from: 'js:confirm', text: 'b' },
    { from: 'js:prompt', text: 'c' },
    { from: 'js:confirm', text: 'd' },
    { from: 'js:confirm', text: 'e' },
  ]);
  assert.deepEqual(dialogs.take(), []);
});

test('an act whose end is lost gives the dialogs back all the same; floods are bounded', (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  const { window } = dialogWindow();
  const dialogs = new Dialogs(/** @type {Window} */ (/** @type {unknown} */ (window)));
  dialogs.arm();
  for (let count = 0; count < 100; count++) window.alert('x'.repeat(5_000));
  window.alert({ toString() { throw new Error('no'); } });
  const heard = dialogs.take();
  assert.equal(heard.length, 20);
  assert.equal(heard[0]?.text.length, 1_000);
  t.mock.timers.tick(31_000);
  assert.equal(window.confirm('later'), true);
});
