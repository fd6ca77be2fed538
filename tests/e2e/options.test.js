/**
 * The options page: a person's rules, added and removed by hand, count at once.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXTENSION_ID, launch } from './lib/browser.js';
import { serve } from './lib/server.js';
import { invoke } from './lib/webmcp.js';
import { isFault, page } from './pages.js';

test('a rule that a person adds is followed, and one that is removed no longer', async () => {
  const site = await serve({ '/': page('Shop', '<button onclick="this.after(\'clicked \')">Buy</button>') });
  const browser = await launch();
  try {
    const shop = await browser.page();
    await shop.goto(site.origin);
    const click = { path: 'page.buttons.Buy.click', args: [], timeout: 1 };
    isFault(await invoke(shop, click), 'needs_approval');
    const options = await browser.page();
    await options.goto(`chrome-extension://${EXTENSION_ID}/extension/ui/options.html`);
    const rule = options.getByRole('form', { name: 'New rule' });
    await rule.getByLabel('Site').fill(`${site.origin}/any/page`);
    await rule.getByLabel('Decision').selectOption('allow');
    await rule.getByRole('button', { name: 'Add' }).click();
    const remove = options.getByRole('button', { name: /^Remove rule 1/ });
    await remove.waitFor();
    assert.deepEqual(await options.locator('#rules td').allTextContents(), [site.origin, 'all paths', 'every effect', 'allow', 'Remove']);
    assert.match(await invoke(shop, click), /^done {5}clicked/);
    await remove.click();
    await remove.waitFor({ state: 'detached' });
    isFault(await invoke(shop, click), 'needs_approval');
    assert.equal(((await shop.locator('main').textContent()) ?? '').split('clicked').length, 2);
  } finally {
    await browser.close();
    await site.close();
  }
});
