/**
 * An agent that meets a page it knows nothing of: it looks around, opens what the overview names, and follows one
 * continuation. It only reads.
 */
import { pathsOf } from './answer.js';

/** @import { Call } from './shop.js' */

/** How many of the places in the overview are opened. */
const PLACES = 6;

/** What to read of a kind of place, so that a long one does not fill the page. */
const FIRST = new Map([
  ['tables', '.rows[0:3]'],
  ['lists', '.items[0:3]'],
]);

/** @returns {Generator<Call, void, string>} */
export function* explore() {
  const overview = yield { says: 'Look around', input: {} };
  /** @type {string | undefined} */
  let more;
  for (const path of pathsOf(overview).slice(0, PLACES)) {
    const kind = /^page\.(\w+)[.[]/.exec(path)?.[1] ?? '';
    const answer = yield { says: `Open ${path}`, input: { path: path + (FIRST.get(kind) ?? '') } };
    more ??= /^more\s+((?:page|app|tools)\S+)/m.exec(answer)?.[1];
  }
  if (more) yield { says: 'Go on where an answer was cut', input: { path: more } };
}
