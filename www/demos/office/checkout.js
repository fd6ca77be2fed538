/**
 * The demo's checkout form: its own checks with messages beside the fields, the sum to pay, and the new order.
 */
import { articles, money } from './data.js';
import { byId, make, toast } from './dom.js';

/** @import { Order } from './data.js' */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

const DELIVERY = new Map([['standard', 390], ['express', 990], ['pickup', 0]]);

const form = byId('order', HTMLFormElement);
const problems = byId('problems', HTMLDivElement);

/**
 * Makes the form work.
 * @param {(order: Omit<Order, 'id'>) => Order} place Takes the order into the list.
 */
export function startCheckout(place) {
  const article = byId('article', HTMLSelectElement);
  for (const { sku, name, price } of articles) article.append(make('option', { value: sku }, `${name}, ${money(price)} EUR`));
  form.addEventListener('input', (event) => {
    if (event.target instanceof HTMLElement) clear(event.target);
    showSum();
  });
  form.addEventListener('reset', () => setTimeout(showSum));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!check()) return;
    const order = place(read());
    form.reset();
    toast(`Order ${order.id} for ${order.customer} was placed: ${money(order.total)} EUR.`);
  });
  showSum();
}

/** @returns {Control[]} */
function controls() {
  const found = [];
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) found.push(element);
  }
  return found;
}

/** @param {HTMLElement} control */
function clear(control) {
  control.removeAttribute('aria-invalid');
  const error = document.getElementById(`${control.getAttribute('name')}-error`);
  if (!error) return;
  error.remove();
  const others = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== error.id && id !== '');
  if (others.length > 0) control.setAttribute('aria-describedby', others.join(' '));
  else control.removeAttribute('aria-describedby');
}

/**
 * @param {Control} control
 * @returns {string}
 */
function labelOf(control) {
  const text = control.labels?.[0]?.textContent ?? control.name;
  return text.replace('*', '').replace(/\s+/g, ' ').trim();
}

/**
 * @param {Control} control
 * @returns {string}
 */
function complaint(control) {
  const { validity } = control;
  const label = labelOf(control);
  if (validity.valueMissing) return control instanceof HTMLInputElement && control.type === 'checkbox' ? `Needed: ${label.toLowerCase()}.` : `${label} is needed.`;
  if (validity.typeMismatch) return `${label} does not look like an address: name@example.org.`;
  if (validity.patternMismatch) return `${label} must have five digits.`;
  if (validity.rangeUnderflow || validity.rangeOverflow || validity.badInput) return `${label} must be a number from 1 to 99.`;
  return control.validationMessage;
}

/** Says what is wrong beside each field and above them; true where nothing is. */
function check() {
  /** @type {Control[]} */
  const wrong = [];
  for (const control of controls()) {
    clear(control);
    if (control.validity.valid) continue;
    wrong.push(control);
    const id = `${control.name}-error`;
    const holder = control.closest('.field') ?? control.closest('label') ?? control;
    const error = make('p', { class: 'error', id }, complaint(control));
    if (holder instanceof HTMLLabelElement) holder.after(error);
    else holder.append(error);
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', `${control.getAttribute('aria-describedby') ?? ''} ${id}`.trim());
  }
  problems.textContent = wrong.length === 0 ? '' : `The order was not placed: ${wrong.map(complaint).join(' ')}`;
  wrong[0]?.focus();
  return wrong.length === 0;
}

/** @returns {Omit<Order, 'id'>} */
function read() {
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  const article = articles.find(({ sku }) => sku === text('article'));
  const lines = article ? [{ article, quantity: Number(text('quantity')) }] : [];
  const goods = lines.reduce((sum, line) => sum + line.article.price * line.quantity, 0);
  return {
    customer: text('name'),
    town: text('town'),
    date: '2026-11-30',
    status: 'open',
    lines,
    total: goods + (DELIVERY.get(text('delivery')) ?? 0),
  };
}

function showSum() {
  const { total, lines } = read();
  byId('to-pay', HTMLOutputElement).value = `${money(lines.length > 0 ? total : 0)} EUR`;
}
