/**
 * JS dialogs that acts open: answered at once while an act runs, as an act said; the person's at all other times.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBrowser } from './lib/page.js';

/** @import { TestWindow } from './lib/page.js' */
/** @import { Dialogs } from '../../extension/shared/dialogs.js' */

const browser = withBrowser();

test('how dialogs are answered is an act, and reaches who answers them', async () => {
  const kit = await browser.kit('');
  assert.deepEqual(await kit.act('', { verb: 'dialogs', accept: true, text: 'Ann' }), { kind: 'done', value: 'accept', reverted: false });
  assert.deepEqual(await kit.page.evaluate(() => /** @type {TestWindow} */ (window).core.dialogsHow), { accept: true, text: 'Ann' });
  await kit.close();
});

test('dismissed, accepted, and left to the person', async () => {
  const page = await browser.tab();
  await page.goto(browser.origin);
  /** @type {string[]} */
  const shown = [];
  page.on('dialog', (dialog) => {
    shown.push(dialog.type());
    void dialog.accept('from the person');
  });
  const found = await page.evaluate(async (url) => {
    const module = await import(url);
    /** @type {Dialogs} */
    const dialogs = new module.Dialogs(window);
    const all = () => [alert('a'), confirm('c'), prompt('p', 'suggested')];
    dialogs.arm();
    const dismissed = all();
    dialogs.answer({ accept: true, text: null });
    const accepted = all();
    dialogs.answer({ accept: true, text: 'Ann' });
    const given = prompt('p');
    dialogs.disarm();
    const heard = dialogs.take();
    return { dismissed, accepted, given, heard, person: [confirm('mine'), prompt('mine')] };
  }, '/extension/shared/dialogs.js');
  assert.deepEqual(found.dismissed, [undefined, false, null]);
  assert.deepEqual(found.accepted, [undefined, true, 'suggested']);
  assert.equal(found.given, 'Ann');
  assert.deepEqual(found.heard.map(({ from, text }) => `${from} ${text}`), ['js:alert a', 'js:confirm c', 'js:prompt p', 'js:alert a', 'js:confirm c', 'js:prompt p', 'js:prompt p']);
  assert.deepEqual(found.person, [true, 'from the person']);
  assert.deepEqual(shown, ['confirm', 'prompt']);
  await page.close();
});
