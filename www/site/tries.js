/**
 * What can be tried on each page of the playgrounds: the calls are sent as they stand, the answers are the page's own.
 */

/** @typedef {[name: string, call: object]} Try */
/** @typedef {{ name: string, src: string, tries: Try[] }} Variant */
/** @typedef {{ title: string, own?: boolean, variants: Variant[] }} Demo `own`: a page that shows all it can only in a window of its own. */

const ADDRESS = { Name: 'Ada Byron', Email: 'ada@example.org', Street: 'Linnankatu 3', Postcode: '20100', Town: 'Turku' };

/** @type {Record<string, Demo>} */
export const DEMOS = {
  office: {
    title: 'A small shop: the page that is called',
    variants: [{
      name: '', src: 'demos/office/shop.html',
      tries: [
        ['Look around', {}],
        ['A typing error', { path: 'page.tables["Ordres"]' }],
        ['One row of 500', { path: 'page.tables["Orders"].rows["A-1137"]' }],
        ['Count', { path: 'page.tables["Orders"].rows.where({"Status":"Open"}).count()' }],
        ['Fill a form', { path: 'page.forms["Checkout"].fill', args: { Name: 'Ada Byron', Town: 'Turku', Quantity: 2 } }],
        ['Act', { path: 'page.tables["Orders"].rows["A-1138"].buttons.Refund.click', args: [] }],
        ['Search', { path: 'find', args: ['refund an order'] }],
        ['A script', { path: 'run', args: ['const open = await page.tables.Orders.rows.where({ Status: "Open" })\nreturn open.length'] }],
      ],
    }],
  },
  shop: {
    title: 'A shop with a cart and a checkout',
    variants: [
      {
        name: 'With the shop’s own code', src: 'demos/shop/app/',
        tries: [
          ['Look around', {}],
          ['What the cart can do', { path: 'app.cart' }],
          ['Put two into the cart', { path: 'app.cart.put', args: { sku: 'IN-11', quantity: 2 } }],
          ['Too many', { path: 'app.cart.put', args: { sku: 'IN-11', quantity: 12 } }],
          ['Go to the checkout', { path: 'page.links.Checkout.click', args: [] }],
          ['Fill it', { path: 'page.forms.Checkout.fill', args: { ...ADDRESS, 'Card number': '4111 1111 1111 1111' } }],
          ['Pay (asks you)', { path: 'page.forms.Checkout.submit', args: [] }],
        ],
      },
      {
        name: 'HTML only', src: 'demos/shop/plain/',
        tries: [
          ['Look around', {}],
          ['Search', { path: 'find', args: ['green ink'] }],
          ['Into the cart', { path: 'page.buttons["Add to the cart: Ink, moss green"].click', args: [] }],
          ['Go to the checkout', { path: 'page.links.Checkout.click', args: [] }],
          ['A card that is declined', { path: 'page.forms.Checkout.fill', args: { ...ADDRESS, 'Card number': '4000 0000 0000 0002' } }],
          ['Another card', { path: 'page.forms.Checkout.fill', args: { 'Card number': '4111 1111 1111 1111' } }],
          ['Pay (asks you)', { path: 'page.forms.Checkout.submit', args: [] }],
        ],
      },
    ],
  },
  tools: {
    title: 'A studio’s books with 126 tools', own: true,
    variants: [
      {
        name: 'With its tools', src: 'demos/tools/index.html',
        tries: [
          ['Look around', {}],
          ['The tools', { path: 'tools' }],
          ['One group', { path: 'tools.invoices' }],
          ['Search', { path: 'find', args: ['put an invoice into the archive'] }],
          ['Create', { path: 'tools.tasks["task-create"]', args: { name: 'Order the stairs', owner: 'Bo Chen', due: '2026-12-24' } }],
          ['A wrong argument', { path: 'tools.tasks["task-create"]', args: { title: 'Order the stairs' } }],
          ['Ask the page', { path: 'tools.tasks["task-search"]', args: { text: 'stairs' } }],
        ],
      },
      {
        name: 'Without tools', src: 'demos/tools/index.html?plain',
        tries: [
          ['Look around', {}],
          ['Open the tasks', { path: 'page.links.Tasks.click', args: [] }],
          ['Fill the form', { path: 'page.forms["Add a task"].fill', args: { Name: 'Order the stairs', Owner: 'Bo Chen', Due: '2026-12-24' } }],
          ['Add it', { path: 'page.forms["Add a task"].submit', args: [] }],
          ['Read the table', { path: 'page.tables.Tasks.rows' }],
        ],
      },
    ],
  },
  grid: {
    title: 'A grid of ten thousand lines',
    variants: [
      {
        name: 'With the stock as an object', src: 'demos/grid/index.html',
        tries: [
          ['Look around', {}],
          ['The last two', { path: 'app.stock.lines[9998:10000]' }],
          ['One line of 10,000', { path: 'app.stock.lines["W-17345"]' }],
          ['Change it', { path: 'app.stock.set', args: { id: 'W-17345', field: 'quantity', value: 12 } }],
          ['What the app refuses', { path: 'app.stock.set', args: { id: 'W-17345', field: 'quantity', value: 1.5 } }],
          ['Ask the app', { path: 'app.stock.worth', args: { place: 'Yard' } }],
        ],
      },
      {
        name: 'The page alone', src: 'demos/grid/index.html?plain',
        tries: [
          ['Look around', {}],
          ['What is drawn', { path: 'page.tables.Stock.rows[0:5]' }],
          ['Filter', { path: 'page.fields["Filter by number, article or place"].set', args: ['W-17345'] }],
          ['Edit a cell', { path: 'page.tables.Stock.rows["W-17345"].Quantity.set', args: [12] }],
          ['Choose in a cell', { path: 'page.tables.Stock.rows["W-17345"].Place.set', args: ['Yard'] }],
          ['What the grid refuses', { path: 'page.tables.Stock.rows["W-17345"].Quantity.set', args: [1.5] }],
        ],
      },
    ],
  },
};
