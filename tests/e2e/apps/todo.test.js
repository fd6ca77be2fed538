/**
 * The same to-do list in frameworks that each keep the page in their own way, through the extension: an agent adds,
 * edits, completes, filters and deletes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APPS } from './apps.js';
import { withApps } from './lib.js';

const apps = withApps(APPS, { extension: true });

for (const name of ['todo-react18', 'todo-react19', 'todo-vue', 'todo-elements', 'todo-angular']) {
  test(`${name}: add, edit in place, complete, filter, delete`, async () => {
    const { does, call, model, close } = await apps.open(name);
    for (const text of ['Milk', 'Bread', 'Tea']) {
      await does('page.forms["New todo"].fill', { 'What needs to be done?': text });
      await does('page.forms["New todo"].submit');
    }
    assert.match(await call('page.lists["Todo list"]'), /"Milk"[^]*"Bread"[^]*"Tea"/);
    await does('page.lists["Todo list"].items.Milk.buttons["Edit Milk"].click');
    await does('page.fields.Edit.set', ['Oat milk']);
    await does('page.fields.Edit.press', ['Enter']);
    assert.match(await does('page.fields["Done: Bread"].check'), /2 items left/);
    await does('page.buttons.Active.click');
    await does('page.buttons["Delete Tea"].click');
    await does('page.buttons.Completed.click');
    assert.match(await call('page.lists["Todo list"]'), /"Bread"/);
    await does('page.buttons.All.click');
    await does('page.buttons["Clear completed"].click');
    assert.deepEqual(await model(), [{ text: 'Oat milk', done: false }]);
    await close();
  });
}

for (const name of ['todo-svelte', 'todo-lit']) {
  test(`${name}: add and complete`, async () => {
    const { does, model, close } = await apps.open(name);
    for (const text of ['Milk', 'Bread']) {
      await does('page.forms["New todo"].fill', { Text: text });
      await does('page.buttons.Add.click');
    }
    await does('page.fields.Bread.check');
    assert.deepEqual(await model(), [{ text: 'Milk', done: false }, { text: 'Bread', done: true }]);
    await close();
  });
}
