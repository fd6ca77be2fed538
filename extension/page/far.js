// Steps that the page's own code does (published objects, tools): the kit only passes them on to the provider.
import { OWN } from './collections.js';
import { failed, refuse } from './guard.js';
import { oneLine, plain } from './text.js';

/**
 * @typedef {import('./types.js').FarAct} FarAct
 * @typedef {import('./types.js').Outcome} Outcome
 * @typedef {import('./types.js').Provider} Provider
 * @typedef {import('./calls.js').Call} Call
 */

/** Characters of what a tool gave that go on to the next document. */
const MOST_RESULT = 1_000;

/** Where nothing is published. @type {Provider} */
export const NO_PROVIDER = { look() {}, offers: [], onOffer() {}, perform: async () => failed('This page offers nothing.') };

/**
 * Is it done by the page's own code?
 * @param {import('./types.js').Act} act
 * @returns {act is FarAct}
 */
export function isFar(act) {
  return act.verb === 'appGet' || act.verb === 'appSet' || act.verb === 'appCall' || act.verb === 'toolCall' || act.verb === 'tabCall';
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
  call.journal.plan = plan || call.journal.plan;
  if (act.verb !== 'appGet') {
    call.acted = true;
    call.parting = parting;
  }
  const over = new AbortController();
  const ended = call.ended.then(() => refuse('cancelled', 'the call is over'));
  try {
    const outcome = await Promise.race([perform(act, over.signal), ended]);
    if (act.verb === 'toolCall' && outcome.kind === 'done') call.parting = withResult(call.parting, outcome.value);
    return outcome;
  } finally {
    over.abort();
  }
}

/**
 * What is said where the document goes before the answer: what the tool gave belongs to it.
 * @param {string} parting
 * @param {import('./types.js').Value} came
 */
function withResult(parting, came) {
  const value = typeof came === 'object' && came !== null && 'value' in came ? came.value : null;
  if (value === null || parting.startsWith('{')) return parting;
  return `${parting}\ngave     ${oneLine(JSON.stringify(value), MOST_RESULT)}`;
}

/**
 * The collections that the next document goes on with, in a line each.
 * @param {import('./types.js').Offer[]} offers
 * @returns {string[]}
 */
export function goingOn(offers) {
  const told = offers.find((offer) => offer.kind === 'tools')?.tools;
  const { collections } = /** @type {{ collections?: unknown }} */ (typeof told === 'object' && told !== null ? told : {});
  const named = /** @type {{ name?: unknown, tools?: unknown[] }[]} */ (Array.isArray(collections) ? collections : []);
  return named.filter(({ name }) => name !== OWN).slice(0, 8).map(({ name, tools }) => `tools[${JSON.stringify(plain(String(name), 80))}]: ${tools?.length ?? 0} tools`);
}
