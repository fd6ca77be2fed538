/**
 * Clients that people have, from npm, on a page with Onecall: each finds one tool, reads the overview with it, acts with it, and is
 * told what changed. docs/connect.md says how each is set up.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { rivals } from '../bench/read/rivals.js';
import { launch, root } from './lib/browser.js';
import { freePort, serve } from './lib/server.js';
import { DIST, MODULE, page } from './pages.js';

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

/** A client in the page, made of MCP-B's polyfill. */
async function mcpb() {
  const made = await build({
    stdin: { contents: "import '@mcp-b/global';", resolveDir: root },
    bundle: true, format: 'iife', write: false, logLevel: 'silent',
  });
  return `<script>${made.outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`;
}

before(async () => {
  const port = await freePort();
  site = await serve({ '/': page('Clients', BODY + MODULE), '/mcpb': page('Clients', (await mcpb()) + BODY + MODULE) }, DIST);
  browser = await launch({ extension: false, args: [`--remote-debugging-port=${port}`] });
  clients = await rivals(port, ['--categoryExperimentalWebmcp']);
});

after(async () => {
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
