// Which controls hold secrets. Their values never leave capture: not as attribute, not as value, not as the
// selected option. It errs on the side of withholding.

import { getAttribute, styleOf } from './dom.js';

/** Autocomplete fields whose values are withheld, besides all of `cc-*`. */
const SECRET_FIELDS = new Set(['current-password', 'new-password', 'one-time-code']);
/** Names that say the same where no autocomplete does. Tested against name, id and placeholder-free text only. */
const SECRET_NAME = /pass(?:word|wd|phrase|code)|pwd|\bpin(?:code)?\b|(?:^|[^a-z])(?:otp|totp|mfa|2fa|cvv2?|cvc2?|csc|ssn)(?:$|[^a-z])|card.?(?:num|no\b|code)|cc.?(?:num|csc|cvc|cvv)|security.?code|one.?time.?(?:code|pass)|verification.?code/i;
/** Kinds of inputs whose value is never a secret of this sort: they cannot hold one, or it is their label. */
const OPEN_TYPES = new Set([
  'checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'color', 'range', 'date', 'datetime-local', 'month',
  'week', 'time', 'file', 'search',
]);

/** Inputs that once were passwords; a "show password" button does not make them readable. */
export class Secrets {
  constructor() {
    /** @type {WeakSet<Element>} */
    this.once = new WeakSet();
  }

  /**
   * Withholds an element's value from now on. The page kit calls it where it sees a type attribute change
   * from `password`.
   * @param {Element} element
   */
  mark(element) {
    this.once.add(element);
  }

  /**
   * @param {Element} element
   * @param {string} tag
   * @returns {boolean}
   */
  has(element, tag) {
    if (tag !== 'input' && tag !== 'textarea' && tag !== 'select') return false;
    if (this.once.has(element)) return true;
    const secret = isSecret(element, tag);
    if (secret && /** @type {HTMLInputElement} */ (element).type === 'password') this.once.add(element);
    return secret;
  }
}

/**
 * @param {Element} element
 * @param {string} tag
 * @returns {boolean}
 */
function isSecret(element, tag) {
  const type = tag === 'input' ? /** @type {HTMLInputElement} */ (element).type : '';
  // Hidden inputs carry tokens and ids that no one can read on the page; none of them is an agent's business.
  if (type === 'password' || type === 'hidden') return true;
  const fields = (getAttribute(element, 'autocomplete') ?? '').toLowerCase().split(/\s+/);
  if (fields.some((field) => field.startsWith('cc-') || SECRET_FIELDS.has(field))) return true;
  if (tag === 'select' || OPEN_TYPES.has(type)) return false;
  if (SECRET_NAME.test(getAttribute(element, 'name') ?? '') || SECRET_NAME.test(getAttribute(element, 'id') ?? '')) return true;
  // The page paints dots instead of characters: a password field by other means.
  return (styleOf(element)?.getPropertyValue('-webkit-text-security') || 'none') !== 'none';
}

/**
 * True for meta elements whose content is a token.
 * @param {string} name
 */
export function isTokenName(name) {
  return /csrf|xsrf|token|nonce|secret|api.?key|session/i.test(name);
}
