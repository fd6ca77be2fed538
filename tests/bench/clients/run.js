/**
 * What a page with 126 tools costs each client, as it is and with Onecall: tokens of what the client shows its model.
 *
 * cargo xtask bench clients. The page is the demo with 126 tools, with the script tag and without. Fails where a client that reads the
 * browser's list is shown another tool beside `call`. Playwright MCP asks the page's own script world, in which nothing is hidden unless
 * the site asks for it: it is measured both ways.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';

import { launch, root } from '../../e2e/lib/browser.js';
import { freePort, serve } from '../../e2e/lib/server.js';
import { counted, tokens } from '../../lib/tokens.js';
import { table } from '../lib/table.js';
import { rivals } from '../read/rivals.js';

/** @typedef {{ name: string, description?: string | undefined, inputSchema?: unknown }} Listed */
/** @typedef {{ tools: number, tokens: number }} Cost */

const TAG = '<script src="../../onecall/onecall.iife.js"></script>';
/** How a site asks that a client in its own world is shown one tool too. */
const EVERYWHERE = TAG.replace(' src', ' data-absorb="everywhere" src');
const MCPB = `import '@mcp-b/global';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { TabClientTransport } from '@mcp-b/transports';
window.listed = async () => {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new TabClientTransport({ targetOrigin: location.origin }));
  return (await client.listTools()).tools;
};`;

const html = await readFile(join(root, 'www/demos/tools/index.html'), 'utf8');
assert.ok(html.includes(TAG), 'the demo has its script tag');
const made = await build({ stdin: { contents: MCPB, resolveDir: root }, bundle: true, format: 'iife', write: false, logLevel: 'silent' });
const polyfill = '<script src="/mcpb.js"></script>';
const site = await serve({
  '/demos/tools/with': html, '/demos/tools/everywhere': html.replace(TAG, EVERYWHERE), '/demos/tools/bare': html.replace(TAG, ''),
  '/demos/tools/with-mcpb': html.replace(TAG, polyfill + TAG), '/demos/tools/bare-mcpb': html.replace(TAG, polyfill),
  '/mcpb.js': { body: made.outputFiles[0]?.text ?? '', type: 'text/javascript' },
}, { '/onecall/': join(root, 'www/dist'), '/demos/': join(root, 'www/demos') });
const port = await freePort();
const browser = await launch({ extension: false, args: [`--remote-debugging-port=${port}`] });
const { playwright, devtools } = await rivals(port, ['--categoryExperimentalWebmcp']);
const puppet = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });

/** @param {Listed[]} tools @returns {Cost} */
const costOf = (tools) => ({ tools: tools.length, tokens: tokens(JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })))) });

/** Until the page has registered all of its tools and Onecall has decided what to do with them. */
const READY = "document.querySelector('#about')?.textContent?.includes('tools')";

/** @type {Record<string, (page: string) => Promise<Cost>>} */
const clients = {
  async 'chrome-devtools-mcp'(page) {
    await devtools.call('navigate_page', { url: `${site.origin}/demos/tools/${page}` });
    await devtools.call('evaluate_script', { function: `async () => { while (!(${READY})) await new Promise(requestAnimationFrame); await new Promise((done) => setTimeout(done, 1500)); return 1; }` });
    const { text } = await devtools.call('list_webmcp_tools');
    return { tools: (text.match(/name="/g) ?? text.match(/inputSchema/g) ?? []).length, tokens: tokens(text) };
  },
  async 'Playwright MCP'(page) {
    // The server keeps tools of a page that its tab has left.
    await playwright.call('browser_tabs', { action: 'new' });
    await playwright.call('browser_navigate', { url: `${site.origin}/demos/tools/${page}` });
    await playwright.call('browser_evaluate', { function: `async () => { while (!(${READY})) await new Promise(requestAnimationFrame); await new Promise((done) => setTimeout(done, 1500)); return 1; }` });
    // The server looks at the page's tools with each of its answers, a part at a time.
    const seen = async () => (await playwright.client.listTools()).tools.filter(({ name }) => name.startsWith('webmcp_'));
    let tools = await seen();
    for (let before = -1; before !== tools.length;) {
      before = tools.length;
      await playwright.call('browser_snapshot');
      tools = await seen();
    }
    return costOf(tools);
  },
  async Puppeteer(page) {
    const tab = await puppet.newPage();
    await tab.goto(`${site.origin}/demos/tools/${page}`);
    await tab.waitForFunction(READY);
    await tab.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
    const { webmcp } = /** @type {{ webmcp: { tools(): Listed[] } }} */ (/** @type {unknown} */ (tab));
    const cost = costOf(webmcp.tools());
    await tab.close();
    return cost;
  },
  async 'MCP-B transport'(page) {
    const tab = await puppet.newPage();
    await tab.goto(`${site.origin}/demos/tools/${page}-mcpb`);
    await tab.waitForFunction(READY);
    await tab.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
    const listed = await tab.evaluate(() => /** @type {{ listed: () => Promise<Listed[]> }} */ (/** @type {unknown} */ (window)).listed());
    await tab.close();
    return costOf(listed);
  },
};

const INSIDE = 'Playwright MCP, data-absorb="everywhere"';

/** @type {string[][]} */
const rows = [];
/** @type {string[]} */
const wrong = [];
try {
  for (const [name, list, page = 'with'] of [...Object.entries(clients), /** @type {const} */ ([INSIDE, clients['Playwright MCP'], 'everywhere'])]) {
    if (!list) throw new Error(`${name} is no client of this bench`);
    const before = await list('bare');
    const after = await list(page);
    rows.push([name, `${(before.tokens / after.tokens).toFixed(1)} ×`, counted(before.tools), counted(before.tokens), counted(after.tools), counted(after.tokens)]);
    if (before.tools < 126) wrong.push(`${name} is shown ${before.tools} of 126 tools without Onecall`);
    if (name !== 'Playwright MCP' && after.tools !== 1) wrong.push(`${name} is shown ${after.tools} tools with Onecall`);
  }
} finally {
  await puppet.disconnect();
  await playwright.stop();
  await devtools.stop();
  await browser.close();
  await site.close();
}
console.log(table(['client', 'fewer ×', 'tools', 'tokens', 'with Onecall', 'tokens'], rows, 'A page with 126 tools, as each client shows it to its model'));
for (const one of wrong) console.log(`wrong  ${one}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
