/**
 * The shop's small server: pages, a cart for each visitor, the checkout, and the same as JSON for the shop's own script. Twice,
 * below `app/` and `plain/`, with that script and without. It listens nowhere itself: whoever serves the site asks it first.
 */
import { randomUUID } from 'node:crypto';
import { money } from './data.js';
import { Shop } from './orders.js';
import * as pages from './pages.js';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Frame } from './pages.js' */
/** @import { Fields } from './orders.js' */

/** Where it stands in the site. */
const BASE = '/demos/shop';
const COOKIE = 'fern-visitor';
/** A form of this shop is far smaller. */
const BODY = 20_000;

/** @returns {(request: IncomingMessage, response: ServerResponse) => Promise<boolean>} False where the request is not for the shop. */
export function shopServer() {
  const shop = new Shop();
  return async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://shop').pathname;
    const [, form, rest = ''] = new RegExp(`^${BASE}/(app|plain)/(.*)$`).exec(path) ?? [];
    if (!form) return false;
    const visitor = visitorOf(request) ?? randomUUID();
    response.setHeader('set-cookie', `${COOKIE}=${visitor}; Path=${BASE}; HttpOnly; SameSite=Lax`);
    response.setHeader('cache-control', 'no-store');
    // The two are two shops for a visitor, so that one can be compared with the other.
    await answer(shop, { base: `${BASE}/${form}`, app: form === 'app', customer: `${visitor} ${form}` }, rest, request, response);
    return true;
  };
}

/** @param {IncomingMessage} request */
function visitorOf(request) {
  return new RegExp(`(?:^|; )${COOKIE}=([0-9a-f-]{36})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
}

/**
 * @param {Shop} shop
 * @param {{ base: string, app: boolean, customer: string }} at
 * @param {string} rest
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function answer(shop, { base, app, customer }, rest, request, response) {
  /** @returns {Frame} */
  const frame = () => ({ base, app, count: shop.lines(customer).reduce((sum, { quantity }) => sum + quantity, 0) });
  const html = (/** @type {string} */ text, status = 200) => void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text);
  const json = (/** @type {unknown} */ value, status = 200) => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const away = (/** @type {string} */ to) => void response.writeHead(303, { location: `${base}/${to}` }).end();
  const state = () => ({ lines: shop.lines(customer), goods: shop.goods(customer) });

  if (request.method === 'POST') {
    const fields = await read(request);
    if (!fields) return json({ error: 'too large' }, 413);
    const quantity = fields.quantity === undefined || fields.quantity === '' ? NaN : Number(fields.quantity);
    if (rest === 'add') {
      const wrong = shop.add(customer, fields.sku ?? '');
      return wrong ? html(pages.cart(frame(), ...lines(state()), wrong), 409) : away('cart');
    }
    if (rest === 'quantity') {
      const wrong = shop.put(customer, fields.sku ?? '', quantity);
      return wrong ? html(pages.cart(frame(), ...lines(state()), wrong), 422) : away('cart');
    }
    if (rest === 'cart.json') {
      const wrong = shop.put(customer, fields.sku ?? '', quantity);
      return wrong ? json({ error: wrong }, 422) : json(cartOf(state()));
    }
    if (rest === 'pay') {
      const placed = shop.place(customer, fields);
      if ('order' in placed) return away(`thanks?order=${placed.order.id}`);
      return html(pages.checkout(frame(), { ...state(), ...placed, fields }), placed.status);
    }
    return html(pages.missing(frame()), 404);
  }
  if (rest === '') return html(pages.articles(frame()));
  if (rest === 'cart') return html(pages.cart(frame(), ...lines(state())));
  if (rest === 'cart.json') return json(cartOf(state()));
  if (rest === 'checkout') return html(pages.checkout(frame(), state()));
  const order = rest === 'thanks' ? shop.order(customer, new URL(request.url ?? '/', 'http://shop').searchParams.get('order') ?? '') : undefined;
  return order ? html(pages.thanks(frame(), order)) : html(pages.missing(frame()), 404);
}

/** @typedef {{ lines: import('./orders.js').Line[], goods: number }} State */

/** @param {State} state @returns {[State['lines'], number]} */
const lines = (state) => [state.lines, state.goods];

/** The cart for the shop's own script. @param {State} state */
const cartOf = (state) => ({
  lines: state.lines.map(({ article: { sku, name, price }, quantity }) => ({ sku, name, quantity, sum: money(price * quantity) })),
  goods: money(state.goods),
});

/**
 * A form's fields.
 * @param {IncomingMessage} request
 * @returns {Promise<Fields | null>} Null where it is too large.
 */
async function read(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > BODY) return null;
  }
  return Object.fromEntries(new URLSearchParams(text));
}
