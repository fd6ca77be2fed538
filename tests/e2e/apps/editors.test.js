/**
 * Rich text editors from npm through `call`: what is set, added and cleared must arrive in the editor's own document.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APPS } from './apps.js';
import { withApps } from './lib.js';

const apps = withApps(APPS);

for (const name of ['prosemirror', 'tiptap', 'codemirror', 'quill', 'slate', 'draft', 'lexical']) {
  test(`${name}: set, add, lines, clear`, async () => {
    const { does, call, model, close } = await apps.open(name);
    await call('page.editors');
    for (const [verb, args, text] of /** @type {const} */ ([
      ['set', ['Hello world'], 'Hello world'],
      ['type', [' and more'], 'Hello world and more'],
      ['set', ['first\nsecond'], 'first\nsecond'],
      ['clear', [], ''],
      ['set', ['again'], 'again'],
    ])) {
      const answer = await does(`page.editors[0].${verb}`, args);
      assert.doesNotMatch(answer, /but the page made it/);
      assert.equal(await model(), text, verb);
    }
    await close();
  });
}
