// What a call is answered with when its document goes: the core's parting words and where the page goes.
import { wellFormed } from './text.js';

/**
 * A parting answer of the core with the place the document leaves for.
 * @param {string} parting text, or JSON text
 * @param {string} url where to; empty where unknown
 */
export function parted(parting, url) {
  const said = url ? `the document is leaving for ${JSON.stringify(url)}` : 'the document is going away';
  if (parting.startsWith('{')) {
    try {
      const answer = JSON.parse(parting);
      answer.changed = [...(Array.isArray(answer.changed) ? answer.changed : []), said];
      return wellFormed(JSON.stringify(answer));
    } catch {
      // Text that happens to begin with a brace: go on as text.
    }
  }
  return wellFormed(`${parting}\nchanged  ${said}`);
}
