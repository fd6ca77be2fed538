// The few faults that the kit has to word itself, because no core is there to do it: the document goes, the
// core cannot start, a deadline is over. Same lines and same JSON as the core's (answers.md).
import { wellFormed } from './text.js';

/** @typedef {import('../shared/protocol.d.ts').Code} Code */

/** @param {unknown} input */
export function wantsJson(input) {
  return typeof input === 'object' && input !== null && 'format' in input && input.format === 'json';
}

/**
 * @param {Code} code
 * @param {string} message one or two sentences; strings of the page inside it as JSON strings
 * @param {boolean} json
 * @param {Record<string, unknown>} [attempt] a call that would work
 */
export function fault(code, message, json, attempt) {
  if (!json) return wellFormed(`fault ${code}  ${message}${attempt ? `\ntry      ${JSON.stringify(attempt)}` : ''}`);
  const tokens = Math.ceil(message.length / 4) + 20;
  return wellFormed(JSON.stringify({
    ok: false, isError: true, path: '', kind: 'fault',
    fault: { code, message, ...(attempt ? { try: attempt } : {}) },
    usage: { tokens, budget: 0 },
  }));
}

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
