/**
 * The bounds of an input before anything else looks at it: what is beyond them cannot be carried over a port or read by
 * the core without exhausting a stack. The core has finer bounds and says them better.
 */

/** Nesting (limits.rs, JSON_DEPTH, and some for the input's own fields). */
export const DEPTH = 80;

/** Values; more is no call but a flood. */
export const VALUES = 200_000;

/**
 * True where an input nests too deeply or holds too many values.
 * @param {unknown} input
 * @returns {boolean}
 */
export function isTooLarge(input) {
  let level = [input];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length;
    if (depth > DEPTH || values > VALUES) return true;
    /** @type {unknown[]} */
    const next = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const inner of Object.values(value)) next.push(inner);
    }
    level = next;
  }
  return false;
}
