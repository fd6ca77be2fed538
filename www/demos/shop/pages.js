/**
 * The shop's pages as HTML. Everything a customer wrote is escaped.
 */
import { ARTICLES, DELIVERY, money } from './data.js';
import { MOST } from './orders.js';

/** @import { Fields, Line, Order } from './orders.js' */

/** @typedef {{ base: string, app: boolean, count: number }} Frame Where the shop stands, with its own code or without, pieces in the cart. */

/** @param {unknown} text */
const escaped = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * @param {Frame} frame
 * @param {string} title
 * @param {string} here
 * @param {string} body
 */
function page({ base, app, count }, title, here, body) {
  const links = [['', 'Articles'], ['cart', `Cart (${count})`], ['checkout', 'Checkout']];
  const nav = links.map(([path, name]) => `<li><a href="${base}/${path}"${path === here ? ' aria-current="page"' : ''}>${name}</a></li>`).join('');
  // The tag stands first, so that it sees the tools that the shop registers.
  const scripts = `<script src="../../../onecall/onecall.iife.js"></script>${app ? '<script type="module" src="../app.js"></script>' : ''}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Fern &amp; Quill</title><link rel="icon" href="../../../site/icon.svg"><link rel="stylesheet" href="../../demos.css"><link rel="stylesheet" href="../shop.css">${scripts}</head>
<body><a class="skip" href="#main">Skip to the content</a>
<header class="bar"><strong>Fern &amp; Quill</strong><nav aria-label="Shop"><ul>${nav}</ul></nav><span class="end">${app ? 'with the shop’s own code' : 'HTML only'}</span></header>
<main id="main">${body}</main></body></html>`;
}

/** @param {Frame} frame @param {string} [said] */
export function articles(frame, said) {
  const cards = ARTICLES.map(({ sku, name, about, price, stock, hue }) => `<li class="card article"><div class="picture" style="--hue:${hue}" aria-hidden="true"></div><h2>${escaped(name)}</h2><p class="quiet">${escaped(about)}</p>
<p><b>${money(price)}</b> <span class="quiet">${stock < 5 ? `only ${stock} left` : 'in stock'}</span></p>
<form method="post" action="${frame.base}/add"><input type="hidden" name="sku" value="${sku}"><button aria-label="Add to the cart: ${escaped(name)}">Add to the cart</button></form></li>`);
  return page(frame, 'Articles', '', `<h1>For people who write by hand</h1>${said ? `<p class="notice" role="status">${escaped(said)}</p>` : ''}<ul class="articles" aria-label="Articles">${cards.join('')}</ul>`);
}

/**
 * @param {Frame} frame
 * @param {Line[]} lines
 * @param {number} goods
 * @param {string} [wrong]
 */
export function cart(frame, lines, goods, wrong) {
  const { base } = frame;
  const notice = wrong ? `<p class="notice bad" role="alert">${escaped(wrong)}</p>` : '';
  if (lines.length === 0) return page(frame, 'Cart', 'cart', `<h1>Your cart</h1>${notice}<p>The cart is empty. <a href="${base}/">Look at the articles</a></p>`);
  const rows = lines.map(({ article: { sku, name, price }, quantity }) => `<tr><th scope="row">${escaped(name)}</th><td class="number">${money(price)}</td>
<td><form method="post" action="${base}/quantity" class="row"><input type="hidden" name="sku" value="${sku}"><input class="few" name="quantity" type="number" min="0" max="${MOST}" value="${quantity}" aria-label="Quantity of ${escaped(name)}"><button>Change</button></form></td>
<td class="number">${money(price * quantity)}</td><td><form method="post" action="${base}/quantity"><input type="hidden" name="sku" value="${sku}"><input type="hidden" name="quantity" value="0"><button aria-label="Remove ${escaped(name)}">Remove</button></form></td></tr>`);
  return page(frame, 'Cart', 'cart', `<h1>Your cart</h1>${notice}<div class="card wide"><table><caption class="hidden">Cart</caption><thead><tr><th scope="col">Article</th><th scope="col" class="number">Price</th><th scope="col">Quantity</th><th scope="col" class="number">Sum</th><th scope="col"><span class="hidden">Remove</span></th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div><div class="row end"><p>Goods: <b>${money(goods)}</b></p><a class="button primary" href="${base}/checkout">Go to the checkout</a></div>`);
}

