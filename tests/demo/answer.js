/**
 * Reads answers as an agent does: the lines that begin with a word of Onecall's.
 */

/** A canonical path at the beginning of a text: names, keys and positions. */
const PATH = /^(?:page|app|tools)(?:\.[\p{ID_Start}_$][\p{ID_Continue}$]*|\["(?:[^"\\]|\\.)*"\]|\[-?\d+(?::\d*)?\])+/u;

/**
 * The corrected call that a fault gives, or nothing.
 * @param {string} answer
 * @returns {object | null}
 */
export function tryOf(answer) {
  const line = answer.split('\n').find((text) => /^try\s/.test(text));
  if (!line) return null;
  try {
    return /** @type {object} */ (JSON.parse(line.replace(/^try\s+/, '')));
  } catch {
    return null;
  }
}

/**
 * Paths that an answer lists, one per line, in its order.
 * @param {string} answer
 * @returns {string[]}
 */
export function pathsOf(answer) {
  const lines = answer.split('\n').filter((line) => /^\s/.test(line));
  return lines.map((line) => PATH.exec(line.trim())?.[0]).filter((path) => path !== undefined);
}

/**
 * True where the answer is a fault.
 * @param {string} answer
 * @returns {boolean}
 */
export function isFault(answer) {
  return answer.startsWith('fault ');
}
