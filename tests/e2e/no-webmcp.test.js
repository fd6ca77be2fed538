/**
 * Browsers without WebMCP: agents in the page find the tool through the polyfill, on both names, and the console works.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch } from './lib/browser.js';
import { serve } from './lib/server.js';
import { DIST, isOverview, MODULE, page, STRICT } from './pages.js';

/** @import { Page } from 'playwright-core' */
/** @typedef {import('../../extension/page/polyfill.js').ModelContext} ModelContext */

/**
 * What an agent in the page's own script reads, by either name of WebMCP.
 * @param {Page} tab
 * @param {'document' | 'navigator'} holder
 * @returns {Promise<string>}
 */
const callIn = (tab, holder) =>
  tab.evaluate(async (name) => {
    const { modelContext } = /** @type {{ modelContext: ModelContext }} */ (/** @type {unknown} */ (name === 'document' ? document : navigator));
    const find = async () => (await modelContext.getTools()).filter((tool) => tool.name === 'call');
    let tools = await find();
    if (tools.length === 0) {
      await new Promise((resolve) => modelContext.addEventListener('toolchange', resolve, { once: true }));
      tools = await find();
    }
    const [tool] = tools;
    return tools.length === 1 && tool ? modelContext.executeTool(tool, {}) : `${tools.length} tools`;
  }, holder);

for (const extension of [false, true]) {
  test(`without WebMCP in the browser, ${extension ? 'the extension' : 'the script tag'} answers agents in the page`, async () => {
    const site = await serve({ '/': page('Old browser', extension ? '' : MODULE), '/strict': { body: page('Strict'), headers: STRICT } }, DIST);
    const browser = await launch({ extension, webmcp: false });
    try {
      const tab = await browser.page();
      await tab.goto(site.origin);
      isOverview(await callIn(tab, 'document'), 'Old browser');
      isOverview(await callIn(tab, 'navigator'), 'Old browser');
      if (!extension) isOverview(await tab.evaluate(async () => (await window.onecall?.call()) ?? ''), 'Old browser');
      if (extension) {
        await tab.goto(`${site.origin}/strict`);
        isOverview(await callIn(tab, 'document'), 'Strict');
      }
      assert.equal(await tab.evaluate(() => 'modelContext' in document), true);
    } finally {
      await browser.close();
      await site.close();
    }
  });
}