/** Label, name, and what the field needs. @type {Array<[string, string, string]>} */
const FIELDS = [
  ['Name', 'name', 'autocomplete="name"'], ['Email', 'email', 'type="email" autocomplete="email"'], ['Street', 'street', 'autocomplete="street-address"'],
  ['Postcode', 'postcode', 'autocomplete="postal-code" inputmode="numeric"'], ['Town', 'town', 'autocomplete="address-level2"'], ['Card number', 'card', 'autocomplete="cc-number" inputmode="numeric"'],
];

/**
 * @param {Frame} frame
 * @param {{ lines: Line[], goods: number, fields?: Fields, errors?: Fields, message?: string }} state
 */
export function checkout(frame, { lines, goods, fields = {}, errors = {}, message }) {
  if (lines.length === 0) return page(frame, 'Checkout', 'checkout', `<h1>Checkout</h1>${message ? `<p class="notice bad" role="alert">${escaped(message)}</p>` : ''}<p>The cart is empty. <a href="${frame.base}/">Look at the articles</a></p>`);
  const field = ([label, name, more] = ['', '', '']) => {
    const error = errors[name];
    // A card's number is never sent back to the page.
    const value = name === 'card' ? '' : escaped(fields[name] ?? '');
    return `<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" ${more} value="${value}"${error ? ` aria-invalid="true" aria-describedby="${name}-error"` : ''}>${error ? `<p class="error" id="${name}-error">${escaped(error)}</p>` : ''}</div>`;
  };
  const chosen = fields.delivery ?? 'standard';
  const choices = [...DELIVERY].map(([id, { name, price }]) => `<label class="choice"><input type="radio" name="delivery" value="${id}"${id === chosen ? ' checked' : ''}> ${name}, ${money(price)}</label>`).join('');
  return page(frame, message ? 'Not placed' : 'Checkout', 'checkout', `<h1>Checkout</h1>${message ? `<p class="notice bad" role="alert">${escaped(message)}</p>` : ''}
<form class="card pay" method="post" action="${frame.base}/pay" novalidate aria-label="Checkout"><div class="pair">${FIELDS.map(field).join('')}</div><fieldset><legend>Delivery</legend>${choices}</fieldset>
<div class="split"><p>Goods: <b>${money(goods)}</b>, ${lines.length === 1 ? 'one article' : `${lines.length} articles`}</p><button class="primary">Pay now</button></div></form>
<p class="quiet">Nothing is charged: this is a demo. A card that ends with 0002 is declined.</p>`);
}

/** @param {Frame} frame @param {Order} order */
export function thanks(frame, order) {
  const lines = order.lines.map(({ article, quantity }) => `<li>${quantity} × ${escaped(article.name)}</li>`).join('');
  return page(frame, `Order ${order.id}`, 'thanks', `<h1>Thank you, ${escaped(order.name)}</h1><p class="notice" role="status">Order ${order.id} was placed: ${money(order.total)}.</p>
<section class="card" aria-labelledby="what"><h2 id="what">What you ordered</h2><ul class="lines">${lines}</ul><p class="quiet">${escaped(order.delivery)}</p></section><p><a href="${frame.base}/">Back to the articles</a></p>`);
}

/** @param {Frame} frame */
export const missing = (frame) => page(frame, 'Not found', '-', `<h1>There is no such page</h1><p><a href="${frame.base}/">Look at the articles</a></p>`);
