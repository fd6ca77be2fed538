// What one document leaves for the next of the same origin: the calls that its act navigated away from, with what
// was done. Kept in session storage, where the page can read it too: it holds nothing that the agent was not told.

/**
 * `waits`: the caller went with its document, so that nothing the browser does can answer it. `path`: what it asked for.
 * @typedef {{ call: string, path?: string, parting: string, from: string, to: string, at: number, waits?: boolean, tools?: string[] }} Carried
 */

const KEY = 'onecall:calls';
/** Answers whose caller is gone: lines for its next call. */
const WAITING = 'onecall:waiting';
const MOST_WAITING = 20;
/** The new document is expected within this time. */
const FRESH = 60_000;

/** @param {Window} window @returns {Carried[]} */
function read(window) {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isCarried) : [];
  } catch {
    return [];
  }
}

/** @param {unknown} entry @returns {entry is Carried} */
function isCarried(entry) {
  if (typeof entry !== 'object' || entry === null) return false;
  const { call, parting, from, to, at } = /** @type {Record<string, unknown>} */ (entry);
  return [call, parting, from, to].every((part) => typeof part === 'string' && part.length < 20_000) && typeof at === 'number';
}

/**
 * @param {Window} window
 * @param {{ id: string, parting: string, waits: boolean, again?: Record<string, unknown> }} call
 * @param {string} to
 * @param {string[]} tools collections that go on
 * @returns {boolean} false where this document has no storage
 */
export function carry(window, { id: call, parting, waits, again }, to, tools) {
  const path = typeof again?.path === 'string' ? again.path.slice(0, 500) : '';
  try {
    const kept = read(window).filter((entry) => entry.call !== call).slice(-4);
    window.sessionStorage.setItem(KEY, JSON.stringify([...kept, { call, path, parting, from: window.location.href, to, at: Date.now(), waits, tools }]));
    return true;
  } catch {
    return false;
  }
}

/** @param {Window} window */
export function forget(window) {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // No storage, nothing kept.
  }
}

/**
 * Takes what the last document left, once.
 * @param {Window} window
 * @returns {Carried[]}
 */
export function taken(window) {
  const kept = read(window).filter(({ at }) => Date.now() - at < FRESH);
  if (kept.length) forget(window);
  return kept;
}

/**
 * Leaves answers for the next call.
 * @param {Window} window
 * @param {string[]} lines
 */
export function leaveWaiting(window, lines) {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(WAITING) ?? '[]');
    window.sessionStorage.setItem(WAITING, JSON.stringify([...(Array.isArray(kept) ? kept : []), ...lines].slice(-MOST_WAITING)));
  } catch {
    // No storage, nothing kept.
  }
}

/**
 * Takes what waits for the next call, once.
 * @param {Window} window
 * @returns {string[]}
 */
export function takeWaiting(window) {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(WAITING) ?? '[]');
    window.sessionStorage.removeItem(WAITING);
    return Array.isArray(kept) ? kept.filter((line) => typeof line === 'string' && line.length < 4_000) : [];
  } catch {
    return [];
  }
}
