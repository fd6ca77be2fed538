/**
 * The demo page: an order table with search, the order's details, refunds in a dialog, and the checkout.
 */
import { startCheckout } from './checkout.js';
import { articles, makeOrders, money } from './data.js';
import { byId, make, toast } from './dom.js';

/** @import { Order, Status } from './data.js' */

/** @type {Order[]} */
const orders = makeOrders(500);

const table = byId('table', HTMLTableElement);
const body = table.tBodies[0] ?? table.createTBody();
const search = byId('search', HTMLFormElement);
const detail = byId('detail', HTMLElement);
const dialog = byId('refund', HTMLDialogElement);
const refundForm = byId('refund-form', HTMLFormElement);

/**
 * @param {Order} order
 * @returns {HTMLTableRowElement}
 */
function rowOf(order) {
  const view = make('button', { type: 'button', 'data-do': 'view', 'data-order': order.id }, 'View');
  const refund = make('button', { type: 'button', 'data-do': 'refund', 'data-order': order.id }, 'Refund');
  refund.disabled = order.status === 'refunded';
  return make(
    'tr',
    {},
    make('th', { scope: 'row' }, order.id),
    make('td', {}, order.customer),
    make('td', {}, order.town),
    make('td', {}, make('time', { datetime: order.date }, order.date)),
    make('td', {}, make('span', { class: `pill ${order.status}` }, order.status)),
    make('td', { class: 'number' }, money(order.total)),
    make('td', { class: 'actions' }, view, refund),
  );
}

/** @returns {Order[]} */
function wanted() {
  const data = new FormData(search);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim().toLowerCase();
  const [query, status, since] = [text('query'), text('status'), text('since')];
  return orders.filter((order) => {
    const words = `${order.id} ${order.customer} ${order.town}`.toLowerCase();
    return words.includes(query) && (status === '' || order.status === status) && order.date >= since;
  });
}

function show() {
  const found = wanted();
  body.replaceChildren(...found.map(rowOf));
  byId('shown', HTMLParagraphElement).textContent = found.length === orders.length ? `${found.length} orders` : `${found.length} of ${orders.length} orders`;
  for (const status of /** @type {Status[]} */ (['open', 'paid', 'refunded'])) {
    byId(`count-${status}`, HTMLElement).textContent = String(orders.filter((order) => order.status === status).length);
  }
}

/** @param {Order} order */
function open(order) {
  byId('detail-title', HTMLHeadingElement).textContent = `Order ${order.id}`;
  const facts = [['Customer', order.customer], ['Town', order.town], ['Date', order.date], ['Status', order.status], ['Total', `${money(order.total)} EUR`]];
  byId('detail-facts', HTMLDListElement).replaceChildren(
    ...facts.map(([name, value]) => make('div', {}, make('dt', {}, name ?? ''), make('dd', {}, value ?? ''))),
  );
  byId('detail-lines', HTMLUListElement).replaceChildren(
    ...order.lines.map(({ article, quantity }) => make('li', {}, `${quantity} × ${article.name} (${article.sku})`)),
  );
  detail.hidden = false;
  detail.scrollIntoView({ block: 'nearest' });
}

/** @param {Order} order */
function askRefund(order) {
  refundForm.reset();
  dialog.dataset.order = order.id;
  byId('refund-title', HTMLHeadingElement).textContent = `Refund order ${order.id}`;
  byId('refund-says', HTMLParagraphElement).textContent = `${order.customer} paid ${money(order.total)} EUR.`;
  byId('amount', HTMLInputElement).value = money(order.total);
  byId('refund-problem', HTMLParagraphElement).textContent = '';
  dialog.showModal();
}

/** @param {SubmitEvent} event */
function confirmRefund(event) {
  const order = orders.find(({ id }) => id === dialog.dataset.order);
  const amount = Number(byId('amount', HTMLInputElement).value.replace(',', '.'));
  if (order && amount > 0 && amount * 100 <= order.total) {
    order.status = 'refunded';
    show();
    toast(`${money(amount * 100)} EUR go back to ${order.customer} for order ${order.id}.`);
    return;
  }
  event.preventDefault();
  byId('refund-problem', HTMLParagraphElement).textContent = `The amount must be a number up to ${money(order?.total ?? 0)}.`;
}

table.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  const order = orders.find(({ id }) => id === button?.dataset.order);
  if (!button || !order) return;
  if (button.dataset.do === 'refund') askRefund(order);
  else open(order);
});
search.addEventListener('submit', (event) => {
  event.preventDefault();
  show();
});
search.addEventListener('reset', () => setTimeout(show));
byId('detail-close', HTMLButtonElement).addEventListener('click', () => {
  detail.hidden = true;
});
byId('refund-cancel', HTMLButtonElement).addEventListener('click', () => dialog.close());
refundForm.addEventListener('submit', confirmRefund);

byId('best-list', HTMLUListElement).append(
  ...articles.slice(0, 6).map(({ sku, name, price }) =>
    make('li', { class: 'article' }, make('h3', {}, name), make('p', { class: 'quiet' }, sku), make('p', { class: 'price' }, `${money(price)} EUR`)),
  ),
);
startCheckout((draft) => {
  const order = { id: `A-${1001 + orders.length}`, ...draft };
  orders.unshift(order);
  show();
  return order;
});
show();
