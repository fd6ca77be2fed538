/**
 * Answers for the moments when no core can write one: it is not there, it died, or it would not take the message.
 * The shape is that of answers.md. It must never be used for what a core can say itself.
 */

/** @import { Code } from './protocol' */

/** What an agent may use when it says nothing (limits.rs, BUDGET). */
const BUDGET = 600;

/**
 * @param {Code} code
 * @param {string} message One or two sentences of ours; no text of the page.
 * @param {unknown} [input] What the caller sent, for its `format`.
 * @param {Record<string, unknown>} [attempt] A call that would work.
 * @returns {string}
 */
export function faultAnswer(code, message, input, attempt) {
  if (wantsJson(input)) {
    const usage = { tokens: Math.ceil(message.length / 4), budget: BUDGET };
    return JSON.stringify({ ok: false, isError: true, path: '', kind: 'fault', fault: { code, whose: whose(code), message, ...(attempt ? { try: attempt } : {}) }, usage });
  }
  return `fault ${code}  ${message}${attempt ? `\ntry      ${JSON.stringify(attempt)}` : ''}`.toWellFormed();
}

/**
 * Whose fault it is (fault.rs).
 * @param {Code} code
 */
function whose(code) {
  if (code === 'unavailable' || code === 'internal') return 'onecall';
  if (code === 'needs_approval' || code === 'denied' || code === 'needs_user') return 'person';
  return ['bad_path', 'not_found', 'ambiguous', 'invalid_argument', 'not_writable', 'not_a_method', 'too_large', 'cancelled'].includes(code) ? 'caller' : 'page';
}

/**
 * @param {unknown} input
 * @returns {boolean}
 */
function wantsJson(input) {
  return typeof input === 'object' && input !== null && 'format' in input && input.format === 'json';
}
