/**
 * Reads the rules that a person (in the options or by an answer) or an organisation has set. It must never make a rule
 * set weaker than what was meant.
 */

/** @import { Class, Decision, Rule } from './protocol' */

/** Where the person's rules are kept in `storage.local`. */
export const RULES = 'onecall.rules';

/** Where an organisation's rules stand in `storage.managed` (managed.json). */
export const MANAGED = 'rules';

/** @type {readonly string[]} */
export const CLASSES = ['read', 'write', 'act', 'navigate', 'download', 'upload', 'submit', 'consequential', 'send', 'auth', 'delete', 'pay'];

/** @type {readonly string[]} */
export const DECISIONS = ['allow', 'ask', 'deny'];

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
  const { origin = null, path = null, effect = null, across = null, decision, ...rest } = /** @type {Record<string, unknown>} */ (stored);
  if (Object.keys(rest).length > 0) return null;
  if (origin !== null && typeof origin !== 'string') return null;
  if (path !== null && typeof path !== 'string') return null;
  if (across !== null && typeof across !== 'string') return null;
  if (effect !== null && !CLASSES.includes(String(effect))) return null;
  if (typeof decision !== 'string' || !DECISIONS.includes(decision)) return null;
  return { origin, path, effect: /** @type {Class | null} */ (effect), across, decision: /** @type {Decision} */ (decision) };
}
