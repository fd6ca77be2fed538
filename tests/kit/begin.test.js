/**
 * How a call comes to the core: once, after what the page offers, and not at all where it is over before.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBrowser } from './lib/page.js';

const browser = withBrowser();
/** @type {typeof browser.inPage} */
const inPage = (html, script) => browser.inPage(html, script);
const BUTTON = '<button>Go</button>';

test('a look at what the page offers that fails takes no call with it', async () => {
  const { result } = await inPage('', async (core) => {
    core.look = () => Promise.reject(new Error('a getter of the page'));
    const { call, answer } = await core.call();
    core.say({ kind: 'answer', doc: core.doc, call, output: 'the page', ok: true });
    return answer;
  });
  assert.equal(result, 'the page');
});

test('a call that is cancelled before the core has heard of it is never told, and ends at once', async () => {
  const { result } = await inPage('', async (core) => {
    let looked = () => {};
    core.look = () => new Promise((resolve) => (looked = resolve));
    const controller = new AbortController();
    const answers = [core.kit.run({}, AbortSignal.abort()), core.kit.run({}, controller.signal)];
    controller.abort();
    const said = await Promise.all(answers);
    looked();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { said, posted: core.posted.map((message) => message.kind) };
  });
  for (const said of result.said) assert.match(said, /^fault cancelled {2}.*Nothing was done/);
  assert.deepEqual(result.posted, []);
});

test('a call that is still looking when the link comes up is asked for once', async () => {
  const { result } = await inPage('', async (core) => {
    const first = await core.call();
    let looked = () => {};
    core.look = () => new Promise((resolve) => (looked = resolve));
    const second = core.kit.run({ path: 'second' });
    core.down();
    const from = core.posted.length;
    // The first is told to the next core; the second is not ready yet.
    await core.heard('request', from);
    looked();
    await core.heard('request', core.posted.length);
    core.say({ kind: 'answer', doc: core.doc, call: first.call, output: 'x', ok: true }, { kind: 'answer', doc: core.doc, call: `${core.doc}:2`, output: 'y', ok: true });
    return { answers: [await first.answer, await second], requests: core.posted.slice(from).flatMap((message) => (message.kind === 'request' ? [message.call] : [])), doc: core.doc };
  });
  assert.deepEqual(result.answers, ['x', 'y']);
  assert.deepEqual(result.requests, [`${result.doc}:1`, `${result.doc}:2`]);
});

test('a call whose page is left while it looks is answered and never told', async () => {
  const { result } = await inPage('', async (core) => {
    let looked = () => {};
    core.look = () => new Promise((resolve) => (looked = resolve));
    const answer = core.kit.run({});
    core.kit.close();
    looked();
    return { answer: await answer, posted: core.posted.map((message) => message.kind) };
  });
  assert.match(result.answer, /^fault unavailable/);
  assert.deepEqual(result.posted, []);
});

test('what the page offers without end goes to the core in a measured pace, the latest of each, and before what needs it', async () => {
  const { result } = await inPage(BUTTON, async (core) => {
    const { call, answer } = await core.call();
    const from = core.posted.length;
    const node = (/** @type {number} */ n) => ({ summary: `turn ${n}` });
    const until = performance.now() + 500;
    let told = 0;
    while (performance.now() < until) {
      // A task each, as a page with timers does it.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(undefined);
        port2.postMessage(0);
      });
      told += 1;
      core.offer({ kind: 'published', name: 'clock', node: node(told) });
    }
    core.say(core.step(call, 'button', { verb: 'click' }));
    await core.heard('outcome', from);
    const posted = core.posted.slice(from);
    const offers = posted.flatMap((message) => (message.kind === 'published' ? [message.node] : []));
    core.say({ kind: 'answer', doc: core.doc, call, output: 'x', ok: true });
    await answer;
    return { told, count: offers.length, last: offers.at(-1), expected: node(told), order: posted.map((message) => message.kind).slice(-2) };
  });
  assert.ok(result.told > 500, `${result.told} offers were made`);
  assert.ok(result.count <= 15, `${result.count} of them were told`);
  assert.deepEqual(result.last, result.expected);
  assert.deepEqual(result.order, ['published', 'outcome']);
});
