/**
 * Frameworks with controlled inputs and the rich editors, from npm: what an act does must arrive in the app's own
 * model, not only in the DOM.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';
import { root } from '../e2e/lib/browser.js';
import { withBrowser } from './lib/page.js';

/** @import { PageAct as Act } from '../../extension/page/types.js' */

const browser = withBrowser({ routes: { '/app': '<!doctype html><title>App</title><main></main>' } });

/** @param {string} name @param {string} [hash] */
async function app(name, hash = '') {
  const { outputFiles } = await build({
    entryPoints: [`${root}/tests/kit/apps/${name}.js`], bundle: true, format: 'iife', write: false,
    // With Vue's compiler of templates.
    alias: { vue: 'vue/dist/vue.esm-bundler.js' },
    define: { 'process.env.NODE_ENV': '"development"', __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false' },
  });
  const kit = await browser.kit('', `/app${hash}`);
  await kit.page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  await kit.page.waitForFunction(() => 'model' in window);
  return { ...kit, model: () => kit.page.evaluate(() => /** @type {{ model: () => unknown }} */ (/** @type {unknown} */ (window)).model()) };
}

/** @param {string} text @returns {Act} */
const set = (text) => ({ verb: 'setValue', text, secret: false });
/** @param {unknown} value @param {boolean} [reverted] */
const done = (value, reverted = false) => ({ kind: 'done', value, reverted });

for (const framework of ['react', 'vue']) {
  test(`${framework}: controlled inputs`, async () => {
    const page = await app(framework);
    assert.deepEqual(await page.act('#name', set('Ann')), done('Ann'));
    assert.deepEqual(await page.act('#code', set('abcd')), done('ABC', true));
    assert.deepEqual(await page.act('#agreed', { verb: 'check', on: true }), done(true));
    assert.deepEqual(await page.act('#size', { verb: 'selectOptions', positions: [0] }), done('Small'));
    assert.deepEqual(await page.act('#fixed', set('other')), done('fixed', true));
    assert.deepEqual(await page.model(), { name: 'Ann', code: 'ABC', agreed: true, size: 's', items: [] });
    assert.deepEqual(await page.act('#name', { verb: 'press', key: 'Enter' }), done(''));
    await page.act('#name', set('Bo'));
    await page.act('button', { verb: 'click' });
    assert.deepEqual(await page.model(), { name: '', code: 'ABC', agreed: true, size: 's', items: ['Ann', 'Bo'] });
    assert.deepEqual(await page.act('button', { verb: 'click' }), { kind: 'refused', reason: 'disabled', by: 0, found: '' });
    await page.act('#agreed', { verb: 'check', on: false });
    assert.equal(/** @type {{ agreed: boolean }} */ (await page.model()).agreed, false);
    await page.close();
  });
}

const EDITOR = '[contenteditable="true"]';
/** @param {string} text @param {boolean} [append] @returns {Act} */
const edit = (text, append = false) => ({ verb: 'editText', text, append });

for (const editor of ['prosemirror', 'codemirror', 'quill', 'slate', 'lexical']) {
  test(`${editor}: replace, append, lines, clear`, async () => {
    const page = await app(editor);
    await page.page.waitForSelector(EDITOR);
    for (const [text, append, model] of /** @type {const} */ ([
      ['Hello world', false, 'Hello world'], [' and more', true, 'Hello world and more'], ['first\nsecond', false, 'first\nsecond'], ['', false, ''], ['again', false, 'again'],
    ])) {
      const outcome = await page.act(EDITOR, edit(text, append));
      assert.ok(outcome.kind === 'done' && !outcome.reverted, `${text}: ${JSON.stringify(outcome)}`);
      assert.equal(await page.model(), model);
    }
    await page.close();
  });
}

test('codemirror: a text of which only a part is drawn is replaced as a whole', async () => {
  const page = await app('codemirror', '#long');
  assert.deepEqual(await page.act(EDITOR, edit('short')), done('short'));
  assert.equal(await page.model(), 'short');
  await page.close();
});
