/**
 * What has to be known, page by page: a value, and the address of the control that goes with it. A side knows a fact where its
 * answers hold the value and the address close behind the thing's own name, so that nobody wins by saying nothing.
 */
import { ERROR, ORDER, PRODUCT } from './pages.js';

/**
 * @typedef {object} Fact
 * @property {string} what In words.
 * @property {object[]} calls Calls of Onecall after the overview, as an agent would make them who read it.
 * @property {string} act A call that is only possible with the address; `$help` of it must not be a fault.
 * @property {string} name What the thing is called.
 * @property {string} value What is asked for.
 * @property {string} control What the control is called.
 * @property {string} search What an agent would search a snapshot for.
 */

/** @type {Fact} */
export const order = {
  what: `status of order ${ORDER.key}, and its Refund button`,
  calls: [{ path: `page.tables.Orders.rows["${ORDER.key}"]` }],
  act: `page.tables.Orders.rows["${ORDER.key}"].buttons.Refund.click`,
  name: ORDER.key,
  value: ORDER.state,
  control: 'Refund',
  search: ORDER.key,
};

/** @type {Fact} */
export const product = {
  what: `price of the third product, and its Add button`,
  calls: [{ path: 'page.lists[0].items[2]' }],
  act: `page.lists[0].items["${PRODUCT.name}"].buttons["Add to cart"].click`,
  name: PRODUCT.name,
  value: PRODUCT.price,
  control: 'Add to cart',
  search: PRODUCT.price,
};

/** @type {Fact} */
export const error = {
  what: `what is wrong with ${ERROR.field}, and the field`,
  calls: [{ path: `page.forms["Delivery address"].fields.${ERROR.field}` }],
  act: `page.forms["Delivery address"].fields.${ERROR.field}.set`,
  name: ERROR.field,
  value: ERROR.text,
  control: ERROR.field,
  search: ERROR.field,
};

/**
 * A row of one of the many tables of a large page.
 * @param {string} caption
 * @param {string} key
 * @returns {Fact}
 */
export function row(caption, key) {
  const path = `page.tables["${caption}"].rows["${key}"]`;
  return { what: `status of ${key} in ${caption}, and its Refund button`, calls: [{ path }], act: `${path}.buttons.Refund.click`, name: key, value: 'open', control: 'Refund', search: key };
}

/**
 * A link of a saved page, by its words.
 * @param {string} name
 * @param {string} url
 * @returns {Fact}
 */
export function link(name, url) {
  return {
    what: `address of the link ${JSON.stringify(name)}`,
    calls: [{ path: 'find', args: [name] }],
    act: '',
    name,
    value: url,
    control: name,
    search: name,
  };
}

/**
 * Does a snapshot say the value and give the control an address, near the thing's name?
 * @param {string} snapshot
 * @param {Fact} fact
 * @param {RegExp} address What an address looks like on a line.
 * @returns {boolean}
 */
export function isIn(snapshot, fact, address) {
  const lines = snapshot.split('\n');
  return lines.some((line, at) => {
    if (!line.includes(fact.name)) return false;
    const near = lines.slice(Math.max(0, at - NEAR), at + NEAR + 1);
    return near.some((one) => one.includes(fact.value)) && near.some((one) => one.includes(fact.control) && address.test(one));
  });
}

/** Lines around a name that are about the same thing. */
const NEAR = 30;
