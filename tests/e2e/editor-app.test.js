/**
 * A document editor that publishes itself: pages with editors that change their kind, and with it their members, at the
 * same address. An agent that knows nothing gets there in eight calls from a bare start.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.js';
import { serve } from './lib/server.js';
import { agent } from './lib/webmcp.js';

const APP = `<!doctype html><title>Notes · Editor</title><script type="module" src="/onecall/onecall.js"></script><main><h1>Notes</h1></main><script>
  window.onecall = window.onecall || { queue: [] };
  const pages = [{ id: 'p1', title: 'Prices', kind: 'text', text: 'sku,price\\nA1,10\\nB2,25\\nC3,40' }, { id: 'p2', title: 'Ideas', kind: 'text', text: 'none yet' }];
  const rowsOf = (page) => page.text.split('\\n').slice(1).map((line, at) => { const [sku, price] = line.split(','); return { row: 'r' + (at + 1), sku, price: Number(price) }; });
  const editors = {
    text: (page) => ({
      summary: 'Text editor',
      properties: { text: { type: 'string', get: () => page.text, set: (value) => { page.text = value; } } },
      methods: { append: { effect: 'write', args: { properties: { text: { type: 'string' } }, required: ['text'] }, run: ({ text }) => { page.text += text; return page.text.length; } } },
    }),
    'grid-csv': (page) => ({
      summary: 'Grid editor',
      properties: {
        filters: { summary: 'Conditions on the rows', type: 'object', get: () => page.filters ?? {}, set: (value) => { page.filters = value; } },
        rows: { get: () => rowsOf(page), key: 'row', item: { type: 'object', properties: { sku: { type: 'string' }, price: { type: 'number' } } } },
      },
      methods: {
        search: { effect: 'read', summary: 'Rows that hold a text.', args: { properties: { text: { type: 'string' } }, required: ['text'] }, run: ({ text }) => rowsOf(page).filter((row) => JSON.stringify(row).includes(text)) },
        setCell: { effect: 'write', args: { properties: { row: { type: 'string' }, price: { type: 'number', minimum: 0 } }, required: ['row', 'price'] }, run: ({ row, price }) => {
          const lines = page.text.split('\\n'); const at = Number(row.slice(1)); lines[at] = lines[at].split(',')[0] + ',' + price; page.text = lines.join('\\n'); return rowsOf(page)[at - 1];
        } },
      },
    }),
  };
  const spec = () => ({
    summary: pages.length + ' pages',
    items: pages.map((page) => ({
      key: page.id, summary: page.title,
      children: {
        editor: editors[page.kind](page),
        editorSwitches: { summary: 'Which editor the page has', methods: { switchTo: {
          effect: 'act', summary: 'Gives the page another editor.', args: { properties: { editor: { enum: Object.keys(editors) } }, required: ['editor'] },
          run: ({ editor }) => { page.kind = editor; handle.changed(spec()); handle.notify(page.title + ' has the editor ' + editor + ' now; read app.pages[0].editor again'); },
        } } },
      },
    })),
  });
  let handle;
  onecall.queue.push(['publish', 'pages', spec(), (made) => { handle = made; }]);
</script>`;

/** @type {import('./lib/server.js').Served} */
let site;
/** @type {import('./lib/browser.js').Launched} */
let browser;

before(async () => {
  site = await serve({ '/': APP }, { '/onecall/': 'www/dist' });
  browser = await launch({ extension: false });
});

after(async () => {
  await browser?.close();
  await site?.close();
});

test('from a bare start to a counted, searched and corrected grid in eight calls', async () => {
  const tab = await browser.page();
  await tab.goto(site.origin);
  const client = await agent(tab);
  let calls = 0;
  const call = (/** @type {object} */ input) => {
    calls += 1;
    return client.call(input);
  };
  assert.match(await call({}), /app\.pages {2}"2 pages" · 2 items/);
  // The first page's line names its editor and the switch.
  assert.match(await call({ path: 'app.pages[0]' }), /app\.pages\["p1"\]\.editor {2}"Text editor" · append · text[\s\S]*editorSwitches.*switchTo/);
  const switched = await call({ path: 'app.pages[0].editorSwitches.switchTo', args: ['grid-csv'] });
  assert.match(switched, /changed {2}app\.pages\["p1"\]\.editor has other members now: "Grid editor" · search, setCell · filters, rows/);
  assert.match(switched, /event {4}notify "pages: Prices has the editor grid-csv now; read app\.pages\[0\]\.editor again"/);
  // The same address, other members; what is nearly right is told.
  assert.match(await call({ path: 'app.pages[0].editor.filter' }), /^fault not_found .* has no "filter"\. Did you mean app\.pages\["p1"\]\.editor\.filters\?/);
  assert.match(await call({ path: 'app.pages[0].editor.rows.where({"price": {"gt": 20}}).count()' }), /count\(\) {2}2$/m);
  assert.match(await call({ path: 'app.pages[0].editor.search', args: ['B2'] }), /gave {5}\[\{"row":"r2","sku":"B2","price":25\}\]/);
  assert.match(await call({ path: 'app.pages[0].editor.setCell', args: { row: 'r2', price: 26 } }), /^done[\s\S]*"price":26/);
  assert.match(await call({ path: 'app.pages[0].editor.rows["r2"].price' }), /^app\.pages\["p1"\]\.editor\.rows\["r2"\]\.price {2}26/);
  assert.equal(calls, 8);
  // The other page still has its text editor.
  assert.match(await client.call({ path: 'app.pages["p2"].editor.text' }), /"none yet"/);
  await tab.close();
});
