/**
 * Tasks in the bundled shop, each done twice: call by call, as an agent that reads each answer before it goes on, and as one
 * script. Both start from the same knowledge (the overview was read) and must leave the page in the same state.
 */

import { CUSTOMER } from '../../demo/shop.js';

/**
 * @typedef {(input: object) => Promise<string>} Caller
 * @typedef {{ name: string, calls: (call: Caller) => Promise<string>, script: string, wanted: RegExp, state?: string }} Task
 *   `wanted` is what the last answer has to hold, `state` an expression in the page whose value has to come out the same.
 */

/** @param {string} answer @returns {string[]} The cells of each row, without the key. */
const rows = (answer) => answer.split('\n').filter((line) => /^"A-\d+" \|/.test(line));
/** @param {string} line @returns {string} */
const key = (line) => /^"([^"]+)"/.exec(line)?.[1] ?? '';

/** @param {Caller} call @param {string} path */
async function everyRow(call, path) {
  const found = [];
  let at = path;
  for (;;) {
    const answer = await call({ path: at });
    found.push(...rows(answer));
    const more = /^more +(\S.*?) \(\d+ left\)/m.exec(answer)?.[1];
    if (!more || rows(answer).length === 0) return found;
    at = more;
  }
}

const ORDERS = 'page.tables["Orders"].rows';

/** @type {Task[]} */
export const TASKS = [
  {
    name: 'sum of all open orders',
    async calls(call) {
      const open = await everyRow(call, `${ORDERS}.where({"Status":"Open"}).select("Total")`);
      const sum = open.reduce((all, line) => all + Number.parseFloat(line.split(' | ')[1]?.replace(/,/g, '') ?? ''), 0);
      return sum.toFixed(2);
    },
    script: `const open = await ${ORDERS}.where({ Status: "Open" })
return open.reduce((sum, row) => sum + parseFloat(row.Total.replace(/,/g, "")), 0).toFixed(2)`,
    wanted: /\d+\.\d\d/,
  },
  {
    name: 'customers with most orders',
    async calls(call) {
      const all = await everyRow(call, `${ORDERS}.select("Customer")`);
      return mostOf(all.map((line) => line.split(' | ')[1] ?? ''));
    },
    script: `const count = {}
for (const { Customer } of await ${ORDERS}) count[Customer] = (count[Customer] ?? 0) + 1
return Object.entries(count).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 3).map(([name]) => name).join(", ")`,
    wanted: /\w/,
  },
  {
    name: 'refund three orders, with a reason each',
    async calls(call) {
      const paid = rows(await call({ path: `${ORDERS}.where({"Status":"Paid"})[0:3]` })).map(key);
      let last = '';
      for (const order of paid) {
        await call({ path: `${ORDERS}["${order}"].buttons.Refund.click`, args: [] });
        await call({ path: `page.dialogs["Refund order ${order}"].fill`, args: { Reason: 'Arrived damaged' } });
        last = await call({ path: `page.dialogs["Refund order ${order}"].buttons["Confirm refund"].click`, args: [] });
      }
      return last;
    },
    script: `for (const { key } of (await ${ORDERS}.where({ Status: "Paid" })).slice(0, 3)) {
  await ${ORDERS}[key].buttons.Refund.click()
  const dialog = page.dialogs["Refund order " + key]
  await dialog.fill({ Reason: "Arrived damaged" })
  await dialog.buttons["Confirm refund"].click()
}`,
    wanted: /EUR go back to|clicked/,
    state: `document.getElementById('count-refunded').textContent`,
  },
  {
    name: 'take an order, and correct what the shop does not like',
    async calls(call) {
      await call({ path: 'page.forms["Checkout"].fill', args: { ...CUSTOMER, Postcode: '2010' } });
      const answer = await call({ path: 'page.forms["Checkout"].submit', args: [] });
      if (!/five digits/.test(answer)) return answer;
      await call({ path: 'page.forms["Checkout"].fields.Postcode', value: '20100' });
      return call({ path: 'page.forms["Checkout"].submit', args: [] });
    },
    script: `const form = page.forms["Checkout"]
await form.fill(${JSON.stringify({ ...CUSTOMER, Postcode: '2010' })})
let sent = await form.submit()
if (/five digits/.test(sent.changed.join() + sent.events.join())) {
  await form.fill({ Postcode: "20100" })
  sent = await form.submit()
}
return sent.events`,
    wanted: /was placed/,
    state: `document.querySelectorAll('#orders tbody tr').length`,
  },
];

/** @param {string[]} names */
function mostOf(names) {
  /** @type {Record<string, number>} */
  const count = {};
  for (const name of names) count[name] = (count[name] ?? 0) + 1;
  const order = Object.entries(count).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return order.slice(0, 3).map(([name]) => name).join(', ');
}
