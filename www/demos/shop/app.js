/**
 * The shop's own code, for agents: the cart as a published object, and three tools that are one collection on all pages of the
 * shop. What a person sees does not need it.
 */

/** @typedef {{ sku: string, name: string, quantity: number, sum: string }} Line */
/** @typedef {{ lines: Line[], goods: string }} Cart */

const base = location.pathname.replace(/[^/]*$/, '');
const { onecall } = window;

/** @type {Cart} */
let cart = await fetched();

/**
 * Asks the server, for the cart or to change a quantity.
 * @param {{ sku: string, quantity: number }} [change]
 * @returns {Promise<Cart>}
 */
async function fetched(change) {
  const asked = change ? { method: 'POST', body: new URLSearchParams({ sku: change.sku, quantity: String(change.quantity) }) } : {};
  const response = await fetch(`${base}cart.json`, asked);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error);
  return body;
}

/** @param {string} sku @param {number} quantity */
async function put(sku, quantity) {
  cart = await fetched({ sku, quantity });
  published?.changed();
  const link = document.querySelector('.bar a[href$="/cart"]');
  if (link) link.textContent = `Cart (${cart.lines.reduce((sum, line) => sum + line.quantity, 0)})`;
  return { lines: cart.lines.length, goods: cart.goods };
}

const sku = { type: 'string', pattern: '^[A-Z]{2}-[0-9]{2}$', description: 'Article number, e.g. IN-11' };
const quantity = { type: 'integer', minimum: 1, maximum: 9, default: 1 };

const published = onecall?.publish('cart', {
  summary: 'The cart of this shop',
  properties: {
    goods: { type: 'string', get: () => cart.goods },
    lines: {
      get: () => cart.lines, key: 'sku', item: { type: 'object', properties: { sku: { type: 'string' }, name: { type: 'string' }, quantity: { type: 'integer' }, sum: { type: 'string' } } },
      methods: { remove: { summary: 'Takes the article out of the cart.', effect: 'write', run: (/** @type {unknown} */ args, /** @type {Line} */ line) => put(line.sku, 0) } },
    },
  },
  methods: {
    put: {
      summary: 'Puts so many pieces of an article into the cart.', effect: 'write', idempotent: true,
      args: { type: 'object', required: ['sku'], properties: { sku, quantity } },
      run: (/** @type {{ sku: string, quantity?: number }} */ args) => put(args.sku, args.quantity ?? 1),
    },
  },
});

/** @param {string} path */
const go = (path) => location.assign(base + path);
const context = /** @type {undefined | { registerTool: (tool: object) => Promise<void>, registerCollection?: (collection: object) => unknown }} */ (/** @type {unknown} */ (Reflect.get(document, 'modelContext')));
const tools = [
  { name: 'shop-list-articles', description: 'Shows the articles of the shop.', inputSchema: { type: 'object', properties: {} }, execute: () => go('') },
  {
    name: 'shop-add-to-cart', description: 'Puts an article into the cart.', inputSchema: { type: 'object', required: ['sku'], properties: { sku, quantity } },
    execute: (/** @type {{ sku: string, quantity?: number }} */ args) => put(args.sku, args.quantity ?? 1),
  },
  { name: 'shop-go-to-checkout', description: 'Opens the checkout, where the address and the card are asked for.', inputSchema: { type: 'object', properties: {} }, execute: () => go('checkout') },
];
// In a frame of a browser without WebMCP there is nothing to register with.
for (const tool of tools) await context?.registerTool(tool);
context?.registerCollection?.({ name: 'shop', title: 'Fern & Quill', description: 'From an article to the checkout', tools: tools.map(({ name }) => name) });

export {};
