/**
 * What the kit promises of calls: one answer each, no step twice, whatever happens to core and link.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBrowser } from './lib/page.js';

/** @import { TestWindow } from './lib/page.js' */

const browser = withBrowser();
const BUTTON = '<button onclick="log.push(\'clicked\')">Go</button>';

/** @type {typeof browser.inPage} */
const inPage = (html, script) => browser.inPage(html, script);

test('the first batch opens the document and asks', async () => {
  const { result } = await inPage('', async (core) => {
    void core.kit.run({ path: 'page', args: ['x'] });
    await core.heard('request');
    return { posted: core.posted, doc: core.doc, url: location.href };
  });
  const { doc, url } = result;
  const [open, request] = result.posted;
  assert.deepEqual(open, { kind: 'open', doc, url, ledger: [], events: '', carried: false, tab: null, origin: null });
  assert.ok(request?.kind === 'request');
  assert.deepEqual({ ...request, now: 0, began: 0 }, { kind: 'request', doc, call: `${doc}:1`, input: { path: 'page', args: ['x'] }, look: false, journal: null, now: 0, began: 0 });
  assert.ok(Math.abs(request.now - Date.now()) < 60_000);
});

test('nothing is watched before the first capture', async () => {
  const { result } = await inPage('', async (core) => {
    let observers = 0;
    const Native = window.MutationObserver;
    window.MutationObserver = class extends Native {
      /** @param {MutationCallback} callback */
      constructor(callback) {
        super(callback);
        observers += 1;
      }
    };
    void core.kit.run({});
    await core.heard('request');
    const before = observers;
    core.say({ kind: 'capture', doc: core.doc, since: 0, closed: false });
    await core.heard('facts');
    return [before, observers];
  });
  assert.deepEqual(result, [0, 1]);
});

test('facts: full, then deltas from a revision the kit knows, full again from any other', async () => {
  const { result } = await inPage('<p>a</p><div></div><script>document.querySelector("div").attachShadow({ mode: "open" }).innerHTML = "<b>in</b>"</script>', async (core) => {
    const { call, answer } = await core.call();
    /** @type {number[][]} */
    const heads = [];
    const take = async (/** @type {number} */ since) => {
      const from = core.posted.length;
      core.say({ kind: 'capture', doc: core.doc, since, closed: false });
      const { head, nodes } = await core.heard('facts', from);
      heads.push([head.base, head.rev, nodes.length > 0 ? 1 : 0]);
      return head.rev;
    };
    const first = await take(0);
    await take(first);
    document.querySelector('p')?.append('b');
    const second = await take(first);
    await take(first);
    document.querySelector('div')?.shadowRoot?.querySelector('b')?.append('more');
    await take(second + 1);
    core.say({ kind: 'answer', doc: core.doc, call, output: 'x', ok: true });
    await answer;
    return heads;
  });
  // [base, rev, has records]; call() captured once already.
  assert.deepEqual(result, [[0, 2, 1], [2, 2, 0], [2, 3, 1], [0, 4, 1], [4, 5, 1]]);
});

test('a new core gets ledger and journal, and a step that was done is not done again', async () => {
  const { result, log } = await inPage(BUTTON, async (core) => {
    const { call, answer } = await core.call({ path: 'x' });
    core.say({ kind: 'ledger', doc: core.doc, entry: 'one', all: false }, { kind: 'ledger', doc: core.doc, entry: 'two', all: false });
    const step = core.step(call, 'button', { verb: 'click' });
    core.say(step);
    const { outcome } = await core.heard('outcome');
    const from = core.posted.length;
    core.down();
    const request = await core.heard('request', from);
    const open = await core.heard('open', from);
    core.say(step);
    const again = await core.heard('outcome', from);
    core.say({ kind: 'answer', doc: core.doc, call, output: 'all done', ok: true });
    return { open, request, outcome, again, answer: await answer, step: step.step.id, plan: step.plan };
  });
  assert.deepEqual(result.open.ledger, ['one', 'two']);
  assert.deepEqual(result.request.journal, { plan: result.plan, outcomes: [[result.step, result.outcome]] });
  assert.deepEqual(result.again.outcome, result.outcome);
  assert.equal(result.answer, 'all done');
  assert.deepEqual(log, ['clicked']);
});

test('a new core gets full facts, also where it only waits for quiet', async () => {
  const { result } = await inPage(BUTTON, async (core) => {
    const { call, answer } = await core.call();
    core.say(core.step(call, 'button', { verb: 'click' }));
    await core.heard('outcome');
    const from = core.posted.length;
    core.down();
    await core.heard('request', from);
    core.say({ kind: 'settle', doc: core.doc, call, quiet: 10, most: 500 });
    await core.heard('settled', from);
    const { head } = await core.heard('facts', from);
    core.say({ kind: 'answer', doc: core.doc, call, output: 'x', ok: true });
    await answer;
    return head.base;
  });
  assert.equal(result, 0);
});

