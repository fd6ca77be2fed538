/**
 * An agent's session in the bundled shop: it looks around, mistypes a name and corrects it, finds a row, opens it, takes
 * an order with a mistake in it and corrects that, and refunds an order in a dialog.
 */
import { tryOf } from './answer.js';

/**
 * One call of an agent, with what it is for and what its answer must say.
 * @typedef {{ says: string, input: object, expect?: RegExp }} Call
 */

/** An order that the shop takes, but for its postcode. */
export const CUSTOMER = {
  Name: 'Ada Byron',
  Email: 'ada@example.org',
  Article: 'Ink, moss green, 14.50 EUR',
  Quantity: 2,
  Town: 'Turku',
  Delivery: 'Express, 9.90 EUR',
  'The customer accepts the terms': true,
};

/** @returns {Generator<Call, void, string>} */
export function* shop() {
  yield { says: 'Look around', input: {}, expect: /page\.tables\.Orders +500 rows/ };

  const fault = yield { says: 'A name that is not there', input: { path: 'page.tables["Ordres"]' }, expect: /^fault not_found/ };
  yield { says: 'Do what the fault says', input: tryOf(fault) ?? {}, expect: /^page\.tables\.Orders +500 rows/ };

  yield { says: 'Find a row by its key', input: { path: 'page.tables["Orders"].rows["A-1137"]' }, expect: /A-1137/ };
  yield {
    says: 'Open it',
    input: { path: 'page.tables["Orders"].rows["A-1137"].buttons.View.click', args: [] },
    expect: /^done[\s\S]*^changed[\s\S]*Order A-1137/m,
  };
  yield { says: 'Read what was opened', input: { path: 'page.sections["Order A-1137"].text' }, expect: /Lines/ };

  yield { says: 'Fill the checkout', input: { path: 'page.forms["Checkout"].fill', args: { ...CUSTOMER, Postcode: '2010' } } };
  const submit = { path: 'page.forms["Checkout"].submit', args: [] };
  yield { says: 'Submit it: the shop does not like the postcode', input: submit, expect: /Postcode must have five digits/ };
  yield { says: 'Correct that field', input: { path: 'page.forms["Checkout"].fields.Postcode', value: '20100' }, expect: /^done/ };
  yield { says: 'Submit again', input: submit, expect: /Order A-1501 for Ada Byron was placed: 38\.90 EUR/ };

  yield {
    says: 'Refund another order: a dialog opens',
    input: { path: 'page.tables["Orders"].rows["A-1138"].buttons.Refund.click', args: [] },
    expect: /page\.dialogs\["Refund order A-1138"\]/,
  };
  yield { says: 'Fill the dialog', input: { path: 'page.dialogs["Refund order A-1138"].fill', args: { Reason: 'Arrived damaged' } }, expect: /^done/ };
  yield {
    says: 'Confirm it',
    input: { path: 'page.dialogs["Refund order A-1138"].buttons["Confirm refund"].click', args: [] },
    expect: /EUR go back to/,
  };
}
