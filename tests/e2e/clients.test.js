/**
 * Clients that people have, from npm, on a page with Onecall: each finds one tool, reads the overview with it, acts with it, and is
 * told what changed. docs/connect.md says how each is set up.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';
import { rivals } from '../bench/read/rivals.js';
import { launch, root } from './lib/browser.js';
import { freePort, serve } from './lib/server.js';
import { CLASSIC, DIST, MODULE, page } from './pages.js';

const BODY = `<form aria-label="Search"><label>Word <input name="word"></label></form><p role="status" id="said"></p>
<button onclick="said.textContent = 'It was saved.'">Save</button>`;
const READ = {};
const ACT = { path: 'page.buttons.Save.click', args: [] };

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('./lib/server.js').Served} */
let site;
/** @type {Awaited<ReturnType<typeof rivals>>} */
let clients;

/** @type {import('puppeteer-core').Browser} */
let puppet;

/** MCP-B in the page: its polyfill, which is an MCP server on a transport within the tab. */
const POLYFILL = "import '@mcp-b/global';";
/** An MCP client in the page, which speaks to that server and knows nothing of WebMCP. */
const CLIENT = `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { TabClientTransport } from '@mcp-b/transports';
window.connected = (async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new TabClientTransport({ targetOrigin: location.origin }));
  return client;
})();`;

/** More tools than clients carry. */
const MANY = `<script>for (let n = 0; n < 12; n += 1) document.modelContext.registerTool({ name: 'tool-' + n, description: 'Tool ' + n, inputSchema: { type: 'object', properties: {} }, execute: () => 'ran ' + n });</script>`;

/**
 * A script of npm packages for a page.
 * @param {string} contents
 * @returns {Promise<string>}
 */
async function bundled(contents) {
  const made = await build({ stdin: { contents, resolveDir: root }, bundle: true, format: 'iife', write: false, logLevel: 'silent' });
  return `<script>${made.outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`;
}

before(async () => {
  const port = await freePort();
  const [polyfill, client] = [await bundled(POLYFILL), await bundled(CLIENT)];
  site = await serve({
    '/': page('Clients', BODY + MODULE), '/mcpb': page('Clients', polyfill + BODY + MODULE + client), '/bare': page('Bare', BODY),
    '/everywhere': page('Everywhere', `${MANY}<script>window.early = document.modelContext.getTools();</script>${BODY}`).replace('<head>', () => `<head>${CLASSIC.replace(' src', ' data-absorb="everywhere" src')}`),
    '/many': page('Many', MANY + client).replace('<head>', () => `<head>${polyfill}${CLASSIC}`) }, DIST);
  browser = await launch({ extension: false, args: [`--remote-debugging-port=${port}`] });
  clients = await rivals(port, ['--categoryExperimentalWebmcp', '--categoryExperimentalThirdParty']);
  puppet = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
});

after(async () => {
  await puppet?.disconnect();
  await clients?.playwright.stop();
  await clients?.devtools.stop();
  await browser?.close();
  await site?.close();
});

test('chrome-devtools-mcp lists one tool of the page and runs it', async () => {
  const { devtools } = clients;
  await devtools.call('navigate_page', { url: `${site.origin}/` });
  const listed = await devtools.call('list_webmcp_tools');
  assert.match(listed.text, /call/);
  const run = (/** @type {object} */ input) => devtools.call('execute_webmcp_tool', { toolName: 'call', input: JSON.stringify(input) });
  assert.match((await run(READ)).text, /page\.forms\.Search/);
  const acted = await run(ACT);
  assert.match(acted.text, /clicked page\.buttons\.Save/);
  assert.match(acted.text, /It was saved\./);
});

test('Playwright MCP offers the tool as one of its own', async () => {
  const { playwright } = clients;
  await playwright.call('browser_navigate', { url: `${site.origin}/` });
  const { tools } = await playwright.client.listTools();
  const ours = tools.filter((tool) => tool.name.startsWith('webmcp_'));
  assert.deepEqual(ours.map((tool) => tool.name), ['webmcp_call']);
  assert.match((await playwright.call('webmcp_call', READ)).text, /page\.forms\.Search/);
  assert.match((await playwright.call('webmcp_call', ACT)).text, /clicked page\.buttons\.Save/);
});

test('Playwright MCP, on a page that asks for it, offers one tool for many, and the page still runs its own', async () => {
  const { playwright } = clients;
  // What a page before had is kept by the server with its tab.
  await playwright.call('browser_tabs', { action: 'new' });
  await playwright.call('browser_navigate', { url: `${site.origin}/everywhere` });
  await playwright.call('browser_evaluate', { function: 'async () => { while ((await onecall.report()).absorbed === 0) await new Promise(requestAnimationFrame); }' });
  const listed = async () => (await playwright.client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith('webmcp_'));
  // The server looks at the page's tools with each of its answers; those of a page before, or of a moment before, may be among them.
  let names = await listed();
  for (let looks = 0; looks < 10 && names.length !== 1; looks += 1) {
    await playwright.call('browser_snapshot');
    names = await listed();
  }
  assert.deepEqual(names, ['webmcp_call']);
  assert.match((await playwright.call('webmcp_call', { path: 'tools.flat["tool-7"]', args: {} })).text, /ran 7/);
  const page = await playwright.call('browser_evaluate', { function: 'async () => [(await document.modelContext.getTools()).map(({ name }) => name).join(), await document.modelContext.executeTool((await early).find(({ name }) => name === "tool-3"), {})]' });
  assert.match(page.text, /"call",\s*"ran 3"/);
});