test('the core dies while a step runs, and asks for it again', async () => {
  const { result, log } = await inPage(BUTTON, async (core) => {
    const { call, answer } = await core.call();
    const from = core.posted.length;
    const step = core.step(call, 'button', { verb: 'click' });
    core.say(step);
    core.down();
    await core.heard('open', from);
    core.say(step);
    await core.heard('outcome', from);
    await new Promise((resolve) => setTimeout(resolve, 100));
    core.say({ kind: 'answer', doc: core.doc, call, output: 'x', ok: true });
    await answer;
    return core.posted.slice(from).map((message) => message.kind);
  });
  // The page had been read: its facts go along.
  assert.deepEqual(result, ['open', 'facts', 'request', 'outcome']);
  assert.deepEqual(log, ['clicked']);
});

test('the core dies with no call open: the next call opens the document again', async () => {
  const { result } = await inPage('', async (core) => {
    const { call, answer } = await core.call();
    core.say({ kind: 'answer', doc: core.doc, call, output: 'x', ok: true });
    await answer;
    const from = core.posted.length;
    core.down();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const quiet = core.posted.length - from;
    void core.kit.run({});
    await core.heard('request', from);
    return [quiet, ...core.posted.slice(from).map((message) => message.kind)];
  });
  assert.deepEqual(result, [0, 'open', 'facts', 'request']);
});

test('a core that cannot be reached', async () => {
  const { result } = await inPage('', async (core) => {
    core.broken = true;
    const text = await core.kit.run({ path: 'x' });
    const json = JSON.parse(await core.kit.run({ format: 'json' }));
    core.broken = false;
    const { call, answer } = await core.call();
    core.say({ kind: 'answer', doc: core.doc, call, output: 'back', ok: true });
    return { text, json, later: await answer };
  });
  assert.match(result.text, /^fault unavailable {2}.*Nothing was done.*\ntry {6}\{"path":"x"\}$/);
  assert.equal(result.json.fault.code, 'unavailable');
  assert.equal(result.json.isError, true);
  assert.equal(result.later, 'back');
});

test('cancelling stops before the next step', async () => {
  const { result, log } = await inPage(BUTTON, async (core) => {
    const controller = new AbortController();
    const answer = core.kit.run({}, controller.signal);
    const { call } = await core.heard('request');
    core.say({ kind: 'capture', doc: core.doc, since: 0, closed: false });
    controller.abort();
    await core.heard('cancel');
    core.say(core.step(call, 'button', { verb: 'click' }));
    const { outcome } = await core.heard('outcome');
    core.say({ kind: 'answer', doc: core.doc, call, output: 'cancelled, nothing done', ok: false });
    return { outcome, answer: await answer };
  });
  assert.ok(result.outcome.kind === 'refused');
  assert.equal(result.outcome.reason, 'cancelled');
  assert.equal(result.answer, 'cancelled, nothing done');
  assert.deepEqual(log, []);
});

test('a cancelled call that no core answers', async () => {
  const { result } = await inPage('', async (core) => {
    const controller = new AbortController();
    const answer = core.kit.run({}, controller.signal);
    await core.heard('request');
    controller.abort();
    return answer;
  });
  assert.match(result, /^fault cancelled {2}/);
});

test('a core that never answers: the kit\'s own deadline, a little after the call\'s', async () => {
  const kit = await browser.kit('');
  await kit.page.clock.install();
  const answer = kit.page.evaluate(() => /** @type {TestWindow} */ (window).core.kit.run({ timeout: 30 }));
  await kit.page.waitForFunction(() => /** @type {TestWindow} */ (window).core.posted.length === 2);
  await kit.page.clock.runFor(34_900);
  assert.equal(await kit.page.evaluate(() => /** @type {TestWindow} */ (window).core.kit.open), 1);
  await kit.page.clock.runFor(200);
  assert.match(await answer, /^fault timed_out {2}No answer within 30 s/);
  assert.equal(await kit.page.evaluate(() => /** @type {TestWindow} */ (window).core.kit.open), 0);
  await kit.close();
});

test('acts of two calls run one after the other', async () => {
  const { log } = await inPage(
    '<button onclick="log.push(\'a\')">A</button><div contenteditable style="min-height:20px" oninput="log.push(\'typed\')" onfocus="log.push(\'focus\')"></div>',
    async (core) => {
      const one = await core.call();
      const two = await core.call();
      core.say(core.step(one.call, 'div', { verb: 'editText', text: 'x', append: false }));
      core.say(core.step(two.call, 'button', { verb: 'click' }));
      const from = core.posted.length;
      const first = await core.heard('outcome', from);
      await core.heard('outcome', core.posted.indexOf(first) + 1);
    },
  );
  assert.deepEqual(log, ['focus', 'typed', 'a']);
});

