/**
 * What the kit keeps of events: reported once, again to a core that knows nothing, left for the next document.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCore, withBrowser } from './lib/page.js';

/** @import { TestWindow } from './lib/page.js' */

const browser = withBrowser();
const STATUS = '<p role=status id=s></p>';

/**
 * @template T
 * @param {string} html
 * @param {(core: import('./lib/core.js').ScriptedCore) => Promise<T>} script
 * @returns {Promise<T>}
 */
async function inPage(html, script) {
  const kit = await browser.kit(html);
  const result = await kit.page.evaluate(
    async (code) => new Function(`return (${code})`)()(/** @type {TestWindow} */ (window).core),
    String(script),
  );
  await kit.close();
  return /** @type {T} */ (result);
}

test('what was said is reported before facts, once, and again to a new core that has no log of it', async () => {
  const texts = await inPage(STATUS, async (core) => {
    const status = /** @type {HTMLElement} */ (document.querySelector('#s'));
    const { doc } = core;
    /** @type {string[][]} */
    const rounds = [];
    const told = async (/** @type {number} */ from) => {
      await core.heard('facts', from);
      rounds.push(core.posted.slice(from).flatMap((message) => (message.kind === 'heard' ? message.heard.map(({ text }) => text) : [])));
    };
    const round = async () => {
      const from = core.posted.length;
      core.say({ kind: 'capture', doc, since: 0, closed: false });
      await told(from);
    };
    const say = async (/** @type {string} */ text) => {
      status.textContent = text;
      await new Promise((resolve) => setTimeout(resolve));
    };
    const { call, answer } = await core.call();
    await say('one');
    await round();
    core.say({ kind: 'events', doc, kept: 'the log with one', place: 1 });
    await say('two');
    await round();
    // This core dies before it could have its log kept.
    const from = core.posted.length;
    core.down();
    const open = await core.heard('open', from);
    rounds.push([open.events, String(open.carried)]);
    // A new core gets the facts of an open call unasked.
    await told(from);
    await round();
    core.say({ kind: 'answer', doc, call, output: 'x', ok: true });
    await answer;
    return rounds;
  });
  assert.deepEqual(texts, [['one'], ['two'], ['the log with one', 'false'], ['two'], []]);
});

test('a wait may take longer than a call, and no longer', async () => {
  const kit = await browser.kit('');
  await kit.page.clock.install();
  const result = await kit.page.evaluate(async () => {
    const { core } = /** @type {TestWindow} */ (window);
    const { call, answer } = await core.call({ path: 'events.wait', args: { timeout: 40 } });
    core.say({ kind: 'timer', doc: core.doc, call, after: 40_200, tag: 0 });
    let over = '';
    void answer.then((text) => (over = text));
    Object.assign(window, { over: () => over });
    return typeof over;
  });
  assert.equal(result, 'string');
  const over = () => kit.page.evaluate(() => /** @type {Window & { over?: () => string }} */ (window).over?.() ?? '');
  await kit.page.clock.runFor(44_000);
  assert.equal(await over(), '');
  await kit.page.clock.runFor(2_000);
  assert.match(await over(), /^fault timed_out {2}No answer within 40 s/);
  await kit.close();
});

test('the next document of the origin finds the log, and its core is told where it lay', async () => {
  const kit = await browser.kit('');
  const { page } = kit;
  const open = async () => {
    await page.evaluate(async () => {
      const { core } = /** @type {TestWindow} */ (window);
      const { call, answer } = await core.call();
      core.say({ kind: 'answer', doc: core.doc, call, output: 'x', ok: true });
      await answer;
    });
    return page.evaluate(() => {
      const found = /** @type {TestWindow} */ (window).core.posted.find((message) => message.kind === 'open');
      return found?.kind === 'open' ? { events: found.events, carried: found.carried } : undefined;
    });
  };
  assert.deepEqual(await open(), { events: '', carried: false });
  await page.evaluate(() => {
    const { core } = /** @type {TestWindow} */ (window);
    core.say({ kind: 'events', doc: core.doc, kept: 'a log', place: 0 });
  });
  await page.reload();
  await startCore(page);
  assert.deepEqual(await open(), { events: 'a log', carried: true });
  await kit.close();
});
