/**
 * What the extension's own pages and the worker say to each other. Only pages of the extension are heard (sender.js,
 * `isOwnPage`), so a page or a content script that sends the same is nobody.
 */

/** Marks messages of our pages. */
export const UI = 'onecall/ui/1';

/** Requests with their nonces, in `storage.session`, which content scripts cannot read. */
export const APPROVALS = 'onecall.approvals';

/** Calls and tokens of each tab's task, in `storage.session`. */
export const TASKS = 'onecall.tasks';

/** Tabs that the person has shared with agents in other tabs, in `storage.session`. */
export const SHARED = 'onecall.shared';

/** @typedef {{ next: number, tabs: Record<number, number> }} Shared The browser's tabs by the number that agents know. */

/**
 * @param {unknown} stored
 * @returns {Shared}
 */
export function readShared(stored) {
  const { next = 1, tabs = {} } = /** @type {Partial<Shared>} */ (stored ?? {});
  return { next, tabs };
}

/** What a request is about that asks for pictures, as the core says it. */
export const PICTURES = 'pictures';

/** @typedef {'once' | 'page' | 'branch' | 'site' | 'deny' | 'never'} Answer What a person says to a request. */

/**
 * A request as it is kept.
 * @typedef {import('./protocol').Asked & { nonce: string, at: number, document: string, title: string }} Kept
 */

/** @typedef {{ calls: number, tokens: number, last: number, acting: boolean }} Task What one agent's task has used in a tab. */

/** @typedef {{ ui: typeof UI, kind: string, body: Record<string, unknown> }} UiMessage */

/**
 * @param {unknown} message
 * @returns {message is UiMessage}
 */
export function isUi(message) {
  if (typeof message !== 'object' || message === null) return false;
  const { ui, kind, body } = /** @type {Record<string, unknown>} */ (message);
  return ui === UI && typeof kind === 'string' && typeof body === 'object' && body !== null;
}

/** @type {readonly Answer[]} */
export const ANSWERS = ['once', 'page', 'branch', 'site', 'deny', 'never'];

/**
 * The branch that "this branch" means: the thing that the member belongs to.
 * @param {string} path
 * @returns {string}
 */
export function branchOf(path) {
  const cut = path.lastIndexOf('.');
  return cut > 0 && /^\.[\p{L}_$][\p{L}\p{N}_$]*$/u.test(path.slice(cut)) ? path.slice(0, cut) : path;
}
