// Steps that the page's own code does (published objects, tools): the kit only passes them on to the provider.
import { failed, refuse } from './guard.js';

/**
 * @typedef {import('./types.js').FarAct} FarAct
 * @typedef {import('./types.js').Outcome} Outcome
 * @typedef {import('./types.js').Provider} Provider
 * @typedef {import('./calls.js').Call} Call
 */

/** Where nothing is published. @type {Provider} */
export const NO_PROVIDER = { look() {}, offers: [], onOffer() {}, perform: async () => failed('This page offers nothing.') };

/**
 * Is it done by the page's own code?
 * @param {import('./types.js').Act} act
 * @returns {act is FarAct}
 */
export function isFar(act) {
  return act.verb === 'appGet' || act.verb === 'appSet' || act.verb === 'appCall' || act.verb === 'toolCall';
}

/**
 * Lets the page's code do a step; a call that ends does not wait for it, and the code is told.
 * @param {Call} call
 * @param {import('./calls.js').Perform} effect
 * @param {FarAct} act
 * @param {(act: FarAct, signal: AbortSignal) => Promise<Outcome>} perform
 * @returns {Promise<Outcome>}
 */
export async function far(call, { plan, parting }, act, perform) {
  call.journal.plan = plan;
  if (act.verb !== 'appGet') {
    call.acted = true;
    call.parting = parting;
  }
  const over = new AbortController();
  const ended = call.ended.then(() => refuse('cancelled', 'the call is over'));
  try {
    return await Promise.race([perform(act, over.signal), ended]);
  } finally {
    over.abort();
  }
}
