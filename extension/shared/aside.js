/**
 * What a content script asks the worker outside of calls: single messages with a reply. It must never carry a call.
 */

/** Marks our messages. */
export const ASIDE = 'onecall/aside/1';

/** @typedef {{ aside: typeof ASIDE, kind: string, body?: unknown }} Aside */

/**
 * @param {unknown} message
 * @returns {message is Aside}
 */
export function isAside(message) {
  return typeof message === 'object' && message !== null && 'aside' in message && message.aside === ASIDE && 'kind' in message && typeof message.kind === 'string';
}
