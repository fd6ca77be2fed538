/**
 * Overviews of real pages: the corpora's saved pages through the built extension, beside the browser's accessibility
 * tree of the same page. Their scripts do not run and nothing is loaded from the network.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { launch } from '../../e2e/lib/browser.js';
import { serve } from '../../e2e/lib/server.js';
import { agent } from '../../e2e/lib/webmcp.js';
import { accessibilityTree } from '../../lib/axtree.js';
import { tokens } from '../../lib/tokens.js';

/** @import { Route } from '../../e2e/lib/server.js' */

/** Only the page's own markup and inline styles. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * @typedef {{ page: string, elements: number, overview: number, tree: number, ms: number, text: string }} Overview
 */

/**
 * @param {string} corpora
 * @returns {Promise<Overview[]>}
 */
export async function measureOverviews(corpora) {
  const dir = join(corpora, 'pages');
  const names = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
  /** @type {Record<string, Route>} */
  const routes = {};
  for (const name of names) {
    routes[`/${name}`] = () => ({ body: readFileSync(join(dir, name, 'source.html')), headers: { 'content-security-policy': POLICY } });
  }
  const served = await serve(routes);
  const browser = await launch();
  /** @type {Overview[]} */
  const found = [];
  try {
    for (const name of names) {
      const page = await browser.page();
      await page.goto(`${served.origin}/${name}`, { waitUntil: 'domcontentloaded' });
      const client = await agent(page);
      await client.tool('call');
      const begun = performance.now();
      const text = await client.call({});
      const ms = performance.now() - begun;
      const cdp = await page.context().newCDPSession(page);
      const tree = tokens(await accessibilityTree(cdp));
      const counted = await cdp.send('Runtime.evaluate', { expression: "document.getElementsByTagName('*').length", returnByValue: true });
      found.push({ page: name, elements: Number(counted.result.value), overview: tokens(text), tree, ms, text });
      await page.close();
    }
  } finally {
    await browser.close();
    await served.close();
  }
  return found;
}
