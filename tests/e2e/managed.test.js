/**
 * An organisation sets rules by a policy file, as Chromium on Linux reads it. The file is the machine's, so its rules name
 * this test's own server only, and it is removed afterwards.
 */
import assert from 'node:assert/strict';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { dirname, join } from 'node:path';
import { EXTENSION_ID, launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { invoke } from './lib/webmcp.js';
import { isFault, page } from './pages.js';

const FOLDER = '/etc/chromium/policies/managed';

/** The folders down to the file's, the outermost first. */
const FOLDERS = [dirname(dirname(FOLDER)), dirname(FOLDER), FOLDER];

/** Why this cannot run here; false where it can. */
function unable() {
  if (process.platform !== 'linux') return 'policy files are read on Linux only';
  const there = FOLDERS.findLast((folder) => existsSync(folder)) ?? '/etc';
  try {
    accessSync(there, constants.W_OK);
    return false;
  } catch {
    return `${there} cannot be written to`;
  }
}

test('rules by managed storage: a headless run needs no clicks, and a person\'s own rule does not lift a denial', { skip: unable() }, async () => {
  const buttons = ['Save', 'Buy', 'Remove'].map((name) => `<button onclick="this.after('${name}d ')">${name}</button>`);
  const site = await serve({ '/': page('Shop', buttons.join('')) });
  const made = FOLDERS.filter((folder) => !existsSync(folder));
  const file = join(FOLDER, `onecall-test-${process.pid}.json`);
  /** @type {Awaited<ReturnType<typeof launch>> | undefined} */
  let browser;
  try {
    mkdirSync(FOLDER, { recursive: true });
    const rules = [
      { origin: site.origin, path: 'page', decision: 'allow' },
      { origin: site.origin, path: 'page.buttons.Remove', decision: 'deny' },
    ];
    writeFileSync(file, JSON.stringify({ '3rdparty': { extensions: { [EXTENSION_ID]: { rules } } } }));
    browser = await launch();
    const extension = new Extension(browser);
    const shop = await browser.page();
    await shop.goto(site.origin);
    const click = (/** @type {string} */ name) => invoke(shop, { path: `page.buttons.${name}.click`, args: [], timeout: 1 });
    assert.match(await click('Save'), /^done {5}clicked/);
    assert.match(await click('Buy'), /^done {5}clicked/);
    isFault(await click('Remove'), 'denied');
    await extension.rules([{ origin: site.origin, path: 'page.buttons.Remove', decision: 'allow' }]);
    isFault(await click('Remove'), 'denied');
    await extension.stopWorker();
    assert.match(await click('Buy'), /^done {5}clicked/);
    isFault(await click('Remove'), 'denied');
    const text = (await shop.locator('main').textContent()) ?? '';
    assert.deepEqual(['Saved', 'Buyd', 'Removed'].map((word) => text.split(word).length - 1), [1, 2, 0]);
  } finally {
    await browser?.close();
    rmSync(file, { force: true });
    // The innermost first, and none that somebody has put something into.
    for (const folder of made.toReversed()) if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
    await site.close();
  }
});
