/**
 * Firefox: the same scripts with Firefox's manifest. It has no WebMCP, so agents in the page call through Onecall's own
 * `document.modelContext`. docs/firefox.md lists what does not work there.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { firefox, launchFirefox, openOwn } from './lib/firefox.js';
import { serve } from './lib/server.js';
import { DIST, isOverview, MODULE, page, STRICT } from './pages.js';

/** @import { Browser, Page } from 'puppeteer-core' */
/** @typedef {import('../../extension/page/polyfill.js').ModelContext} ModelContext */

const BODY = `<form aria-label="Search"><label>Word <input name="word"></label></form><p role="status" id="said"></p>
<button onclick="said.textContent = 'It was saved.'">Save</button><x-box></x-box>
<script>
  customElements.define('x-box', class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = '<button>In the box</button>'; }
  });
  document.modelContext?.registerTool({ name: 'greet', description: 'Says hello', inputSchema: { type: 'object', properties: { who: { type: 'string' } } },
    execute: ({ who }) => 'Hello ' + who });
</script>`;
const SAVE = { path: 'page.buttons.Save.click', args: [] };

const found = firefox();
if ('reason' in found) console.log(`Firefox is not tested: ${found.reason}`);

/**
 * What an agent in the page's own script reads.
 * @param {Page} tab
 * @param {object} input
 * @returns {Promise<string>}
 */
const call = (tab, input) =>
  tab.evaluate(async (sent) => {
    const { modelContext } = /** @type {{ modelContext: ModelContext }} */ (/** @type {unknown} */ (document));
    const find = async () => (await modelContext.getTools()).find(({ name }) => name === 'call');
    let tool = await find();
    while (!tool) {
      await new Promise((resolve) => modelContext.addEventListener('toolchange', resolve, { once: true }));
      tool = await find();
    }
    return modelContext.executeTool(tool, sent);
  }, input);

describe('Firefox', { skip: 'reason' in found ? found.reason : false }, () => {
  /** @type {import('./lib/server.js').Served} */
  let site;
  before(async () => {
    site = await serve({
      '/frame': () => page('Around', `<iframe title="In" src="${site.other}/"></iframe>`),
      '/': page('Garden', BODY), '/tag': page('Garden', BODY + MODULE), '/strict': { body: page('Strict', '<button>Save</button>'), headers: STRICT },
    }, DIST);
  });
  after(() => site?.close());

  describe('with the extension', () => {
    /** @type {Browser} */
    let browser;
    /** @type {Page} The extension's panel, as a tab. */
    let panel;
    /** @param {unknown} rules */
    const allow = (rules) => panel.evaluate((value) => chrome.storage.local.set({ 'onecall.rules': value }), rules);

    before(async () => {
      if ('reason' in found) return;
      browser = await launchFirefox(found.path, true);
      panel = await openOwn(browser, 'panel');
    });
    after(() => browser?.close());

    test('an agent in the page reads, also under a strict policy', async () => {
      const tab = await browser.newPage();
      await tab.goto(site.origin);
      isOverview(await call(tab, {}), 'Garden');
      assert.match(await call(tab, { path: 'find', args: ['save'] }), /page\.buttons\.Save/);
      assert.match(await call(tab, { path: 'tools' }), /greet/);
      await tab.goto(`${site.origin}/strict`);
      isOverview(await call(tab, {}), 'Strict');
      await tab.close();
    });

    test('an act waits for the person, who allows it in the panel, and is done once', async () => {
      const tab = await browser.newPage();
      await tab.goto(site.origin);
      const answer = call(tab, SAVE);
      const button = await panel.waitForSelector('::-p-xpath(//article//button[normalize-space() = "Allow once" and not(@disabled)])');
      await panel.bringToFront();
      await button?.click();
      assert.match(await answer, /clicked page\.buttons\.Save[\s\S]*It was saved\./);
      await tab.close();
    });

    test('with a rule that allows, it fills, runs a tool of the page, a script, and reads a closed shadow root and another site’s frame', async () => {
      await allow([{ decision: 'allow' }, { across: '*', decision: 'allow' }]);
      const tab = await browser.newPage();
      await tab.goto(site.origin);
      assert.match(await call(tab, { path: 'page.forms.Search.fill', args: { Word: 'fern' } }), /^done {5}1 of 1 field /);
      assert.equal(await tab.$eval('input', (input) => input.value), 'fern');
      assert.match(await call(tab, { path: 'tools.flat.greet', args: { who: 'Ada' } }), /Hello Ada/);
      assert.match(await call(tab, { path: 'run', args: ['return (await page.buttons).length'] }), /value/);
      assert.match(await call(tab, { path: 'page.buttons' }), /In the box/);
      await tab.goto(`${site.origin}/frame`);
      assert.match(await call(tab, { path: 'page.frames.In.buttons.Save.click', args: [] }), /It was saved\./);
      await tab.close();
    });
  });

  test('the script tag answers, and a form is filled', async () => {
    if ('reason' in found) return;
    const browser = await launchFirefox(found.path, false);
    try {
      const tab = await browser.newPage();
      await tab.goto(`${site.origin}/tag`);
      isOverview(await call(tab, {}), 'Garden');
      assert.match(await call(tab, SAVE), /clicked page\.buttons\.Save[\s\S]*It was saved\./);
      assert.match(await tab.evaluate(async () => (await window.onecall?.call('page.forms')) ?? ''), /Search/);
    } finally {
      await browser.close();
    }
  });
});
