/**
 * What only the page can tell of a thing, in real Chromium: where it stands, and whether a click reaches it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { serve } from './lib/server.js';
import { invoke } from './lib/webmcp.js';

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;

const PAGE = `<!doctype html><title>Reach</title><style>button { position: absolute; width: 80px; height: 30px; left: 20px }</style>
  <button style="top: 20px">Free</button><button style="top: 120px">Under</button><button style="top: 4000px">Far</button>
  <button style="top: 220px; pointer-events: none">Ghost</button>
  <div role="dialog" aria-label="Notice" style="position: absolute; top: 100px; left: 0; width: 300px; height: 80px; background: #ffd">Read this</div>`;

before(async () => {
  site = await serve({ '/': PAGE });
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.close();
});

test('a thing is hittable, covered by another, or out of sight', async () => {
  const tab = await browser.page();
  await tab.goto(site.origin);
  const why = (/** @type {string} */ name) => invoke(tab, { path: `page.buttons.${name}.$why` });
  const free = await why('Free');
  assert.match(free, /\n {2}box {6}80 × 30 at 20, 20 of the viewport\n {2}hit {6}a click reaches it/);
  assert.match(await why('Under'), /\n {2}hit {6}a click is taken by page\.dialogs\.Notice/);
  assert.match(await why('Far'), /\n {2}hit {6}outside of the viewport; acts scroll to it first/);
  assert.doesNotMatch(await why('Ghost'), /a click reaches it/);
  const json = JSON.parse(await invoke(tab, { path: 'page.buttons.Free.$why', format: 'json' }));
  assert.equal(json.value.hittable, true);
  const covered = JSON.parse(await invoke(tab, { path: 'page.buttons.Under.$why', format: 'json' }));
  assert.equal(covered.value.hittable, false);
  // It was looked at and nothing else.
  assert.equal(await tab.evaluate(() => scrollY), 0);
  await tab.close();
});
