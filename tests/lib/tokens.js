/**
 * Tokens as OpenAI's o200k vocabulary counts them: the measure of every figure here.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * @param {string} text
 * @returns {number}
 */
export function tokens(text) {
  // Page text may hold what looks like a control token of the vocabulary; it is text all the same.
  return countTokens(text, { disallowedSpecial: new Set() });
}

/**
 * A number as people read it: 12,345.
 * @param {number} number
 * @returns {string}
 */
export function counted(number) {
  return Math.round(number).toLocaleString('en-GB');
}
