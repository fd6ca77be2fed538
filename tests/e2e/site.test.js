/**
 * The site as `cargo xtask site` made it: every page readable by everybody, every link leads somewhere, and the playground calls
 * a real page.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, root } from './lib/browser.js';
import { serve } from './lib/server.js';
import { agent } from './lib/webmcp.js';

const folder = join(root, 'target/site');
const pages = readdirSync(folder).filter((file) => file.endsWith('.html'));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;

before(async () => {
  site = await serve({}, { '/': folder });
  browser = await launch({ extension: false });
});

after(async () => {
  await browser?.close();
  await site?.close();
});

test('every page: axe finds nothing, on a phone nothing sticks out, in light and dark', async () => {
  assert.ok(pages.length > 15, pages.join(' '));
  const tab = await browser.page();
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await tab.emulateMedia({ colorScheme });
    for (const page of pages) {
      await tab.setViewportSize({ width: 390, height: 800 });
      await tab.goto(`${site.origin}/${page}`);
      assert.equal(await tab.evaluate('document.documentElement.scrollWidth'), 390, page);
      await tab.evaluate(axe);
      const found = /** @type {string[]} */ (
        await tab.evaluate(`axe.run(document, { iframes: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))`)
      );
      assert.deepEqual(found, [], `${page}, ${colorScheme}`);
    }
  }
  await tab.close();
});

test('every link and picture leads to something that is there', () => {
  for (const page of pages) {
    const html = readFileSync(join(folder, page), 'utf8');
    for (const [, link] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const target = link ?? '';
      if (/^[a-z]+:/.test(target)) continue;
      const [address = '', anchor] = target.split('#');
      const file = address.split('?')[0];
      const text = readFileSync(join(folder, file || page), 'utf8');
      if (anchor) assert.ok(text.includes(`id="${anchor}"`), `${page} links to ${target}`);
    }
  }
});

test('every file of the project that a page names is there', () => {
  for (const page of pages) {
    const html = readFileSync(join(folder, page), 'utf8');
    for (const [, file = ''] of html.matchAll(/<code>((?:tests|www|extension|crate)\/[\w./-]+)<\/code>/g)) assert.ok(existsSync(join(root, file)), `${page} names ${file}`);
  }
});

test('llms.txt names every page', () => {
  const text = readFileSync(join(folder, 'llms.txt'), 'utf8');
  for (const page of pages) assert.ok(text.includes(`(${page})`), page);
});

test('the playground calls the page beside it, completes paths, and walks its tree', async () => {
  const tab = await browser.page();
  /** @type {string[]} */
  const errors = [];
  tab.on('pageerror', (error) => errors.push(String(error)));
  await tab.goto(`${site.origin}/index.html`);
  const answer = tab.locator('#playground .answer');
  await tab.waitForFunction(() => /page\.tables\.Orders/.test(document.querySelector('#playground .answer')?.textContent ?? ''));
  await tab.getByRole('button', { name: 'A typing error' }).click();
  await answer.filter({ hasText: 'Did you mean "Orders"' }).waitFor();
  await tab.getByRole('button', { name: 'A script' }).click();
  await answer.filter({ hasText: /value {4}\d+/ }).waitFor();
  await tab.locator('#ask').fill('page.forms["Ch');
  await tab.locator('#playground .suggest button', { hasText: 'Checkout' }).waitFor();
  await tab.locator('#playground .tree summary').first().click();
  await tab.locator('#playground .tree summary', { hasText: '.tables' }).click();
  await tab.locator('#playground .tree summary', { hasText: '.Orders' }).waitFor();
  assert.deepEqual(errors, []);
  await tab.close();
});

test('an agent reads the site itself through Onecall', async () => {
  const tab = await browser.page();
  await tab.goto(`${site.origin}/paths.html`);
  const client = await agent(tab);
  assert.match(await client.call({}), /Paths/);
  assert.match(await client.call({ path: 'page.main.text' }), /A path names a place/);
  assert.match(await client.call({}), /app\.docs +"Onecall's documentation"/);
  assert.match(await client.call({ path: 'app.docs.search', args: { text: 'collection navigation' } }), /collections/);
  assert.match(await client.call({ path: 'app.docs.read', args: { page: 'security' } }), /Whom it does not trust/);
  assert.match(await client.call({ path: 'app.docs.read', args: { page: 'nothing' } }), /There is no page nothing/);
  await tab.close();
});
