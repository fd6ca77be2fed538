/**
 * Reads the rules that a person or an organisation has set. Until the panel exists, `onecall.rules` in `storage.local`
 * is written by hand or by a test. It must never make a rule set weaker than what was meant.
 */

/** @import { Class, Decision, Policy, Rule } from '../shared/protocol' */
/** @import { Area } from './browser.js' */

/** Where the person's rules are kept in `storage.local`. */
export const RULES = 'onecall.rules';

/** Where an organisation's rules stand in `storage.managed` (managed.json). */
export const MANAGED = 'rules';

/** An organisation's rules as they were last time, in `storage.local`; null where there were none. */
const SEEN = 'onecall.managed';

/** @type {readonly string[]} */
const CLASSES = ['read', 'write', 'act', 'navigate', 'download', 'upload', 'submit', 'send', 'auth', 'delete', 'pay'];

/** @type {readonly string[]} */
const DECISIONS = ['allow', 'ask', 'deny'];

/**
 * The policy as it is set now.
 * @param {Area} local
 * @param {Pick<Area, 'get'>} managed
 * @returns {Promise<Policy>}
 */
export async function readPolicy(local, managed) {
  // Rejects where no organisation manages this browser.
  const set = await managed.get(MANAGED).then((items) => items[MANAGED], () => undefined);
  const stored = await local.get([RULES, SEEN]);
  if (JSON.stringify(stored[SEEN]) !== JSON.stringify(set ?? null)) await local.set({ [SEEN]: set ?? null });
  return policyOf(stored[RULES], set);
}

/**
 * The policy to start with: after the browser's start its managed storage answers only seconds later, so an
 * organisation's rules are taken as they were last time, where there was a last time. `readPolicy` has to follow.
 * @param {Area} local
 * @param {Pick<Area, 'get'>} managed
 * @returns {Promise<Policy>}
 */
export async function startingPolicy(local, managed) {
  const stored = await local.get([RULES, SEEN]);
  return SEEN in stored ? policyOf(stored[RULES], stored[SEEN]) : readPolicy(local, managed);
}

/**
 * @param {unknown} own
 * @param {unknown} set
 * @returns {Policy}
 */
function policyOf(own, set) {
  return { host: 'extension', rules: [...readRules(own), ...readRules(set)] };
}

/**
 * Rules out of what was stored. Where one of them cannot be read, nobody knows what it would have forbidden: then none
 * of the set's allowances counts.
 * @param {unknown} stored
 * @returns {Rule[]}
 */
export function readRules(stored) {
  if (stored === undefined || stored === null) return [];
  const entries = Array.isArray(stored) ? stored : [stored];
  const rules = entries.map(readRule);
  const readable = rules.filter((rule) => rule !== null);
  if (readable.length === rules.length) return readable;
  console.warn(`Onecall: ${rules.length - readable.length} of ${rules.length} rules cannot be read; none of them allows anything until they are repaired.`);
  return readable.filter((rule) => rule.decision !== 'allow');
}

/**
 * @param {unknown} stored
 * @returns {Rule | null}
 */
function readRule(stored) {
  if (typeof stored !== 'object' || stored === null) return null;
  const { origin = null, path = null, effect = null, decision, ...rest } = /** @type {Record<string, unknown>} */ (stored);
  if (Object.keys(rest).length > 0) return null;
  if (origin !== null && typeof origin !== 'string') return null;
  if (path !== null && typeof path !== 'string') return null;
  if (effect !== null && !CLASSES.includes(String(effect))) return null;
  if (typeof decision !== 'string' || !DECISIONS.includes(decision)) return null;
  return { origin, path, effect: /** @type {Class | null} */ (effect), decision: /** @type {Decision} */ (decision) };
}
