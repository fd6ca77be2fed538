/**
 * Tokens of a page's tools: as the browser's flat list, and through `call`, at 10, 126, 296 and 889 tools.
 *
 * cargo xtask bench tools. Definitions of public tool sets, registered on a page in Chromium with the script tag; what
 * is counted is what the browser lists over CDP and what `call` answers there. Fails where ours grows with the page.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { launch } from '../../e2e/lib/browser.js';
import { serve } from '../../e2e/lib/server.js';
import { agent } from '../../e2e/lib/webmcp.js';
import { CLASSIC, DIST, page } from '../../e2e/pages.js';
import { counted, tokens } from '../../lib/tokens.js';
import { table } from '../lib/table.js';

const SIZES = [10, 126, 296, 889];
/** The list of collections, whatever the page (design.md §13). */
const MOST_LIST = 300;

/** @typedef {{ name: string, description: string, params: { name: string, type: string, description: string, enum: string[] }[] }} Entry */

const corpora = process.env.ONECALL_CORPORA ?? new URL('../../../../shared/corpora', import.meta.url).pathname;
const lines = (await readFile(`${corpora}/toolsearch/bfcl/corpus.jsonl`, 'utf8')).trim().split('\n');
const names = new Set();
const definitions = lines.flatMap((line) => {
  const { name, description, params } = /** @type {Entry} */ (JSON.parse(line));
  const fits = name.replace(/[^A-Za-z0-9_.-]/g, '-').slice(0, 128);
  if (names.has(fits) || !description) return [];
  names.add(fits);
  const known = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
  const properties = Object.fromEntries(params.map((param) => [param.name, {
    ...(known.includes(param.type) ? { type: param.type } : {}), description: param.description, ...(param.enum?.length ? { enum: param.enum } : {}),
  }]));
  return [{ name: fits, description, inputSchema: { type: 'object', properties } }];
});
assert.ok(definitions.length >= Math.max(...SIZES), `${definitions.length} definitions`);

/** @param {number} count @param {string} attribute */
const html = (count, attribute) =>
  page('Tools', `<script src="/tools/${count}.js"></script>`).replace('<head>', `<head>${CLASSIC.replace('<script', `<script ${attribute}`)}`);
const site = await serve(
  Object.fromEntries(SIZES.flatMap((count) => [
    [`/tools/${count}.js`, { body: `for (const tool of ${JSON.stringify(definitions.slice(0, count))}) document.modelContext.registerTool({ ...tool, execute: () => 'x' });`, type: 'text/javascript' }],
    [`/flat/${count}`, html(count, 'data-absorb="never"')],
    [`/call/${count}`, html(count, 'data-absorb="always"')],
  ])),
  DIST,
);
const browser = await launch({ extension: false });
const rows = [];
try {
  for (const count of SIZES) {
    const tab = await browser.page();
    const browserSide = await agent(tab);
    const cost = () => tokens(JSON.stringify(browserSide.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))));
    await tab.goto(`${site.origin}/flat/${count}`);
    await browserSide.until('all tools', () => (browserSide.tools.length === count + 1 ? true : undefined));
    const flat = cost() - tokens(JSON.stringify(browserSide.tools.find(({ name }) => name === 'call')));
    await tab.evaluate(() => sessionStorage.clear());
    await tab.goto(`${site.origin}/call/${count}`);
    await browserSide.tool();
    const overview = tokens(await browserSide.call({}));
    assert.deepEqual(browserSide.tools.map(({ name }) => name), ['call'], 'the browser lists one tool');
    const one = cost();
    const list = tokens(await browserSide.call({ path: 'tools' }));
    assert.ok(list <= MOST_LIST, `the list of ${count} tools takes ${list} tokens`);
    const wanted = definitions[count - 1];
    const found = await browserSide.call({ path: 'find', args: [wanted?.description.slice(0, 120)] });
    rows.push({ count, flat, one, overview, list, found: tokens(found), hit: found.includes(wanted?.name ?? '-') });
    await tab.close();
  }
} finally {
  await browser.close();
  await site.close();
}
console.log(table(
  ['tools', 'fewer ×', 'flat', 'as call', 'overview', 'list', 'find', 'found'],
  rows.map(({ count, flat, one, overview, list, found, hit }) => [counted(count), `${(flat / (one + overview)).toFixed(1)} ×`, counted(flat), counted(one), counted(overview), counted(list), counted(found), hit ? 'yes' : 'no']),
));
assert.equal(new Set(rows.map(({ one }) => one)).size, 1, 'the definition of call does not grow with the page');
