/**
 * The made pages of `bench read`: a table of orders, a shop, a form that was sent back with errors. The same in each run.
 */

const STATES = ['open', 'paid', 'shipped', 'returned'];
const PEOPLE = ['Ann Lee', 'Bo Chen', 'Cleo Diaz', 'Dev Patel', 'Eva Novak', 'Finn Olsen', 'Gia Rossi'];

/** The order that is asked for, and its row from 0. */
export const ORDER = { at: 249, key: 'A-1250', state: stateOf(249) };
/** The product that is asked for, from 0. */
export const PRODUCT = { at: 2, name: nameOf(2), price: priceOf(2) };
/** What is wrong with one of the fields. */
export const ERROR = { field: 'Postcode', text: 'Enter a full UK postcode' };

/** @param {number} at */
function stateOf(at) {
  return STATES[(at * 7) % STATES.length] ?? '';
}

/** @param {number} at */
function nameOf(at) {
  return `${['Oak', 'Pine', 'Steel', 'Glass', 'Linen'][at % 5]} ${['chair', 'table', 'lamp', 'shelf', 'rug', 'stool'][at % 6]} No. ${at + 1}`;
}

/** @param {number} at */
function priceOf(at) {
  return `£${(19 + at * 3.5).toFixed(2)}`;
}

/**
 * @param {string} title
 * @param {string} style
 * @param {string} body
 */
function page(title, style, body) {
  const nav = ['Home', 'Orders', 'Products', 'Customers', 'Reports', 'Settings'].map((name) => `<li><a href="/${name.toLowerCase()}">${name}</a></li>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>body{font:14px sans-serif}${style}</style></head>
<body><header><nav aria-label="Primary"><ul>${nav.join('')}</ul></nav></header><main><h1>${title}</h1>${body}</main><footer><p>Acme Ltd</p></footer></body></html>`;
}

/**
 * A back office's table: a key, a customer, a date, a state, a total and two buttons a row.
 * @param {number} rows
 */
export function tablePage(rows) {
  const body = Array.from({ length: rows }, (_, at) => {
    const key = `A-${1001 + at}`;
    return `<tr><th scope="row">${key}</th><td>${PEOPLE[at % PEOPLE.length]}</td><td><time datetime="2026-11-${String((at % 28) + 1).padStart(2, '0')}">${(at % 28) + 1} Nov 2026</time></td>
<td><span class="pill">${stateOf(at)}</span></td><td>${(12 + at * 1.25).toFixed(2)}</td><td><button>View</button> <button>Refund</button></td></tr>`;
  });
  return page('Orders', 'td,th{padding:4px}', `<table><caption>Orders</caption><thead><tr><th>Order</th><th>Customer</th><th>Date</th><th>Status</th><th>Total</th><th>Actions</th></tr></thead><tbody>${body.join('\n')}</tbody></table>`);
}

/**
 * A shop: cards in `div`s, without list markup.
 * @param {number} cards
 */
export function shopPage(cards) {
  const body = Array.from({ length: cards }, (_, at) => `<div class="card"><a href="/p/${at + 1}"><img src="data:," alt="${nameOf(at)}"><h3>${nameOf(at)}</h3></a>
<p class="text">Made by hand in a small workshop; comes flat and is put together in ${5 + (at % 20)} minutes.</p>
<span class="price">${priceOf(at)}</span> <span class="rating" aria-label="${(3 + (at % 20) / 10).toFixed(1)} out of 5">★★★★</span>
<button>Add to cart</button> <button aria-label="Save for later">♡</button></div>`);
  return page('Furniture', '.grid{display:grid;grid-template-columns:repeat(4,1fr)}.card{padding:8px}', `<div class="grid">${body.join('\n')}</div>`);
}

/** A form as a server sends it back: some fields with errors, some with hints. */
export function errorPage() {
  const names = ['Full name', 'Email address', 'Phone number', 'Address line 1', 'Address line 2', 'Town or city', 'County', 'Postcode', 'Company', 'Delivery notes'];
  const errors = new Map([[ERROR.field, ERROR.text], ['Email address', 'Enter an email address like name@example.com']]);
  const fields = names.map((name, at) => {
    const error = errors.get(name);
    const id = `f${at}`;
    return `<div class="group"><label for="${id}">${name}</label>${error ? `<p id="${id}-error" class="error">Error: ${error}</p>` : ''}
<input id="${id}" name="${id}" value="${error ? 'x' : ''}"${error ? ` aria-invalid="true" aria-describedby="${id}-error"` : ''}></div>`;
  });
  return page('Delivery', '.group{margin:8px}.error{color:#a00}', `<form aria-label="Delivery address" method="post">${fields.join('\n')}<button>Save and go on</button></form>`);
}
