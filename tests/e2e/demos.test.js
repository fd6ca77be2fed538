/**
 * The demos of the site, from the site's own server: each is used by a person with mouse and keys, and driven by an agent through
 * `call`, with the app's code and without.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { siteServer } from '../../www/site/server.js';
import { launch, root } from './lib/browser.js';
import { Person } from './lib/person.js';
import { agent } from './lib/webmcp.js';

/** @import { Page } from 'playwright-core' */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ADDRESS = { Name: 'Ada Byron', Email: 'ada@example.org', Street: 'Linnankatu 3', Postcode: '20100', Town: 'Turku' };
const CARD = '4111 1111 1111 1111';
const DECLINED = '4000 0000 0000 0002';

/** @type {import('./lib/browser.js').Launched} */
let browser;
/** @type {import('node:http').Server} */
let server;
let origin = '';

before(async () => {
  server = siteServer(join(root, 'target/site'));
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  browser = await launch({ extension: false });
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

/**
 * @param {string} path
 * @returns {Promise<{ tab: Page, call: (path?: string, args?: unknown) => Promise<string>, does: (path: string, args?: unknown) => Promise<string> }>}
 */
async function open(path) {
  const tab = await browser.page();
  await tab.context().clearCookies();
  await tab.goto(`${origin}/demos/${path}`);
  const client = await agent(tab);
  const call = (/** @type {string} */ where = '', /** @type {unknown} */ args) => client.call({ ...(where ? { path: where } : {}), ...(args === undefined ? {} : { args }) });
  return {
    tab, call,
    async does(where, args = []) {
      const answer = await call(where, args);
      assert.doesNotMatch(answer, /^fault/m, `${where}:\n${answer}`);
      return answer;
    },
  };
}

for (const form of ['app', 'plain']) {
  test(`shop, ${form}: a person buys something, and is told what is wrong`, async () => {
    const { tab } = await open(`shop/${form}/`);
    await tab.getByRole('button', { name: 'Add to the cart: Ink, moss green' }).click();
    await tab.getByRole('spinbutton', { name: 'Quantity of Ink, moss green' }).fill('3');
    await tab.getByRole('button', { name: 'Change' }).click();
    await tab.getByText('43.50 EUR').first().waitFor();
    await tab.getByRole('link', { name: 'Go to the checkout' }).click();
    for (const [label, value] of Object.entries({ ...ADDRESS, Postcode: '2010', 'Card number': DECLINED })) await tab.getByLabel(label).fill(value);
    await tab.getByRole('button', { name: 'Pay now' }).click();
    await tab.getByText('Postcode must have five digits.').waitFor();
    await tab.getByLabel('Postcode').fill('20100');
    await tab.getByLabel('Card number').fill(DECLINED);
    await tab.keyboard.press('Enter');
    await tab.getByRole('alert').filter({ hasText: 'the bank declined the card' }).waitFor();
    await tab.getByLabel('Card number').fill(CARD);
    await tab.getByLabel('Express', { exact: false }).check();
    await tab.getByRole('button', { name: 'Pay now' }).click();
    await tab.getByRole('status').filter({ hasText: /Order B-\d+ was placed: 53\.40 EUR/ }).waitFor();
    await tab.close();
  });

  test(`shop, ${form}: an agent buys something; each call that lands on another page is answered there`, async () => {
    const { tab, call, does } = await open(`shop/${form}/`);
    const person = new Person(tab);
    assert.match(await call(), /"Articles · Fern & Quill"/);
    if (form === 'app') {
      assert.match(await call('tools'), /tools\.shop +"From an article to the checkout"/);
      assert.match(await does('app.cart.put', { sku: 'IN-11', quantity: 2 }), /29\.00 EUR/);
      assert.match(await call('app.cart.put', { sku: 'IN-11', quantity: 12 }), /^fault invalid_argument/);
      assert.match(await does('tools.shop["shop-go-to-checkout"]', {}), /Checkout/);
      assert.match(await call('tools'), /tools\.shop/);
    } else {
      assert.match(await call('find', ['green ink']), /Ink, moss green/);
      assert.match(await does('page.buttons["Add to the cart: Ink, moss green"].click'), /"Cart · Fern & Quill"[\s\S]*|Cart/);
      await call();
      assert.match(await does('page.links.Checkout.click'), /Checkout/);
      await call();
    }
    // What is wrong with a field comes back with the page, and one call corrects it.
    assert.match(await does('page.forms.Checkout.fill', { ...ADDRESS, Postcode: '2010', 'Card number': DECLINED }), /^done {5}6 of 6 fields/);
    const first = call('page.forms.Checkout.submit', []);
    await person.clicks('Allow once');
    assert.match(await first, /Not placed/);
    const state = await call('page.forms.Checkout');
    assert.match(state, /Postcode must have five digits/);
    assert.doesNotMatch(state, /4000 ?0000/);
    await does('page.forms.Checkout.fill', { Postcode: '20100', 'Card number': DECLINED });
    const second = call('page.forms.Checkout.submit', []);
    await person.clicks('Allow once');
    assert.match(await second, /Not placed/);
    assert.match(await call('page.alerts'), /declined the card\. Nothing was charged/);
    await does('page.forms.Checkout.fill', { 'Card number': CARD });
    const third = call('page.forms.Checkout.submit', []);
    await person.clicks('Allow once');
    assert.match(await third, /Order B-\d+/);
    assert.match(await call('page.main.text'), /was placed: \d+\.\d\d EUR/);
    if (form === 'app') assert.match(await call('app.cart'), /goods/);
    await tab.close();
  });
}

test('shop: more than there is, nobody else’s order, and no article of that name are refused by the server', async () => {
  const { tab, call, does } = await open('shop/app/');
  const person = new Person(tab);
  await does('app.cart.put', { sku: 'FP-02', quantity: 3 });
  assert.match(await call('app.cart.put', { sku: 'XX-99' }), /There is no article XX-99/);
  await does('tools.shop["shop-go-to-checkout"]', {});
  await does('page.forms.Checkout.fill', { ...ADDRESS, 'Card number': CARD });
  const paid = call('page.forms.Checkout.submit', []);
  await person.clicks('Allow once');
  await paid;
  assert.match(await call('page.alerts'), /only 2 are left/);
  await tab.goto(`${origin}/demos/shop/app/thanks?order=B-1501`);
  assert.match(await tab.locator('h1').innerText(), /There is no such page/);
  await tab.close();
});

test('126 tools: a person adds and archives; the browser lists one tool, and all of them work', async () => {
  const { tab, call, does } = await open('tools/index.html');
  const client = await agent(tab);
  await tab.locator('#about', { hasText: '126 tools' }).waitFor();
  await client.tool('call');
  assert.deepEqual(client.tools.map(({ name }) => name), ['call']);
  const list = await call('tools');
  assert.match(list, /126 tools|126 in 14/, list);
  assert.match(await call('find', ['put an invoice into the archive']), /^1 tools\.invoices\["invoice-archive"\]/m);
  assert.match(await does('tools.tasks["task-create"]', { name: 'Order the stairs', owner: 'Bo Chen', due: '2026-12-24' }), /Order the stairs/);
  assert.match(await call('tools.tasks["task-create"]', { title: 'x' }), /^fault invalid_argument/);
  assert.match(await does('tools.tasks["task-search"]', { text: 'stairs' }), /task-\d+/);
  const asked = call('tools.tasks["task-delete"]', { id: 'task-105' });
  await new Person(tab).clicks('Allow once');
  assert.match(await asked, /task-105/);
  // The person sees it, and works on.
  await tab.getByRole('link', { name: 'Tasks' }).click();
  await tab.getByRole('rowheader', { name: 'Order the stairs' }).waitFor();
  assert.equal(await tab.getByRole('rowheader', { name: 'Draw the floor plan' }).count(), 0);
  await tab.getByLabel('Name').fill('Sweep the yard');
  await tab.getByLabel('Owner').fill('Ann Lee');
  await tab.keyboard.press('Enter');
  await tab.getByRole('row', { name: /Sweep the yard/ }).getByRole('button', { name: 'Archive' }).click();
  await tab.getByRole('status').filter({ hasText: 'Sweep the yard is in the archive.' }).waitFor();
  await tab.close();
});

test('126 tools, without them: an agent works with the page', async () => {
  const { tab, call, does } = await open('tools/index.html?plain');
  assert.doesNotMatch(await call(), /^tools /m);
  await does('page.links.Tasks.click');
  await does('page.forms["Add a task"].fill', { Name: 'Order the stairs', Owner: 'Bo Chen', Due: '2026-12-24' });
  assert.match(await does('page.forms["Add a task"].submit'), /Order the stairs was added/);
  assert.match(await call('page.tables.Tasks.rows["Order the stairs"]'), /Bo Chen/);
  assert.match(await does('page.tables.Tasks.rows["Order the stairs"].buttons.Archive.click'), /is in the archive/);
  await tab.close();
});

test('grid: a person filters, sorts and edits with the keyboard', async () => {
  const { tab } = await open('grid/index.html?plain');
  await tab.getByRole('gridcell', { name: 'W-10001' }).click();
  await tab.keyboard.press('PageDown');
  await tab.keyboard.press('Control+End');
  await tab.getByRole('gridcell', { name: 'W-20000' }).waitFor();
  await tab.getByLabel('Filter by number').fill('W-17345');
  await tab.getByText('1 of 10,000 lines').waitFor();
  await tab.getByRole('gridcell', { name: 'W-17345' }).click();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await tab.keyboard.press(key);
  await tab.keyboard.type('12');
  await tab.keyboard.press('Enter');
  await tab.getByRole('status').filter({ hasText: 'W-17345: Quantity is 12 now.' }).waitFor();
  await tab.keyboard.press('F2');
  await tab.keyboard.type('1.5');
  await tab.keyboard.press('Enter');
  await tab.getByText('Quantity must be a whole number.').waitFor();
  await tab.getByLabel('Filter by number').fill('');
  await tab.getByRole('button', { name: 'Price' }).click();
  await tab.getByRole('button', { name: 'Price' }).click();
  await tab.locator('[role=columnheader][aria-sort=descending]', { hasText: 'Price' }).waitFor();
  await tab.close();
});

test('grid, the page alone: an agent is told how much is drawn, filters, edits and chooses in a cell', async () => {
  const { tab, call, does } = await open('grid/index.html?plain');
  assert.match(await call(), /page\.tables\.Stock +\d+ of 10000 rows loaded/);
  await does('page.fields["Filter by number, article or place"].set', ['W-17345']);
  await does('page.tables.Stock.rows["W-17345"].Quantity.set', [12]);
  await does('page.tables.Stock.rows["W-17345"].Place.set', ['Yard']);
  assert.match(await call('page.tables.Stock.rows["W-17345"]'), /Yard[\s\S]*12/);
  assert.match(await call('page.tables.Stock.rows["W-17345"].Number.set', ['x']), /^fault/);
  await tab.close();
});

test('grid, with the stock as an object: any of ten thousand lines in one call', async () => {
  const { tab, call, does } = await open('grid/index.html');
  assert.match(await call('app.stock.lines["W-17345"]'), /W-17345/);
  assert.match(await call('app.stock.lines[9998:10000]'), /W-20000/);
  assert.match(await does('app.stock.set', { id: 'W-17345', field: 'quantity', value: 12 }), /12/);
  assert.match(await call('app.stock.set', { id: 'W-17345', field: 'quantity', value: 1.5 }), /Quantity must be a whole number/);
  assert.match(await call('app.stock.set', { id: 'W-17345', field: 'id', value: 'x' }), /^fault invalid_argument/);
  assert.match(await does('app.stock.worth', { place: 'Yard' }), /"lines":\d+,"euros":\d+/);
  await tab.close();
});

test('the playgrounds: every call that is offered is answered by the page as it is told', async () => {
  const tab = await browser.page();
  const answer = tab.locator('#playground .answer');
  /** @param {string} name @param {string} text */
  const tries = async (name, text) => {
    await tab.locator('#playground .ask button', { hasText: name }).click();
    await answer.filter({ hasText: text }).waitFor();
  };
  await tab.goto(`${origin}/demo-shop.html`);
  await answer.filter({ hasText: 'Articles' }).waitFor();
  await tries('What the cart can do', 'app.cart.put');
  await tries('Put two into the cart', '29.00 EUR');
  await tries('Too many', 'fault invalid_argument');
  await tries('Go to the checkout', 'Checkout');
  await tries('Fill it', '6 of 6 fields');
  await tries('HTML only', '"Articles');
  await tries('Into the cart', 'Cart');
  await tab.goto(`${origin}/demo-grid.html`);
  await answer.filter({ hasText: 'app.stock' }).waitFor();
  await tries('One line of 10,000', 'W-17345');
  await tries('What the app refuses', 'whole number');
  await tries('The page alone', 'rows loaded');
  await tab.goto(`${origin}/demo-tools.html`);
  const popup = tab.waitForEvent('popup');
  await tab.locator('#playground .choose button', { hasText: 'With its tools' }).click();
  const studio = await popup;
  await studio.locator('#about', { hasText: '126 tools' }).waitFor();
  await tries('Search', 'invoice-archive');
  await tries('Create', 'Order the stairs');
  await tries('A wrong argument', 'fault invalid_argument');
  await tab.close();
});

test('every page of the demos: axe finds nothing, on a phone nothing sticks out, in light and dark', async () => {
  const { tab } = await open('shop/app/');
  await tab.getByRole('button', { name: 'Add to the cart: Ink, moss green' }).click();
  const paths = ['shop/index.html', 'shop/app/', 'shop/app/cart', 'shop/app/checkout', 'shop/plain/cart', 'shop/app/thanks', 'tools/index.html', 'tools/index.html#invoices', 'grid/index.html', 'office/shop.html'];
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await tab.emulateMedia({ colorScheme });
    for (const path of paths) {
      await tab.setViewportSize({ width: 390, height: 800 });
      await tab.goto(`${origin}/demos/${path}`);
      await tab.locator('h1').waitFor();
      assert.equal(await tab.evaluate('document.documentElement.scrollWidth'), 390, path);
      await tab.evaluate(axe);
      const found = await tab.evaluate("axe.run(document, { iframes: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))");
      assert.deepEqual(found, [], `${path}, ${colorScheme}`);
    }
  }
  await tab.close();
});