test("MCP-B's polyfill and ours: a client in the page finds the tool and runs it", async () => {
  const tab = await browser.page();
  await tab.goto(`${site.origin}/mcpb`);
  await tab.waitForFunction(async () => {
    const context = /** @type {{ getTools?: () => Promise<Array<{ name: string }>> }} */ (/** @type {unknown} */ (Reflect.get(document, 'modelContext')));
    return (await context?.getTools?.())?.some((tool) => tool.name === 'call');
  });
  const answer = await tab.evaluate(async (input) => {
    const context = /** @type {{ getTools: () => Promise<Array<{ name: string }>>, executeTool: (tool: object, input: object) => Promise<string> }} */ (/** @type {unknown} */ (Reflect.get(document, 'modelContext')));
    const tool = (await context.getTools()).find((one) => one.name === 'call');
    return tool ? context.executeTool(tool, input) : '';
  }, ACT);
  assert.match(answer, /clicked page\.buttons\.Save/);
  await tab.close();
});

test("MCP-B's transport: an MCP client in the page finds the tool and runs it", async () => {
  const tab = await browser.page();
  await tab.goto(`${site.origin}/mcpb`);
  const [names, text] = await tab.evaluate(async (input) => {
    const { connected } = /** @type {{ connected: Promise<import('@modelcontextprotocol/sdk/client/index.js').Client> }} */ (/** @type {unknown} */ (window));
    const client = await connected;
    const list = async () => (await client.listTools()).tools.map((tool) => tool.name);
    let found = await list();
    while (found.length === 0) {
      await new Promise((resolve) => Reflect.get(document, 'modelContext').addEventListener('toolchange', resolve, { once: true }));
      found = await list();
    }
    const { content } = await client.callTool({ name: 'call', arguments: /** @type {Record<string, unknown>} */ (input) });
    return [found, JSON.stringify(content)];
  }, ACT);
  assert.deepEqual(names, ['call']);
  assert.match(text ?? '', /clicked page\.buttons\.Save/);
  await tab.close();
});

test("MCP-B's transport: of many tools an MCP client is shown one, and calls the others through it", async () => {
  const tab = await browser.page();
  await tab.goto(`${site.origin}/many`);
  const [names, text] = await tab.evaluate(async () => {
    const { connected, onecall } = /** @type {{ connected: Promise<import('@modelcontextprotocol/sdk/client/index.js').Client>, onecall: { report(): Promise<{ absorbed: number }> } }} */ (/** @type {unknown} */ (window));
    const client = await connected;
    while ((await onecall.report()).absorbed === 0) await new Promise(requestAnimationFrame);
    const { content } = await client.callTool({ name: 'call', arguments: { path: 'tools.flat["tool-7"]', args: {} } });
    return [(await client.listTools()).tools.map((tool) => tool.name), JSON.stringify(content)];
  });
  assert.deepEqual(names, ['call']);
  assert.match(text ?? '', /ran 7/);
  await tab.close();
});

test('Puppeteer lists one tool of the page and runs it', async () => {
  const tab = await puppet.newPage();
  await tab.goto(`${site.origin}/`);
  /** @type {{ webmcp: { tools(): PuppetTool[], on(event: string, listener: () => void): void } }} */
  const { webmcp } = /** @type {never} */ (tab);
  /** @typedef {{ name: string, execute(input: object): Promise<{ status: string, output: string }> }} PuppetTool */
  if (webmcp.tools().length === 0) await new Promise((resolve) => webmcp.on('toolsadded', () => resolve(undefined)));
  assert.deepEqual(webmcp.tools().map(({ name }) => name), ['call']);
  const [tool] = webmcp.tools();
  assert.match((await tool?.execute(READ))?.output ?? '', /page\.forms\.Search/);
  assert.match((await tool?.execute(ACT))?.output ?? '', /clicked page\.buttons\.Save[\s\S]*It was saved\./);
  await tab.close();
});

test("DevTools' tool discovery is answered with the same tool", async () => {
  const { devtools } = clients;
  await devtools.call('navigate_page', { url: `${site.origin}/` });
  const listed = await devtools.call('list_3p_developer_tools');
  assert.match(listed.text, /Onecall/);
  assert.match(listed.text, /call/);
  const run = (/** @type {object} */ params) => devtools.call('execute_3p_developer_tool', { toolName: 'call', params: JSON.stringify(params) });
  assert.match((await run(READ)).text, /page\.forms\.Search/);
  assert.match((await run(ACT)).text, /clicked page\.buttons\.Save/);
  await devtools.call('navigate_page', { url: `${site.origin}/bare` });
  assert.doesNotMatch((await devtools.call('list_3p_developer_tools')).text, /Onecall/);
});
