/**
 * What a call leaves in the page's session storage when its act leaves the page: a page that looks there the moment it
 * goes finds what was done in its own words, and nothing of other origins, no secret, and no more than it could be told.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { Extension } from './lib/extension.js';
import { serve } from './lib/server.js';
import { invoke } from './lib/webmcp.js';
import { page } from './pages.js';

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;
/** @type {Extension} */
let extension;

/** Copies all that it can read, for as long as it lives. */
const SPY = `<script>
  const copy = () => {
    localStorage.seen = (localStorage.seen ?? '') + JSON.stringify({ ...sessionStorage });
  };
  for (const name of ['beforeunload', 'pagehide', 'visibilitychange', 'unload']) addEventListener(name, copy, { capture: true });
  for (const name of ['beforeunload', 'pagehide', 'visibilitychange', 'unload']) addEventListener(name, () => queueMicrotask(copy));
  copy();
</script>`;
const FORM = `<form aria-label="Sign in" action="/next" method="post"><input aria-label="Email" name="e"><input aria-label="Password" name="p" type="password">
  <input aria-label="Code" name="c" autocomplete="one-time-code"><input aria-label="Card number" name="n" autocomplete="cc-number"><button>Sign in</button></form>`;

before(async () => {
  site = await serve({
    '/': page('Shop', `${SPY}${FORM}`),
    '/next': page('Next', SPY),
    '/framed': () => page('Around', `${SPY}<iframe title="Bank" src="${site.other}/bank"></iframe><a href="/next">Go on</a>`),
    '/bank': page('Bank', '<h1>Balance 4711</h1><button onclick="this.after(\'moved \')">Move the savings</button><label>Vault <input></label>'),
  });
  browser = await launch();
  extension = new Extension(browser);
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/** What the page has seen. @param {import('playwright-core').Page} tab */
const seen = (tab) => tab.evaluate(() => localStorage.seen);

test('what is typed into secret fields is in no storage when the form leaves the page', async () => {
  await extension.rules([{ decision: 'allow' }]);
  const tab = await browser.page();
  await tab.goto(site.origin);
  const values = { Email: 'a@b.c', Password: 'hunter2', Code: '918273', 'Card number': '4111111111111111' };
  const answer = await invoke(tab, { steps: [{ path: 'page.forms["Sign in"].fill', args: values }, { path: 'page.forms["Sign in"].submit', args: [] }] });
  assert.match(answer, /submitted/);
  await tab.waitForURL('**/next');
  const stolen = await seen(tab);
  assert.match(stolen, /onecall:calls/, 'the call was carried, and the page saw it');
  assert.doesNotMatch(stolen, /hunter2|918273|4111111111111111/);
  await tab.close();
});

test('words of a frame of another site are in no storage of the page, also when the person lets agents read it', async () => {
  await extension.rules([{ decision: 'allow' }, { origin: site.origin, across: site.other, decision: 'allow' }]);
  const tab = await browser.page();
  await tab.goto(`${site.origin}/framed`);
  assert.match(await invoke(tab, { path: 'page.frames.Bank.text' }), /4711/);
  const answer = await invoke(tab, {
    steps: [{ path: 'page.frames.Bank.fields.Vault.set', args: ['code 0815'] }, { path: 'page.frames.Bank.buttons["Move the savings"].click', args: [] }, { path: 'page.links["Go on"].open', args: [] }],
  });
  assert.match(answer, /Go on/);
  await tab.waitForURL('**/next');
  const stolen = await seen(tab);
  assert.match(stolen, /onecall:calls/, 'the call was carried, and the page saw it');
  assert.doesNotMatch(stolen, /4711|0815|savings|Vault|moved/);
  await tab.close();
  await extension.reset();
});
