/**
 * The shop's books: carts by customer, and what becomes of an order. It knows nothing of HTTP or HTML.
 */
import { ARTICLES, DELIVERY } from './data.js';

/** @import { Article } from './data.js' */

/** @typedef {{ article: Article, quantity: number }} Line */
/** @typedef {{ id: string, lines: Line[], total: number, name: string, delivery: string }} Order */
/** @typedef {Record<string, string>} Fields What was written into the form, by field. */
/** @typedef {{ order: Order } | { status: 402 | 409 | 422, message: string, errors: Fields }} Placed */

/** Carts that are kept; the oldest goes first, so that a long day fills no memory. */
const CARTS = 500;
/** Pieces of one article in one cart. */
export const MOST = 9;
/** A card that ends so is declined, so that the error story can be tried. */
export const DECLINED = '0002';

export class Shop {
  /** @type {Map<string, Map<string, number>>} */
  #carts = new Map();
  /** @type {Map<string, Order>} */
  #orders = new Map();
  #last = 1500;

  /** @param {string} customer @returns {Map<string, number>} */
  #cart(customer) {
    const cart = this.#carts.get(customer) ?? new Map();
    this.#carts.delete(customer);
    this.#carts.set(customer, cart);
    for (const oldest of this.#carts.keys()) {
      if (this.#carts.size <= CARTS) break;
      this.#carts.delete(oldest);
    }
    return cart;
  }

  /** @param {string} customer @returns {Line[]} */
  lines(customer) {
    const cart = this.#cart(customer);
    return ARTICLES.flatMap((article) => {
      const quantity = cart.get(article.sku) ?? 0;
      return quantity > 0 ? [{ article, quantity }] : [];
    });
  }

  /** @param {string} customer */
  goods(customer) {
    return this.lines(customer).reduce((sum, { article, quantity }) => sum + article.price * quantity, 0);
  }

  /**
   * Puts so many into the cart; 0 takes the article out.
   * @param {string} customer
   * @param {string} sku
   * @param {number} quantity
   * @returns {string | null} What is wrong.
   */
  put(customer, sku, quantity) {
    const article = ARTICLES.find((one) => one.sku === sku);
    if (!article) return `There is no article ${sku}.`;
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > MOST) return `The quantity must be a whole number from 0 to ${MOST}.`;
    if (quantity === 0) this.#cart(customer).delete(sku);
    else this.#cart(customer).set(sku, quantity);
    return null;
  }

  /** @param {string} customer @param {string} sku */
  add(customer, sku) {
    return this.put(customer, sku, (this.#cart(customer).get(sku) ?? 0) + 1);
  }

  /**
   * Takes an order, or says why not. Nothing is taken in part.
   * @param {string} customer
   * @param {Fields} fields
   * @returns {Placed}
   */
  place(customer, fields) {
    const lines = this.lines(customer);
    if (lines.length === 0) return { status: 409, message: 'The cart is empty.', errors: {} };
    const errors = wrongIn(fields);
    if (Object.keys(errors).length > 0) return { status: 422, message: 'The order was not placed: some fields are not right yet.', errors };
    const scarce = lines.find(({ article, quantity }) => quantity > article.stock);
    if (scarce) return { status: 409, message: `The order was not placed: of "${scarce.article.name}" only ${scarce.article.stock} are left. Change the quantity in the cart.`, errors: {} };
    if (digits(fields.card).endsWith(DECLINED)) {
      return { status: 402, message: 'The order was not placed: the bank declined the card. Nothing was charged.', errors: { card: 'This card was declined. Use another.' } };
    }
    this.#last += 1;
    const delivery = DELIVERY.get(fields.delivery ?? '');
    const order = { id: `B-${this.#last}`, lines, total: this.goods(customer) + (delivery?.price ?? 0), name: String(fields.name).trim(), delivery: delivery?.name ?? '' };
    this.#orders.set(`${customer} ${order.id}`, order);
    this.#carts.delete(customer);
    return { order };
  }

  /** A customer's own order. @param {string} customer @param {string} id */
  order(customer, id) {
    return this.#orders.get(`${customer} ${id}`);
  }
}

/** @param {string | undefined} text */
const digits = (text) => (text ?? '').replace(/\D/g, '');

/**
 * What is wrong, by field.
 * @param {Fields} fields
 * @returns {Fields}
 */
function wrongIn(fields) {
  /** @type {Fields} */
  const errors = {};
  const text = (/** @type {string} */ name) => (fields[name] ?? '').trim();
  if (text('name') === '') errors.name = 'Name is needed.';
  if (!/^\S+@\S+\.\S+$/.test(text('email'))) errors.email = 'Email must look like name@example.org.';
  if (text('street') === '') errors.street = 'Street is needed.';
  if (!/^\d{5}$/.test(text('postcode'))) errors.postcode = 'Postcode must have five digits.';
  if (text('town') === '') errors.town = 'Town is needed.';
  if (!DELIVERY.has(text('delivery'))) errors.delivery = 'Choose a delivery.';
  if (digits(fields.card).length !== 16) errors.card = 'Card number must have 16 digits.';
  return errors;
}