test('timers, probes, and effects that are not for this document or no longer for this call', async () => {
  const { result } = await inPage(BUTTON, async (core) => {
    const { call, answer } = await core.call();
    core.say({ kind: 'answer', doc: 'another', call, output: 'not me', ok: true });
    core.say({ kind: 'timer', doc: core.doc, call, after: 10, tag: 0 });
    await core.heard('elapsed');
    const handle = core.handle('button');
    core.say({ kind: 'probe', doc: core.doc, call, handles: [handle, 999_999], fields: ['rect', 'hit'] });
    const { found } = await core.heard('probed');
    const step = core.step(call, 'button', { verb: 'click' });
    core.say({ kind: 'answer', doc: core.doc, call, output: 'first', ok: true }, { kind: 'answer', doc: core.doc, call, output: 'second', ok: true });
    const text = await answer;
    core.say(step);
    const { outcome } = await core.heard('outcome');
    return { found, handle, text, outcome };
  });
  const [hit, none] = result.found;
  assert.equal(hit?.hit, result.handle);
  assert.equal(hit?.rect?.length, 4);
  assert.deepEqual(none, { handle: 999_999, rect: null, hit: null, picture: null });
  assert.equal(result.text, 'first');
  assert.ok(result.outcome.kind === 'refused' && result.outcome.reason === 'cancelled');
});

test('answers are well-formed and not empty; input that is no JSON is a fault', async () => {
  const { result } = await inPage('', async (core) => {
    /** @param {string} output */
    const answered = async (output) => {
      const { call, answer } = await core.call();
      core.say({ kind: 'answer', doc: core.doc, call, output, ok: true });
      return answer;
    };
    /** @type {Record<string, unknown>} */
    const cycle = {};
    cycle.self = cycle;
    return [await answered('a\ud800b'), await answered(''), await core.kit.run(cycle), await core.kit.run({ x: 1n })];
  });
  const [surrogate, empty, cyclic, big] = result;
  assert.equal(surrogate, 'a\ufffdb');
  assert.match(empty ?? '', /^fault internal/);
  assert.match(cyclic ?? '', /^fault too_large/);
  assert.match(big ?? '', /^fault too_large/);
});

test('closing answers what is open, and says goodbye to the core', async () => {
  const { result } = await inPage('', async (core) => {
    const { answer } = await core.call();
    core.kit.close();
    return { text: await answer, closed: await core.heard('close'), later: await core.kit.run({}) };
  });
  assert.match(result.text, /^fault unavailable/);
  assert.match(result.later, /^fault unavailable/);
});

test('JS dialogs are answered from the first act of a call to its end', async () => {
  const { result } = await inPage(BUTTON, async (core) => {
    const { call, answer } = await core.call();
    const before = core.armed;
    core.say(core.step(call, 'button', { verb: 'click' }));
    await core.heard('outcome');
    core.dialogsSaid.push({ from: 'js:confirm', text: 'Sure?', at: 7, closed: false });
    const during = core.armed;
    core.say({ kind: 'settle', doc: core.doc, call, quiet: 20, most: 500 });
    const { heard } = await core.heard('settled');
    core.say({ kind: 'answer', doc: core.doc, call, output: 'x', ok: true });
    await answer;
    return { armed: [before, during, core.armed], heard };
  });
  assert.deepEqual(result.armed, [0, 1, 0]);
  assert.deepEqual(result.heard, [{ from: 'js:confirm', text: 'Sure?', at: 7, closed: false }]);
});

test('back from the bfcache: the dead link is dropped and the next call connects anew', async () => {
  const kit = await browser.kit('', '/');
  await kit.page.evaluate(async () => {
    const { core } = /** @type {TestWindow} */ (window);
    const { call, answer } = await core.call();
    core.say({ kind: 'answer', doc: core.doc, call, output: 'x', ok: true });
    await answer;
    window.addEventListener('pageshow', (event) => Object.assign(window, { back: event.persisted }));
  });
  await kit.page.goto(`${browser.origin}/tests/kit/tool.golden.json`);
  await kit.page.goBack({ waitUntil: 'commit' });
  await kit.page.waitForFunction(() => 'back' in window);
  const found = await kit.page.evaluate(async () => {
    const { core } = /** @type {TestWindow} */ (window);
    const from = core.posted.length;
    void core.kit.run({});
    await core.heard('request', from);
    return { back: /** @type {{ back: boolean }} */ (/** @type {unknown} */ (window)).back, connections: core.connections, kinds: core.posted.slice(from).map(({ kind }) => kind) };
  });
  assert.deepEqual(found, { back: true, connections: 2, kinds: ['open', 'facts', 'request'] });
  await kit.close();
});
